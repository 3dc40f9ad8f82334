import { type ComponentType, startTransition, useEffect, useState } from 'react'
import { Loading } from './loading.tsx'
import { mendStyleSheets } from './style-sheets.ts'

/** In milliseconds: a server that is busy or begins anew, a network that goes from one access point to another. */
const SECOND_TRY = 1_000

/**
 * A part of the app whose code comes when it is first shown, or when `begin` says that it will be. React's own `lazy` does
 * the same, but what was once replaced by a spinner it keeps back for 300 ms, even when it is on the device: three of those
 * one after the other are the better part of a second in which nobody sees anything. And it never asks for anything twice:
 * here what is shown and did not arrive is asked for once more a second later, and again by whoever next wants it. A dialog
 * opens over the screen: see `late-dialog.ts`.
 * @param load gives the component; when it fails twice while the part is shown, that is thrown to the next error boundary
 * @param label what the spinner says; null for none: a dialog is waited for without one
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  label: string | null = 'Loading',
) {
  let loading: Promise<boolean> | undefined
  let Part: ComponentType<Props> | undefined
  let failure: unknown

  const fetchPart = async () => {
    try {
      if (failure !== undefined) await mendStyleSheets(failure)
      Part = await load()
      return true
    } catch (cause) {
      failure = cause
      loading = undefined
      return false
    }
  }
  /** Resolves with whether it is there: does not reject. */
  const begin = (): Promise<boolean> => {
    loading ??= fetchPart()
    return loading
  }

  /** Nobody has to tap for what is there a moment later. Whoever did tap is told at once by `begin`. */
  const beginLater = () => new Promise((resolve) => setTimeout(resolve, SECOND_TRY)).then(begin)

  function Late(props: Props) {
    const [isThere, settle] = useState(Part === undefined ? undefined : true)
    useEffect(() => {
      // Made in pieces: it may be long, and what is on the screen stays in use meanwhile.
      if (isThere === undefined) {
        void begin()
          .then((arrived) => arrived || beginLater())
          .then((arrived) => startTransition(() => settle(arrived)))
      }
    }, [isThere])
    if (isThere === false) throw new Error('did not arrive', { cause: failure })
    if (Part !== undefined) return <Part {...props} />
    void begin()
    return label !== null && <Loading label={label} />
  }
  return Object.assign(Late, { begin })
}
