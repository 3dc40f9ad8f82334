import type { ProposedEvent, ServerExpectation, StoredEvent } from './log.ts'
import { type AppendReq, type AppendResp, type ReadResp, shared, streams, type UUID } from './protobuf.ts'

/** .NET counts time in steps of 100 ns. */
const TICKS_PER_MILLISECOND = 10_000n

export function expectationOf(options: AppendReq.Options): ServerExpectation {
  if (options.hasAny()) return 'any'
  if (options.hasNoStream()) return 'noStream'
  if (options.hasStreamExists()) return 'streamExists'
  return BigInt(options.getRevision())
}

export function proposed(message: AppendReq.ProposedMessage): ProposedEvent {
  return {
    id: uuidText(message.getId()),
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  }
}

/** @param revision undefined: the stream is still not there (an empty append) */
export function storedAnswer(revision: bigint | undefined, position: bigint | undefined): AppendResp {
  const success = new streams.AppendResp.Success()
  if (revision === undefined) success.setNoStream(new shared.Empty())
  else success.setCurrentRevision(String(revision))
  if (position === undefined) {
    success.setNoPosition(new shared.Empty())
  } else {
    const place = new streams.AppendResp.Position()
    place.setCommitPosition(String(position))
    place.setPreparePosition(String(position))
    success.setPosition(place)
  }
  const answer = new streams.AppendResp()
  answer.setSuccess(success)
  return answer
}

export function wrongRevisionAnswer(expected: ServerExpectation, actual: bigint | undefined): AppendResp {
  const wrong = new streams.AppendResp.WrongExpectedVersion()
  if (actual === undefined) wrong.setCurrentNoStream(new shared.Empty())
  else wrong.setCurrentRevision(String(actual))
  if (expected === 'any') wrong.setExpectedAny(new shared.Empty())
  else if (expected === 'noStream') wrong.setExpectedNoStream(new shared.Empty())
  else if (expected === 'streamExists') wrong.setExpectedStreamExists(new shared.Empty())
  else wrong.setExpectedRevision(String(expected))
  const answer = new streams.AppendResp()
  answer.setWrongExpectedVersion(wrong)
  return answer
}

export function eventAnswer(event: StoredEvent): ReadResp {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
  const id = new shared.UUID()
  id.setString(event.id)
  recorded.setId(id)
  recorded.setStreamIdentifier(streamIdentifier(event.stream))
  recorded.setStreamRevision(String(event.revision))
  recorded.setCommitPosition(String(event.position))
  recorded.setPreparePosition(String(event.position))
  recorded
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.contentType)
    .set('created', String(BigInt(event.created.getTime()) * TICKS_PER_MILLISECOND))
  recorded.setData(event.data)
  recorded.setCustomMetadata(event.metadata)
  const read = new streams.ReadResp.ReadEvent()
  read.setEvent(recorded)
  read.setCommitPosition(String(event.position))
  const answer = new streams.ReadResp()
  answer.setEvent(read)
  return answer
}

export function streamNotFoundAnswer(stream: string): ReadResp {
  const missing = new streams.ReadResp.StreamNotFound()
  missing.setStreamIdentifier(streamIdentifier(stream))
  const answer = new streams.ReadResp()
  answer.setStreamNotFound(missing)
  return answer
}

export function confirmationAnswer(subscriptionId: string): ReadResp {
  const confirmation = new streams.ReadResp.SubscriptionConfirmation()
  confirmation.setSubscriptionId(subscriptionId)
  const answer = new streams.ReadResp()
  answer.setConfirmation(confirmation)
  return answer
}

export function checkpointAnswer(position: bigint): ReadResp {
  const checkpoint = new streams.ReadResp.Checkpoint()
  checkpoint.setCommitPosition(String(position))
  checkpoint.setPreparePosition(String(position))
  const answer = new streams.ReadResp()
  answer.setCheckpoint(checkpoint)
  return answer
}

export function caughtUpAnswer(): ReadResp {
  const answer = new streams.ReadResp()
  answer.setCaughtUp(new streams.ReadResp.CaughtUp())
  return answer
}

export function streamName(identifier: { getStreamName_asU8(): Uint8Array } | undefined): string {
  return identifier === undefined ? '' : Buffer.from(identifier.getStreamName_asU8()).toString('utf8')
}

function streamIdentifier(name: string) {
  const identifier = new shared.StreamIdentifier()
  identifier.setStreamName(Uint8Array.from(Buffer.from(name, 'utf8')))
  return identifier
}

/** An id comes as text, or as two signed halves. */
function uuidText(id: UUID | undefined): string {
  const halves = id?.getStructured()
  if (id === undefined || halves === undefined) return id?.getString() ?? ''
  const bytes = Buffer.alloc(16)
  bytes.writeBigInt64BE(BigInt(halves.getMostSignificantBits()), 0)
  bytes.writeBigInt64BE(BigInt(halves.getLeastSignificantBits()), 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
