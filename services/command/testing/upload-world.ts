import { createSecretKey, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { UploadPurpose } from '@forecourt/contracts/upload.ts'
import { BusinessId } from '@forecourt/domain/ids.ts'
import { startTestObjectStorage, type TestObjectStorage } from '@forecourt/infra/testing/object-storage.ts'
import { jsonBodies } from '@forecourt/kit/http-app.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { noSuchRoute } from '@forecourt/kit/no-such-route.ts'
import { type ObjectPath, storageKey } from '@forecourt/kit/object-path.ts'
import { createObjectStorage, type ObjectStorage } from '@forecourt/kit/object-storage.ts'
import { notSignedIn, problems } from '@forecourt/kit/problem.ts'
import express from 'express'
import { z } from 'zod'
import { uploadRoutes } from '../upload/routes.ts'
import { createUploads } from '../upload/uploads.ts'

const Answer = z.looseObject({
  uploadURL: z.string().optional(),
  objectPath: z
    .templateLiteral(['/objects/', z.enum(['licences', 'contracts', 'vehicles', 'logos']), '/', z.string()])
    .optional(),
  code: z.string().optional(),
})

export const HARBOUR = BusinessId.parse('5b0f9a52-6b56-4a9e-9a0e-2f3b8f2f6f10')

/** The upload routes over HTTP with a storage of their own, and what a browser does with them: for tests. */
export class UploadWorld {
  readonly lookupKey = createSecretKey(randomBytes(32))
  readonly server: TestObjectStorage
  readonly storage: ObjectStorage
  clock = new Date()
  /** Whose staff is signed in. */
  staffOf: BusinessId | undefined = HARBOUR
  /** Which limits were asked, in order. */
  limited: string[] = []
  #address = ''
  readonly #webs: Server[] = []

  private constructor(server: TestObjectStorage) {
    this.server = server
    this.storage = createObjectStorage(server.config)
  }

  static async start(): Promise<UploadWorld> {
    const world = new UploadWorld(await startTestObjectStorage())
    await world.storage.ensureBucket()
    world.#address = await world.serve(world.storage)
    return world
  }

  async stop(): Promise<void> {
    for (const web of this.#webs) {
      web.closeAllConnections()
      web.close()
    }
    this.storage.close()
    await this.server.stop()
  }

  /** The routes on a port of their own, with files in this storage. */
  async serve(files: ObjectStorage): Promise<string> {
    const app = express().set('etag', false)
    app.use(...jsonBodies)
    app.use(
      uploadRoutes({
        uploads: createUploads({ storage: files, lookupKey: this.lookupKey, now: () => this.clock }),
        admitTarget: async () => void this.limited.push('target'),
        admitFinish: async () => void this.limited.push('finish'),
        memberOf: async () => {
          if (this.staffOf === undefined) throw notSignedIn()
          return { businessId: this.staffOf }
        },
      }),
    )
    app.use(noSuchRoute, problems(createLog({ level: 'silent', service: 'test' })))
    // As the services do. Five seconds, which is usual, are over when the machine has stood still for a moment.
    const web = createServer({ keepAliveTimeout: 65_000 }, app).listen(0, '127.0.0.1')
    this.#webs.push(web)
    await once(web, 'listening')
    const bound = web.address()
    return `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`
  }

  async call(method: string, path: string, body?: unknown, address = this.#address) {
    const answer = await fetch(`${address}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      ...Answer.parse(await answer.json()),
    }
  }

  /** An address to upload to. */
  async target(request?: object): Promise<string> {
    const { uploadURL } = await this.call('POST', '/api/objects/upload', request)
    if (uploadURL === undefined) throw new Error('no upload target was given')
    return uploadURL
  }

  /** Sends a file as a browser does. */
  async send(url: string, bytes: Buffer, type = 'image/jpeg'): Promise<number> {
    const sent = await fetch(url, { method: 'PUT', body: new Uint8Array(bytes), headers: { 'content-type': type } })
    return sent.status
  }

  /** An address to which this file was sent. */
  async sent(purpose: UploadPurpose, bytes: Buffer): Promise<string> {
    const url = await this.target({ purpose })
    await this.send(url, bytes)
    return url
  }

  finishLicence(url: string, address?: string) {
    return this.call('PUT', '/api/license-upload', { licenseImageURL: url }, address)
  }

  finishVehicleImage(url: string) {
    return this.call('PUT', '/api/vehicle-image', { imageURL: url })
  }

  finishLogo(url: string) {
    return this.call('PUT', '/api/business-logo', { logoURL: url })
  }

  finishContract(url: string) {
    return this.call('PUT', '/api/contract-upload', { contractURL: url })
  }

  /** The whole way of a licence: address, PUT, finish. */
  async uploadLicence(bytes: Buffer) {
    return this.finishLicence(await this.sent('license', bytes))
  }

  /** What is stored under a path that was answered. */
  async stored(path: ObjectPath | undefined) {
    const found = path === undefined ? undefined : await this.storage.read(storageKey(path), 100_000_000)
    if (!found) throw new Error(`nothing is stored for ${path}`)
    return found
  }

  async keys(prefix: string): Promise<string[]> {
    return (await Array.fromAsync(this.storage.list(prefix))).map(({ key }) => key)
  }
}
