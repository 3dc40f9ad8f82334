import pg from 'pg'

/**
 * Gives every client of `pg` somebody who hears its errors, by being imported. A connection that is lost while nobody listens
 * ends the whole process (SECURITY rule 21), and libraries have clients of their own that we never see: slonik asks for the
 * server's types with one, BullMQ makes its tables with one. What such a client was asked rejects all the same, and whoever
 * else listens hears it as well.
 */
const connect: unknown = Reflect.get(pg.Client.prototype, 'connect')
if (typeof connect !== 'function') throw new Error('a client of pg has a method to connect')
Object.assign(pg.Client.prototype, {
  connect(this: pg.Client, ...args: unknown[]): unknown {
    listen(this)
    return Reflect.apply(connect, this, args)
  },
})

function listen(client: pg.Client): void {
  client.on('error', () => {})
  // BullMQ has nobody listen any more before it waits for the end.
  const removeAll = client.removeAllListeners.bind(client)
  client.removeAllListeners = (...about) => {
    removeAll(...about)
    client.on('error', () => {})
    return client
  }
}
