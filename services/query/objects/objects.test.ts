import { createSecretKey } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { takeFaults } from '@forecourt/infra/testing/conformance.ts'
import { startTestObjectStorage, type TestObjectStorage } from '@forecourt/infra/testing/object-storage.ts'
import { withOtherEnd } from '@forecourt/infra/testing/other-end.ts'
import { jpeg, pdf, png, webp } from '@forecourt/infra/testing/sample-files.ts'
import { createHttpApp } from '@forecourt/kit/http-app.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { noSuchRoute } from '@forecourt/kit/no-such-route.ts'
import {
  type ContractPath,
  type LicencePath,
  mintContractPath,
  mintLicencePath,
  mintLogoPath,
  mintVehicleImagePath,
  type ObjectPath,
  renditionKey,
  storageKey,
} from '@forecourt/kit/object-path.ts'
import { createObjectStorage, type ObjectStorage } from '@forecourt/kit/object-storage.ts'
import { notSignedIn, problems } from '@forecourt/kit/problem.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LicenceView, Viewer } from './licence-book.ts'
import { objectRoutes } from './routes.ts'

const lookupKey = createSecretKey(Buffer.alloc(32, 7))
const ours = '00000000-0000-4000-8000-00000000000a'
const theirs = '00000000-0000-4000-8000-00000000000b'
const clerk: Viewer = {
  userId: '00000000-0000-4000-8000-000000000001',
  businessId: ours,
}

const picture = mintLicencePath(lookupKey, 'picture')
const document = mintLicencePath(lookupKey, 'document')
const ofOthers = mintLicencePath(lookupKey, 'of others')
const unattached = mintLicencePath(lookupKey, 'unattached')
const deleted = mintLicencePath(lookupKey, 'deleted')
const logo = mintLogoPath(lookupKey, { businessId: ours, uploadId: 'logo' }, 640)
const car = mintVehicleImagePath(lookupKey, { businessId: ours, uploadId: 'car' }, 1280)
/** Made with this key when paths had no owner and no width. */
const old = '/objects/vehicles/fdWkRwjchkN_LrrN2FWarwUwSso16ZLANoYrtI'
const contract = mintContractPath(lookupKey, ours, 'made-for:an issue')
const contractOfOthers = mintContractPath(lookupKey, theirs, 'made-for:another')
const holders = new Map<LicencePath | ContractPath, string>([
  [contract, ours],
  [contractOfOthers, theirs],
  [picture, ours],
  [document, ours],
  [ofOthers, theirs],
  [deleted, ours],
])

let server: TestObjectStorage
let storage: ObjectStorage
let web: Server
let address: string
let member: Viewer | undefined
let views: LicenceView[]
let canRecord: boolean

