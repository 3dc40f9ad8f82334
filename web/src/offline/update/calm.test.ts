import { expect, it } from 'vitest'
import { isCalm, type Moment } from './calm.ts'

const calm: Moment = {
  isUnsaved: false,
  isSending: false,
  isInUse: false,
  isHidden: false,
  isCovered: false,
  sinceTouched: 60_000,
}

it.each([
  ['nobody does anything', {}, true],
  ['a form has something to lose', { isUnsaved: true }, false],
  ['a form has something to lose, also where nobody sees it', { isUnsaved: true, isHidden: true }, false],
  ['the outbox is being sent', { isSending: true }, false],
  ['the outbox is being sent, also where nobody sees it', { isSending: true, isHidden: true }, false],
  ['somebody is in the middle of something in another tab', { isInUse: true }, false],
  ['they are, also for a tab that nobody sees', { isInUse: true, isHidden: true }, false],
  ['a dialog is open', { isCovered: true }, false],
  ['a dialog is open that nobody sees', { isCovered: true, isHidden: true }, true],
  ['somebody has just touched the screen', { sinceTouched: 500 }, false],
  ['somebody has just turned to something else', { sinceTouched: 500, isHidden: true }, true],
] as const)('when %s', (_, change, may) => {
  expect(isCalm({ ...calm, ...change })).toBe(may)
})
