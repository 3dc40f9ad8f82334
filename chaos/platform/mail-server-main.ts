import { createMailCatcher } from '@forecourt/infra/embedded/mail/mail-catcher.ts'

/** The mail server as a process of its own, so that it can be killed as everything else. Its port and its folder are given. */
const [, , port, dir] = process.argv
if (dir === undefined) throw new Error('which port, which folder?')

const catcher = createMailCatcher({ dir })
process.once('SIGTERM', () => void catcher.close().finally(() => process.exit()))
await catcher.listen(Number(port))
