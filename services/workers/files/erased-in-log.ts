import type { CustomerId } from '@forecourt/domain/ids.ts'
import { customerStream } from '@forecourt/domain/streams.ts'
import type { EventLog } from '@forecourt/event-log/port.ts'

/**
 * Whether the log says that this customer was erased. It says so before their key is destroyed: whoever has no key otherwise is
 * somebody whose key the vault has lost.
 */
export async function saysErased(eventLog: Pick<EventLog, 'read'>, customerId: CustomerId): Promise<boolean> {
  for await (const { type } of eventLog.read(customerStream(customerId))) {
    if (type === 'CustomerErased') return true
  }
  return false
}
