import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { Problem, problemBody } from './problem.ts'

/** What Node's HTTP parser throws, by its `code`; anything else is no HTTP at all. */
const UNREADABLE: Readonly<Record<string, readonly [status: number, code: string, detail: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request-timeout', 'The request did not arrive in time'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'too-large', 'The body is too large'],
  HPE_HEADER_OVERFLOW: [431, 'headers-too-large', 'The headers are too large'],
}

/**
 * Answers what Node cannot read as a request with a problem body, as all other errors are answered (decisions "Answers and
 * errors"); Node's own answers to it have none. No route ever sees such a request.
 */
export function answerUnreadable(server: Server): void {
  const answers = new WeakMap<Duplex, ServerResponse>()
  server.prependListener('request', ({ socket }, response: ServerResponse) => {
    answers.set(socket, response)
    response.once('close', () => {
      if (answers.get(socket) === response) answers.delete(socket)
    })
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Within an answer that has begun, another one would pass for its bytes.
    const hasBegun = answers.get(socket)?.headersSent ?? false
    if (socket.writable && !hasBegun && error.code !== 'ECONNRESET') {
      const problem = UNREADABLE[error.code ?? ''] ?? [400, 'malformed', 'The request could not be read']
      socket.write(answerTo(problem, isHead(error)))
    }
    socket.destroy(error)
  })
}

/** Whoever asked for a head takes a body for the next answer. Known when the unreadable part is the request's first. */
function isHead(error: Error): boolean {
  const packet = 'rawPacket' in error ? error.rawPacket : undefined
  return Buffer.isBuffer(packet) && packet.toString('latin1', 0, 5) === 'HEAD '
}

function answerTo(problem: readonly [status: number, code: string, detail: string], headOnly: boolean): string {
  const body = JSON.stringify(problemBody(new Problem(...problem)))
  return [
    `HTTP/1.1 ${problem[0]} ${STATUS_CODES[problem[0]]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    '',
    headOnly ? '' : body,
  ].join('\r\n')
}
