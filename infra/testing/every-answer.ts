import { afterAll, afterEach } from 'vitest'
import { checkEveryAnswer, takeFaults } from './conformance.ts'

/**
 * Set-up of every test file: whatever a test fetches from `/api` or `/objects` is compared with the table of calls, and a
 * test that was answered otherwise fails, whether or not it looked at the answer.
 */
checkEveryAnswer()

function expectNoFaults(): void {
  const faults = takeFaults()
  if (faults.length > 0) throw new Error(`Answers that the table of calls does not promise:\n${faults.join('\n')}`)
}
afterEach(expectNoFaults)
// What was answered before the first test, or after the last one.
afterAll(expectNoFaults)
