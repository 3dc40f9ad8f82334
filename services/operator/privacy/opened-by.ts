import { unwrapWithAny } from '@forecourt/event-log/vault/master-key.ts'
import type { Platform } from '../platform.ts'

/** Whether one of the installation's master keys has wrapped this key of a person. */
export function isOpenedBy(
  { present, other }: Platform['masterKeys'],
  subjectId: string,
  wrapped: Uint8Array,
): boolean {
  try {
    unwrapWithAny(other === undefined ? [present] : [present, other], subjectId, wrapped)
    return true
  } catch {
    return false
  }
}
