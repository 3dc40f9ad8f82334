import type { WaitingWork } from './waiting-work.ts'

/**
 * Whose work is kept on this device, and what signing in does about it. Where some of it was refused, it does not promise
 * that the rest is sent: that may wait behind what needs them.
 */
export function waitingInWords({
  email,
  waiting,
  refused,
}: Pick<WaitingWork, 'email' | 'waiting' | 'refused'>): string {
  const who = email ?? 'the same person'
  if (refused === 0) {
    const [changes, them] = waiting === 1 ? ['1 change is', 'it'] : [`${waiting} changes are`, 'them']
    return `${changes} kept on this device and not sent yet. Sign in as ${who} to send ${them}.`
  }
  const needs = refused === 1 ? '1 change needs you' : `${refused} changes need you`
  const others = waiting === 0 ? '' : ` and ${waiting} ${waiting === 1 ? 'is' : 'are'} not sent yet`
  return `${needs}${others}: sign in as ${who}.`
}
