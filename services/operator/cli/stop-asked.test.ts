import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { stopAsked } from './stop-asked.ts'

/** A process that is told to end at these times, in milliseconds; whether it stops, and with which codes it was ended. */
function told(...when: readonly (readonly [signal: 'SIGINT' | 'SIGTERM' | 'disconnect', at: number])[]) {
  const ended: number[] = []
  const ours = Object.assign(new EventEmitter(), { exit: (code: number) => void ended.push(code) })
  let now = 0
  const signal = stopAsked(ours, () => now)
  for (const [name, at] of when) {
    now = at
    ours.emit(name)
  }
  return { stops: signal.aborted, ended }
}

describe('a command that is asked to stop', () => {
  it('stops in order, also when one Ctrl-C is told by the terminal, by npm and by what has started it', () => {
    expect(told()).toEqual({ stops: false, ended: [] })
    expect(told(['SIGINT', 0])).toEqual({ stops: true, ended: [] })
    expect(told(['SIGINT', 0], ['SIGINT', 2], ['SIGINT', 40], ['SIGTERM', 250])).toEqual({ stops: true, ended: [] })
  })

  it('goes on stopping in order while it is told to end again and again by a program', () => {
    const again = [0, 250, 500, 1_500, 9_000].map((at) => ['SIGTERM', at] as const)
    expect(told(...again, ['disconnect', 9_100])).toEqual({ stops: true, ended: [] })
  })

  it('ends at once at the second Ctrl-C', () => {
    expect(told(['SIGINT', 0], ['SIGINT', 3], ['SIGINT', 1_900])).toEqual({ stops: true, ended: [130] })
  })
})
