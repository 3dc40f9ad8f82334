import type { ServerResponse } from 'node:http'

/** Answers with an XML document. */
export function answerXml(response: ServerResponse, status: number, xml: string): void {
  response.writeHead(status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(xml) }).end(xml)
}

/** Answers with a status and nothing else. */
export function answerEmpty(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, status === 204 ? headers : { ...headers, 'content-length': '0' }).end()
}
