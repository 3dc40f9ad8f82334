import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Program } from './own-server.ts'

/** What the embedded product has in one process with everything else, in servers of a run's own. */

const main = (name: string): string => fileURLToPath(new URL(`${name}-main.ts`, import.meta.url))
const OTHERWISE = 'Node runs it'

/**
 * A mail server that keeps what it is given.
 * @param dataFolder of the mails
 */
export const mailServer = (dataFolder: string): Program => ({
  name: 'mail-server',
  command: process.execPath,
  otherwise: OTHERWISE,
  dataFolder,
  args: (port, folder) => [main('mail-server'), String(port), folder],
  async answers(port, signal) {
    const socket = connect({ port, host: '127.0.0.1', signal })
    const [greeting] = await once(socket, 'data', { signal }).catch(() => [''])
    socket.destroy()
    return String(greeting).startsWith('220')
  },
})

interface Storage {
  readonly dataFolder: string
  readonly keyId: string
  readonly secretKey: string
  /** Made when it is not there. */
  readonly bucket: string
}

/** An object storage on a disk of this machine. */
export const objectStorage = ({ dataFolder, keyId, secretKey, bucket }: Storage): Program => ({
  name: 'object-storage',
  command: process.execPath,
  otherwise: OTHERWISE,
  dataFolder,
  environment: { S3_ACCESS_KEY_ID: keyId, S3_SECRET_ACCESS_KEY: secretKey, S3_BUCKET: bucket },
  args: (port, folder) => [main('object-storage'), String(port), folder],
  async answers(port, signal) {
    // That it lets nobody in who does not say who they are is an answer.
    const answer = await fetch(`http://127.0.0.1:${port}/`, { signal }).catch(() => undefined)
    await answer?.body?.cancel().catch(() => {})
    return answer !== undefined
  },
})
