import { connect, Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { askFrom, flood, flooded, linesSince } from '../testing/flooded.ts'
import { bookingOf, createWorld, type World } from '../testing/world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
afterAll(() => world.stop())

const KEY = '5c7a1e54-0c2b-4b39-9c55-0d7be0f2a1f4'
/** What a header that was sent twice is read as. */
const TWICE = `${KEY}, ${KEY}`

/** As `flooded`, and known to be: the gate is closed. */
async function closed() {
  const full = await flooded(world)
  expect((await askFrom(full.command, 3, bookingOf(full.carId, world.licence()))).status).toBe(429)
  expect(full.command.core.schedules.peek(`rent.schedule-${full.carId}`)).toBeDefined()
  return full
}

describe('in front of a full business', () => {
  it.each(['x', 'again!', TWICE, '00000000000000000000000000000000'])(
    'an Idempotency-Key that is no UUID ends no process, and is refused as ever: %s',
    async (key) => {
      const { command, carId, acknowledged } = await closed()
      const answer = await askFrom(command, 4, bookingOf(carId, world.licence()), { 'idempotency-key': key })
      expect([answer.status, answer.problem.code]).toEqual([400, 'malformed-idempotency-key'])

      const again = await askFrom(command, 5, acknowledged.body, { 'idempotency-key': acknowledged.key.toUpperCase() })
      expect([again.status, again.text]).toEqual([201, acknowledged.text])
    },
  )

  it('whatever goes wrong, the application answers, with the whole body', async () => {
    const { command, carId, acknowledged } = await closed()
    vi.spyOn(command.core.vehicles, 'peek').mockImplementationOnce(() => {
      throw new Error('a bug')
    })
    const again = await askFrom(command, 4, acknowledged.body, { 'idempotency-key': acknowledged.key })
    expect([again.status, again.text]).toEqual([201, acknowledged.text])
    expect((await askFrom(command, 5, bookingOf(carId, world.licence()))).status).toBe(429)
  })

  it('whoever is turned away is told of once a minute, as long as it lasts', async () => {
    const { command, tenant, carId } = await closed()
    const before = command.lines.length
    await flood(world, command, carId)
    expect(linesSince(command, before)).toEqual([])

    const running = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => running() + 61_000)
    await flood(world, command, carId)

    const lines = linesSince(command, before)
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn', businessId: tenant.businessId })
  })

  it('a clock that is put back keeps nobody away for longer', async () => {
    const { command, carId } = await closed()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
    const answer = await askFrom(command, 4, bookingOf(carId, world.licence()))
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  })

  it('the answer is the same as the application gives: status, headers and body', async () => {
    const { command, carId } = await flooded(world)
    const bare = async (host: number) => {
      const { status, headers, text } = await askFrom(command, host, bookingOf(carId, world.licence()))
      // These are each answer's own.
      const own = ['date', 'x-request-id', 'retry-after']
      expect(own.every((name) => headers.has(name))).toBe(true)
      return { status, headers: new Map([...headers].filter(([name]) => !own.includes(name))), text }
    }
    // The first one closes the gate.
    const fromApplication = await bare(3)
    const fromGate = await bare(4)
    expect(fromGate).toEqual(fromApplication)
    expect(fromGate.status).toBe(429)
  })

  it('whoever was turned away is heard again on the same connection, also when both requests come together', async () => {
    const { command, carId } = await closed()
    const { host, hostname, port } = new URL(command.url)
    const request = requestOf(host, bookingOf(carId, world.licence()))
    const socket = connect({ host: hostname, port: Number(port) })
    onTestFinished(() => void socket.destroy())
    let heard = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      heard += text
    })
    const answers = () => heard.match(/HTTP\/1\.1 429 /g)?.length ?? 0
    const [paused, resumed] = [vi.spyOn(Socket.prototype, 'pause'), vi.spyOn(Socket.prototype, 'resume')]
    onTestFinished(() => {
      paused.mockRestore()
      resumed.mockRestore()
    })
    socket.write(request + request)
    await expect.poll(answers).toBe(2)
    const [served] = paused.mock.contexts
    expect(served).toMatchObject({ localPort: Number(port) })
    expect(resumed.mock.contexts).toContain(served)
    socket.write(request)
    await expect.poll(answers).toBe(3)
  })
})

/** A request for a booking as it goes over a connection. */
function requestOf(host: string, body: unknown): string {
  const text = JSON.stringify(body)
  const head = ['POST /api/bookings HTTP/1.1', `Host: ${host}`, 'Sec-Fetch-Site: same-origin']
  const headers = [...head, 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]
  return [...headers, '', text].join('\r\n')
}