beforeAll(async () => {
  server = await startTestObjectStorage()
  storage = createObjectStorage(server.config)
  await storage.ensureBucket()
  const put = (path: ObjectPath, bytes: Buffer, contentType: string) =>
    storage.put(storageKey(path), bytes, { contentType })
  const small = async (path: ObjectPath, width: number, bytes: Promise<Buffer>, contentType: string) =>
    storage.put(renditionKey(path, width), await bytes, { contentType })
  for (const path of [picture, ofOthers, unattached]) {
    await put(path, await jpeg(640, 400), 'image/jpeg')
    await small(path, 96, jpeg(96, 60), 'image/jpeg')
    await small(path, 480, jpeg(480, 300), 'image/jpeg')
  }
  for (const path of [document, contract, contractOfOthers]) await put(path, pdf(), 'application/pdf')
  await put(car, await webp(1280, 720), 'image/webp')
  await small(car, 320, webp(320, 180), 'image/webp')
  await put(logo, await png(640, 200), 'image/png')
  await small(logo, 96, png(96, 30), 'image/png')
  await put(old, await webp(1280, 720), 'image/webp')
  await small(old, 640, webp(640, 360), 'image/webp')

  const log = createLog({ level: 'silent', service: 'test' })
  const app = createHttpApp({ log, publicUrl: 'http://localhost:3000', trustedHops: 0 })
  app.use(
    '/objects',
    objectRoutes({
      storage,
      lookupKey,
      memberOf: async () => {
        if (member === undefined) throw notSignedIn()
        return member
      },
      licences: {
        holderOf: async (path) => holders.get(path),
        recordView: async (view) => {
          if (!canRecord) throw new Error('the table is locked')
          views.push(view)
        },
      },
    }),
  )
  app.use(noSuchRoute, problems(log))
  web = createServer({ keepAliveTimeout: 65_000 }, app).listen(0, '127.0.0.1')
  await once(web, 'listening')
  const bound = web.address()
  address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`
})

beforeEach(() => {
  member = clerk
  views = []
  canRecord = true
})

afterAll(async () => {
  web.closeAllConnections()
  web.close()
  storage.close()
  await server.stop()
})

async function ask(path: string, method = 'GET') {
  const answer = await fetch(`${address}${path}`, { method })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const widthOf = async (bytes: Buffer) => (await sharp(bytes).metadata()).width

describe('a licence', () => {
  test('is shown to a member of the business that holds it, at its full size and small', async () => {
    for (const [query, width] of [
      ['', 640],
      ['?w=96', 96],
      ['?w=480', 480],
    ] as const) {
      const { status, headers, bytes } = await ask(picture + query)
      expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      expect(await widthOf(bytes)).toBe(width)
    }
  })

  test('is kept by nobody on the way and runs nothing', async () => {
    for (const path of [picture, document, `${document}?w=96`]) {
      const { headers } = await ask(path)
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(headers.get('vary')).toMatch(/cookie/i)
      expect(headers.get('etag')).toBeNull()
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toMatch(/\bsandbox$/)
    }
  })

  test('that is a PDF is saved, never opened; its small picture is a drawn page', async () => {
    const whole = await ask(document)
    expect(whole.headers.get('content-type')).toBe('application/pdf')
    expect(whole.headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(whole.bytes.equals(pdf())).toBe(true)
    for (const width of [96, 480]) {
      const small = await ask(`${document}?w=${width}`)
      expect(small.headers.get('content-type')).toBe('image/png')
      expect(await widthOf(small.bytes)).toBe(width)
    }
  })

  test('is not shown to anybody who is not signed in', async () => {
    member = undefined
    for (const path of [picture, ofOthers, unattached, `${picture}?w=96`]) {
      const { status, bytes } = await ask(path)
      expect(status).toBe(401)
      expect(bytes.toString()).toContain('not-signed-in')
    }
    expect(views).toEqual([])
  })

  test('absent, not attached, another business’s, not a path of ours: the same 404 to the byte', async () => {
    const madeUp = withOtherEnd(picture)
    const paths = [deleted, unattached, ofOthers, madeUp, '/objects/licences/x', '/objects/licences/..%2Fvehicles%2Fx']
    const answers = await Promise.all(paths.map((path) => ask(path)))
    for (const { status, headers, bytes } of answers) {
      expect([status, headers.get('cache-control')]).toEqual([404, 'no-store'])
      expect(bytes.equals(answers[0]?.bytes ?? Buffer.alloc(0))).toBe(true)
    }
    expect(views).toEqual([])
  })

  test('leaves only when the view is recorded', async () => {
    await ask(picture)
    await ask(`${picture}?w=96`)
    await ask(document)
    expect(views).toEqual([picture, picture, document].map((path) => ({ path, viewer: clerk })))
    canRecord = false
    const refused = await ask(picture)
    expect(refused.status).toBe(500)
    expect(refused.bytes.toString()).toContain('internal')
    // No call promises a 500: this one is ours.
    expect(takeFaults()).not.toEqual([])
  })

  test('HEAD says what GET would, sends nothing and is no view', async () => {
    for (const path of [picture, `${picture}?w=96`, document, `${document}?w=96`]) {
      const [head, get] = [await ask(path, 'HEAD'), await ask(path)]
      expect([head.status, head.bytes.length]).toEqual([200, 0])
      for (const name of ['content-type', 'content-length', 'content-disposition', 'cache-control']) {
        expect(head.headers.get(name)).toBe(get.headers.get(name))
      }
    }
    expect(views).toHaveLength(3)
  })

  test.each(['?w=97', '?w=320', '?w=', '?w=96&w=96', '?width=96', '?w=96&x=1'])('%s is refused: 400', async (query) => {
    expect((await ask(picture + query)).status).toBe(400)
  })
})

describe('a contract', () => {
  test('is saved by members of the business whose customer it is with, and each view is recorded', async () => {
    const { status, headers, bytes } = await ask(contract)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(headers.get('content-disposition')).toBe('attachment; filename="contract.pdf"')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('content-security-policy')).toMatch(/\bsandbox$/)
    expect(bytes.equals(pdf())).toBe(true)
    expect(views).toEqual([{ path: contract, viewer: clerk }])
    expect((await ask(`${contract}?w=96`)).headers.get('content-type')).toBe('image/png')
  })

  test('is absent for everybody else, and is no licence', async () => {
    for (const path of [contractOfOthers, contract.replace('contracts', 'licences'), `${contract}x`]) {
      expect((await ask(path)).status).toBe(404)
    }
    expect((await ask(picture.replace('licences', 'contracts'))).status).toBe(404)
    expect((await ask(`${contract}?w=320`)).status).toBe(400)
    member = undefined
    expect((await ask(contract)).status).toBe(401)
    expect(views).toEqual([])
  })
})

describe('a picture of a vehicle', () => {
  test('is for everybody, for ever', async () => {
    member = undefined
    const { status, headers, bytes } = await ask(car)
    expect([status, headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('set-cookie')).toBeNull()
    expect(await widthOf(bytes)).toBe(1280)
    expect(await widthOf((await ask(`${car}?w=320`)).bytes)).toBe(320)
  })

  test('is shown whole where a smaller one is missing', async () => {
    expect(await widthOf((await ask(`${car}?w=640`)).bytes)).toBe(1280)
  })

  test('that was stored before pictures said whose they are is served as ever, in the widths that it has', async () => {
    const widths = [
      ['', 1280],
      ['?w=640', 640],
      ['?w=1280', 1280],
    ] as const
    for (const [query, width] of widths) expect(await widthOf((await ask(old + query)).bytes)).toBe(width)
  })

  test('that is not there, or no path of ours, is 404, and nobody keeps that answer', async () => {
    for (const path of [
      mintVehicleImagePath(lookupKey, { businessId: ours, uploadId: 'none' }, 1280),
      car.replace('vehicles', 'other'),
      '/objects/',
      '/objects/x/y/z',
    ]) {
      const { status, headers } = await ask(path)
      expect([status, headers.get('cache-control')]).toEqual([404, 'no-store'])
    }
  })

  test('of a licence’s key is 404: no licence leaves by the public way', async () => {
    member = undefined
    expect((await ask(picture.replace('licences', 'vehicles'))).status).toBe(404)
  })
})

describe('a logo', () => {
  test('is for everybody, for ever, runs nothing, and is shown whole where it is less wide', async () => {
    member = undefined
    for (const [query, width] of [
      ['', 640],
      ['?w=96', 96],
      ['?w=768', 640],
    ] as const) {
      const { status, headers, bytes } = await ask(logo + query)
      expect([status, headers.get('content-type'), await widthOf(bytes)]).toEqual([200, 'image/png', width])
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('that is not there, no path of ours, or asked for in another width is refused', async () => {
    for (const path of [mintLogoPath(lookupKey, { businessId: ours, uploadId: 'none' }, 640), `${logo}x`])
      expect((await ask(path)).status).toBe(404)
    for (const path of [car.replace('vehicles', 'logos'), picture.replace('licences', 'logos')])
      expect((await ask(path)).status).toBe(404)
    expect((await ask(`${logo}?w=97`)).status).toBe(400)
  })
})

test('files are not written here: 405', async () => {
  for (const method of ['PUT', 'POST', 'DELETE']) expect((await ask(picture, method)).status).toBe(405)
})
