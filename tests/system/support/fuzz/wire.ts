import { Agent, request } from 'node:http'

/** A request as it goes over the wire. */
export interface Sent {
  readonly method: string
  /** As it stands in the request line: nothing is tidied. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer | undefined
}

export interface Received {
  readonly status: number
  readonly headers: Headers
  /** Undefined for a stream of events, which has no end. */
  readonly text: string | undefined
}

/** Sends requests over connections that stay open, as they are. */
export interface Wire {
  /** @throws {Error} when no whole answer comes in time, or the connection breaks */
  send(to: string, sent: Sent): Promise<Received>
  close(): void
}

/** @param patience for one answer, in milliseconds */
export function openWire(connections: number, patience: number): Wire {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    send: (to, { method, target, headers, body }) =>
      new Promise((resolve, reject) => {
        const { hostname, port } = new URL(to)
        const outgoing = request(
          { agent, hostname, port, method, path: target, headers, setHost: headers.host === undefined },
          (incoming) => {
            const { statusCode: status = 0 } = incoming
            const received = new Headers()
            for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
              received.append(incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '')
            }
            if (received.get('content-type')?.startsWith('text/event-stream') === true && method !== 'HEAD') {
              incoming.on('error', () => {})
              outgoing.destroy()
              settle(() => resolve({ status, headers: received, text: undefined }))
              return
            }
            const chunks: Buffer[] = []
            incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
            incoming.on('error', (error) => settle(() => reject(error)))
            incoming.on('end', () =>
              settle(() => resolve({ status, headers: received, text: Buffer.concat(chunks).toString() })),
            )
          },
        )
        const timer = setTimeout(() => {
          settle(() => reject(new Error(`no answer within ${patience} ms`)))
          outgoing.destroy()
        }, patience)
        const settle = (how: () => void) => {
          clearTimeout(timer)
          how()
        }
        outgoing.on('error', (error) => settle(() => reject(error)))
        outgoing.end(body)
      }),
    close: () => agent.destroy(),
  }
}
