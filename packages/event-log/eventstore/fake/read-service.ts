import { type handleServerStreamingCall, status } from '@grpc/grpc-js'
import type { Faults } from './faults.ts'
import type { FakeLog, StoredEvent } from './log.ts'
import { eventAnswer, streamName, streamNotFoundAnswer } from './messages.ts'
import { type ReadReq, type ReadResp, streams } from './protobuf.ts'
import { isReadable, positionOf, refuse } from './read-call.ts'
import { createSubscriptions } from './subscribe-service.ts'

/** Reads and subscriptions are one call of the protocol, told apart by an option. */
export function readService(log: FakeLog, faults: Faults): handleServerStreamingCall<ReadReq, ReadResp> {
  const subscriptions = createSubscriptions(log, faults)
  faults.drop = (how) => subscriptions.drop(how)
  return (call) => {
    call.on('error', () => {})
    const options = call.request.getOptions()
    if (options === undefined) return refuse(call, status.INVALID_ARGUMENT, 'options are required')
    if (options.hasSubscription()) return subscriptions.open(call, options)
    const fault = faults.reads.shift()
    if (fault === 'hang') return
    const events = options.hasStream() ? streamEvents(log, options) : allEvents(log, options)
    if (events === 'noStream') {
      call.write(streamNotFoundAnswer(streamName(options.getStream()?.getStreamIdentifier())))
      return call.end()
    }
    if (events === 'noPosition') return refuse(call, status.UNKNOWN, 'Unexpected ReadAllResult: Error')
    const asked = events.slice(0, Number(options.getCount()))
    const sent = fault === undefined ? asked : asked.slice(0, Math.floor(asked.length / 2))
    for (const event of sent) call.write(eventAnswer(event))
    if (fault === 'fail') return refuse(call, status.UNAVAILABLE, 'Server Is Too Busy')
    call.end()
  }
}

function isBackwards(options: ReadReq.Options): boolean {
  return options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS
}

function streamEvents(log: FakeLog, options: ReadReq.Options): readonly StoredEvent[] | 'noStream' {
  const wanted = options.getStream()
  const events = log.stream(streamName(wanted?.getStreamIdentifier()))
  if (events.length === 0) return 'noStream'
  const revision = wanted?.hasRevision() === true ? BigInt(wanted.getRevision()) : undefined
  if (isBackwards(options))
    return events.filter((event) => revision === undefined || event.revision <= revision).toReversed()
  return events.filter((event) => revision === undefined || event.revision >= revision)
}

/** A read from a position includes it, and ignores any filter; the client does not send one. */
function allEvents(log: FakeLog, options: ReadReq.Options): readonly StoredEvent[] | 'noPosition' {
  const position = positionOf(options)
  if (position !== undefined && !isReadable(log, position)) return 'noPosition'
  if (isBackwards(options))
    return log.all.filter((event) => position === undefined || event.position < position).toReversed()
  return log.all.filter((event) => position === undefined || event.position >= position)
}
