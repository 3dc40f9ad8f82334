import { describe, expect, it } from 'vitest'
import { plainLines, progressText, showProgress, terminalLine } from './progress.ts'

describe('progress', () => {
  it.each([
    [120_000, 500_000, 2, '120,000 of 500,000 (24 %), 60,000 a second, 7 s left'],
    [1_000, 1_000_000, 1, '1,000 of 1,000,000 (0 %), 1,000 a second, 17 min left'],
    [10, 10, 1, '10 of 10 (100 %), 10 a second, 0 s left'],
    [0, 10, 1, '0 of 10 (0 %), 0 a second'],
    [1_200, undefined, 2, '1,200, 600 a second'],
    [3, undefined, 0, '3, 0 a second'],
  ])('%i of %s after %i s says its rate and, where the end is known, the time left', (done, all, seconds, text) => {
    expect(progressText(done, all, seconds)).toBe(text)
  })

  it('draws one line of a terminal over and over, and leaves nothing of it', () => {
    let time = 0
    const written: string[] = []
    const progress = showProgress(terminalLine({ write: (text) => written.push(text) }), () => time)
    progress.report(1, 4)
    for (time = 100; time <= 1_000; time += 100) progress.report(time / 250, 4)
    progress.end()
    expect(written).toHaveLength(6)
    expect(written.at(0)).toContain('1 of 4')
    expect(written.at(-1)).toBe('\r\x1b[2K')
  })

  it('writes a line now and then where there is no terminal, and none for what is done at once', () => {
    let time = 0
    const written: string[] = []
    const progress = showProgress(
      plainLines((text) => written.push(text)),
      () => time,
    )
    for (time = 0; time <= 4_000; time += 1_000) progress.report(time, 10_000)
    expect(written).toEqual([])
    time = 6_000
    progress.report(6_000, 10_000)
    progress.end()
    expect(written).toEqual(['6,000 of 10,000 (60 %), 1,000 a second, 4 s left'])
  })

  it('says what it waits for while nothing can be counted, and tells the rate from then on', () => {
    let time = 0
    const written: string[] = []
    const progress = showProgress(
      plainLines((text) => written.push(text)),
      () => time,
    )
    for (time = 0; time <= 12_000; time += 1_000) progress.busy('sorting the log')
    time = 14_000
    progress.report(1_000, 10_000)
    time = 22_000
    progress.report(5_000, 10_000)
    expect(written).toEqual([
      'sorting the log, 5 s so far',
      'sorting the log, 10 s so far',
      '5,000 of 10,000 (50 %), 500 a second, 10 s left',
    ])
  })
})
