import { inWords } from '../lib/api.ts'
import { Button } from './button.tsx'

/** Something could not be loaded: why, and the way out. */
export function FailedToLoad({
  error,
  otherwise,
  onRetry,
  className,
}: {
  readonly error: Error
  /** Said when the server says nothing in words. */
  readonly otherwise: string
  readonly onRetry: () => void
  readonly className?: string | undefined
}) {
  return (
    <p role="alert" className={className}>
      {inWords(error, otherwise)} <Button onPress={onRetry}>Try again</Button>
    </p>
  )
}
