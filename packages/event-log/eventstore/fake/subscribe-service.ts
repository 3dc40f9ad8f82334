import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { status } from '@grpc/grpc-js'
import type { Drop, Faults } from './faults.ts'
import type { FakeLog, StoredEvent } from './log.ts'
import { caughtUpAnswer, checkpointAnswer, confirmationAnswer, eventAnswer } from './messages.ts'
import type { ReadReq, ReadResp } from './protobuf.ts'
import { isReadable, positionOf, type ReadCall, refuse } from './read-call.ts'

/** Records that a server looks at before it tells where it is, unless the client says otherwise. */
const WINDOW = 32

/** Subscriptions to the whole log, from after a position, for ever; the product makes no other ones. */
export function createSubscriptions(log: FakeLog, faults: Faults) {
  const open = new Set<ReadCall>()
  return {
    open(call: ReadCall, options: ReadReq.Options): void {
      const after = positionOf(options)
      const fault = faults.subscriptions.shift()
      if (fault === 'refuse' || (after !== undefined && !isReadable(log, after))) {
        refuse(call, status.UNKNOWN, 'Exception was thrown by handler.')
        return
      }
      if (fault === 'unconfirmed') return
      open.add(call)
      const closed = new AbortController()
      for (const end of ['cancelled', 'close', 'error', 'finish']) call.once(end, () => closed.abort())
      closed.signal.addEventListener('abort', () => open.delete(call))
      call.write(confirmationAnswer(randomUUID()))
      if (fault === 'silent') return
      deliver(call, log, options, faults, closed.signal).catch(() => closed.abort())
    },
    drop(how: Drop): void {
      for (const call of open) {
        if (how === 'end') call.end()
        else refuse(call, status.UNAVAILABLE, 'Server Is Shutting Down')
      }
      open.clear()
    },
  }
}

async function deliver(call: ReadCall, log: FakeLog, options: ReadReq.Options, faults: Faults, closed: AbortSignal) {
  const after = positionOf(options)
  const matches = matcher(options)
  const window = windowOf(options)
  let index = after === undefined ? 0 : log.all.findIndex((event) => event.position > after)
  if (index < 0) index = log.all.length
  let considered = 0
  let live = false

  let stir: (() => void) | undefined
  const stopListening = log.listen(() => {
    if (live && log.all.length - index > faults.lagLimit) {
      const what = 'Consumer too slow to handle event while live. Client resubscription required.'
      refuse(call, status.ABORTED, `Operation timed out: ${what}`)
    }
    stir?.()
  })
  closed.addEventListener('abort', () => stir?.())
  try {
    while (!closed.aborted) {
      for (let event = log.all[index]; event !== undefined && !closed.aborted; event = log.all[index]) {
        if (matches(event)) await write(call, eventAnswer(event), closed)
        index += 1
        considered += 1
        if (considered % window === 0) await write(call, checkpointAnswer(event.position), closed)
      }
      if (!live) {
        live = true
        if (faults.saysCaughtUp) await write(call, caughtUpAnswer(), closed)
        continue
      }
      await new Promise<void>((resolve) => {
        stir = resolve
        if (closed.aborted) resolve()
      })
    }
  } finally {
    stopListening()
  }
}

/** Waits while the client does not keep up. */
async function write(call: ReadCall, answer: ReadResp, closed: AbortSignal): Promise<void> {
  if (!closed.aborted && !call.write(answer)) await once(call, 'drain', { signal: closed })
}

function matcher(options: ReadReq.Options): (event: StoredEvent) => boolean {
  const filter = options.getFilter()
  const byStream = filter?.getStreamIdentifier()
  const prefixes = (byStream ?? filter?.getEventType())?.getPrefixList()
  if (prefixes === undefined) return () => true
  return ({ stream, type }) => prefixes.some((prefix) => (byStream === undefined ? type : stream).startsWith(prefix))
}

function windowOf(options: ReadReq.Options): number {
  const filter = options.getFilter()
  if (filter === undefined) return Number.POSITIVE_INFINITY
  return (filter.hasMax() ? filter.getMax() : WINDOW) * Math.max(1, filter.getCheckpointintervalmultiplier())
}
