import { Component, type ReactNode } from 'react'

/**
 * Shows something else in place of a part whose code did not arrive (a server in trouble, a network that ended half-way)
 * or that failed. Without it the whole page would be gone.
 */
export class ErrorBoundary extends Component<
  { readonly instead: ReactNode; readonly children: ReactNode },
  { readonly hasFailed: boolean }
> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.instead : this.props.children
  }
}

/**
 * Loads the page anew: a module that did not arrive is not always asked for a second time. What was typed is on the device.
 */
export const loadAnew = (): void => window.location.reload()
