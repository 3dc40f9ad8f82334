import type { ServerWritableStream, status } from '@grpc/grpc-js'
import type { FakeLog } from './log.ts'
import type { ReadReq, ReadResp } from './protobuf.ts'

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>

export function refuse(call: ReadCall, code: status, details: string): void {
  call.emit('error', { code, details })
}

export function positionOf(options: ReadReq.Options): bigint | undefined {
  const position = options.getAll()?.getPosition()
  return position === undefined ? undefined : BigInt(position.getCommitPosition())
}

/** The server reads its file from that very place: it must be where a record starts, or beyond the last one. */
export function isReadable(log: FakeLog, position: bigint): boolean {
  const last = log.all.at(-1)
  return last === undefined || position > last.position || log.all.some((event) => event.position === position)
}
