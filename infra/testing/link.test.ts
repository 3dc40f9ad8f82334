import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openLink } from './link.ts'

it('what is sent through a link arrives, in order, also when it gets faster on the way', async () => {
  const { link, call } = await linkToEcho()
  link.slow(40)
  const socket = await call()
  socket.write('one ')
  link.slow(1)
  socket.write('two ')
  link.mend()
  socket.end('three')
  expect(await text(socket)).toBe('one two three')
})

it('a link that is slow delays both ways', async () => {
  const { link, call } = await linkToEcho()
  const socket = await call()
  link.slow(50)
  const began = performance.now()
  socket.write('x')
  await once(socket, 'data')
  expect(performance.now() - began).toBeGreaterThan(90)
})

it('a link tells whether anybody came by, with a connection or something to say, and how many it broke', async () => {
  const { link, call } = await linkToEcho()
  expect([link.passings, link.cut()]).toEqual([0, 0])
  const socket = await call()
  await vi.waitFor(() => expect(link.passings).toBe(1))
  const before = link.passings
  socket.write('x')
  await once(socket, 'data')
  expect(link.passings).toBeGreaterThan(before)
  expect(link.cut()).toBe(1)
})

it('a link that is cut breaks the connections of both sides, and takes new ones', async () => {
  const { link, call } = await linkToEcho()
  const socket = await call()
  const closed = new Promise((resolve) => {
    socket.once('close', resolve)
  })
  link.cut()
  await closed
  const another = await call()
  another.end('again')
  expect(await text(another)).toBe('again')
})

it('a link that is stalled takes what is sent and passes it on when it is mended', async () => {
  const { link, call } = await linkToEcho()
  const socket = await call()
  link.stall()
  let heard = ''
  socket.on('data', (chunk) => {
    heard += String(chunk)
  })
  await new Promise((written) => {
    socket.write('held back', written)
  })
  const another = await call()
  another.write('held back, too')
  expect(heard).toBe('')
  link.mend()
  await expect.poll(() => heard).toBe('held back')
})

it('a link waits once for whoever takes nothing, however often it is stalled and mended', async () => {
  const warned: unknown[] = []
  const note = (warning: unknown) => warned.push(warning)
  process.on('warning', note)
  onTestFinished(() => void process.off('warning', note))
  const { link, call } = await linkTo((socket) => socket.pause())
  const socket = await call()
  for (let time = 0; time < 60; time += 1) {
    link.stall()
    socket.write(Buffer.alloc(1_000_000))
    await pause(5)
    link.mend()
    await pause(5)
  }
  expect(warned).toEqual([])
})

it('a link to nobody breaks its connections', async () => {
  const link = await openLink(() => undefined)
  onTestFinished(() => link[Symbol.asyncDispose]())
  const socket = connect({ host: '127.0.0.1', port: link.port })
  await expect(once(socket, 'data')).rejects.toThrow('ECONNRESET')
})

/** A link to a server that says what it is told. */
const linkToEcho = () => linkTo((socket) => socket.pipe(socket))

async function linkTo(serve: (socket: Socket) => unknown) {
  const server = createServer({ allowHalfOpen: true }, (socket) => serve(socket.on('error', () => {})))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const link = await openLink(() => ({ host: '127.0.0.1', port }))
  const sockets: Socket[] = []
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await link[Symbol.asyncDispose]()
    server.close()
  })
  return {
    link,
    call: async (): Promise<Socket> => {
      const socket = connect({ host: '127.0.0.1', port: link.port, allowHalfOpen: true })
      sockets.push(socket)
      socket.on('error', () => {})
      await once(socket, 'connect')
      return socket
    },
  }
}
