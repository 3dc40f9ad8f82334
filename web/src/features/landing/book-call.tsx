import { ButtonLink } from '../../ui/button-link.tsx'
import { CALL_URL } from './texts.ts'

/** Opens the external page where a call is booked, in a new tab (decisions: landing page). */
export function BookCall() {
  return (
    <ButtonLink href={CALL_URL} target="_blank" rel="noopener noreferrer" variant="primary">
      Book a Free Call
    </ButtonLink>
  )
}
