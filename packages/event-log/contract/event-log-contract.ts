import { afterAll, beforeAll, describe } from 'vitest'
import { appending } from './appending.ts'
import { expectedRevision } from './expected-revision.ts'
import { following } from './following.ts'
import { lostConnections } from './lost-connections.ts'
import { reading } from './reading.ts'
import { rowsAlongside } from './rows-alongside.ts'
import type { Setup, Subject } from './setup.ts'

/**
 * What every event log must do, whatever stands behind it. Each adapter runs this one suite.
 * @param name shown in front of the rules
 * @param setup makes the adapter under test, once
 */
export function eventLogContract(name: string, setup: Setup): void {
  describe(`${name} keeps the contract of the event log`, () => {
    let subject: Subject | undefined
    const under = (): Subject => {
      if (subject === undefined) throw new Error('the subject is made before the tests')
      return subject
    }
    beforeAll(async () => {
      subject = await setup()
    })
    afterAll(async () => {
      await subject?.stop()
    })

    expectedRevision(under)
    appending(under)
    reading(under)
    following(under)
    rowsAlongside(under)
    lostConnections(under)
  })
}
