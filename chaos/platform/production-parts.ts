import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { isLive } from '@forecourt/event-log/eventstore/testing/server-program.ts'
import type { Program } from './own-server.ts'

/** What production stands on and the embedded product does not, in servers of a run's own. */

/**
 * EventStoreDB, for the log.
 * @param command `EVENTSTORE_COMMAND`: a program that is given a port and a data folder and becomes a server without TLS
 */
export const eventStore = (command: string): Program => ({
  name: 'event-store',
  command,
  otherwise: 'EVENTSTORE_COMMAND must name a program that runs an EventStoreDB on the port that it is given',
  args: (port, dataFolder) => [String(port), dataFolder],
  answers: isLive,
})

/** Redis, for the queue, with what is in it on the disk as in `docker-compose.yml`. */
export const REDIS: Program = {
  name: 'redis',
  command: 'redis-server',
  otherwise: 'Debian has it: apt-get install redis-server',
  args: (port, dataFolder) => [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    dataFolder,
    '--appendonly',
    'yes',
    '--maxmemory-policy',
    'noeviction',
  ],
  async answers(port, signal) {
    const socket = connect({ port, host: '127.0.0.1', signal })
    socket.end('PING\r\n')
    return (await text(socket).catch(() => '')).startsWith('+PONG')
  },
}
