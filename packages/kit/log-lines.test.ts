import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { gatherLines } from './log-lines.ts'

describe('lines of the log', () => {
  it('go out at once after a pause, and together when they come in a row', async () => {
    vi.useFakeTimers()
    try {
      const out: string[] = []
      const lines = gatherLines((together) => out.push(together), 50)
      for (const line of ['a\n', 'b\n', 'c\n']) lines.write(line)
      expect(out).toEqual(['a\n'])
      await vi.advanceTimersByTimeAsync(50)
      expect(out).toEqual(['a\n', 'b\nc\n'])
      lines.write('d\n')
      expect(out).toHaveLength(2)
      await vi.advanceTimersByTimeAsync(100)
      lines.write('e\n')
      expect(out).toEqual(['a\n', 'b\nc\n', 'd\n', 'e\n'])
    } finally {
      vi.useRealTimers()
    }
  })

  it('go out with what waits before them when they are in a hurry', () => {
    const out: string[] = []
    const lines = gatherLines((together) => out.push(together))
    for (const line of ['a\n', 'b\n', 'c\n']) lines.write(line)
    lines.hurry()
    lines.hurry()
    expect(out).toEqual(['a\n', 'b\nc\n'])
  })
})

/** What Node is given to run this with a log of its own. */
function programOf(script: string): string[] {
  const imports = `import { createLog } from ${JSON.stringify(new URL('./logging.ts', import.meta.url).href)}`
  return ['--input-type=module', '--eval', `${imports}\nconst log = createLog({ service: 'test' })\n${script}`]
}

/** A process that runs it. */
function run(script: string) {
  return spawn(process.execPath, programOf(script), { stdio: ['pipe', 'pipe', 'ignore'] })
}

it.skipIf(!existsSync('/dev/full'))('a full disk behind the standard output costs lines, and no process', async () => {
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  const program = programOf(`
    for (let count = 0; count < 20; count += 1) {
      log.error({ count }, 'said')
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    process.exit(7)`)
  const child = spawn(process.execPath, program, { stdio: ['ignore', full, 'ignore'] })
  const [code] = await once(child, 'exit')
  expect(code).toBe(7)
})

describe('a process that ends', () => {
  it.each([
    ['by itself', '', 1_000],
    ['because it is told to', 'process.exit(0)', 1_000],
    ['by a bug', `throw new Error('a bug')`, 1_000],
    ['by a bug, later', `setTimeout(() => { log.info({}, 'said'); throw new Error('a bug') }, 10)`, 1_001],
  ])('%s has written all lines', async (_how, end, lines) => {
    const child = run(`for (let count = 0; count < 1_000; count += 1) log.info({ count }, 'said')\n${end}`)
    const written = await text(child.stdout)
    expect(written.split('\n').filter((line) => line.includes('"said"'))).toHaveLength(lines)
  })
})

it('an error is out at once, whatever holds the process up then', async () => {
  const child = run(`
    log.info({}, 'said')
    const fail = () => {
      log.error({}, 'failed')
      for (;;) {}
    }
    process.stdin.once('data', () => setImmediate(() => setImmediate(fail)))`)
  let latest = ''
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      latest = line
      if (line.includes('"failed"')) break
      child.stdin.write('now')
    }
    expect(latest).toContain('"failed"')
  } finally {
    child.kill('SIGKILL')
  }
})
