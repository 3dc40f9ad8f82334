import { describe, it } from 'vitest'
import { findRealServer } from './real-server.ts'
import type { ServerUnderTest } from './server-under-test.ts'

/** Runs the tests on a real server if there is one; otherwise leaves a visible skip that says why. */
export async function onRealServer(
  what: string,
  tests: (name: string, start: () => Promise<ServerUnderTest>) => void,
): Promise<void> {
  const real = await findRealServer()
  if (real.kind === 'available') tests(`real, ${real.name}`, real.start)
  else leaveSkip(what, real.reason)
}

function leaveSkip(what: string, reason: string): void {
  describe(`${what}, real`, () => {
    // oxlint-disable-next-line vitest/expect-expect -- there is nothing to expect of a server that is not there
    it('needs a real server', ({ skip }) => {
      skip(reason)
    })
  })
}
