/** Where the progress of a command is shown. */
export interface ProgressLine {
  show(text: string): void
  /** The command is over: what it has to say follows. */
  clear(): void
  /** How often something new is worth showing, in milliseconds. */
  readonly every: number
}

const REDRAWN = 200
const LOGGED = 5_000

/** One line of a terminal that is drawn over and over, and gone in the end. */
export function terminalLine(terminal: { write(text: string): unknown }): ProgressLine {
  return {
    show: (text) => terminal.write(`\r\x1b[2K${text}`),
    clear: () => terminal.write('\r\x1b[2K'),
    every: REDRAWN,
  }
}

/** A line now and then, for a file or a log. */
export function plainLines(write: (line: string) => void): ProgressLine {
  return { show: write, clear: () => {}, every: LOGGED }
}

/** Shows what a command reports, no more often than is worth reading. Short commands show nothing at all. */
export function showProgress(line: ProgressLine | undefined, now: () => number = () => performance.now()) {
  const begun = now()
  /** Since when things are done that are counted. */
  let counting = begun
  let shown = begun
  let visible = false
  function show(text: (at: number) => string): void {
    const at = now()
    if (line === undefined || at - shown < line.every) return
    shown = at
    visible = true
    line.show(text(at))
  }
  return {
    report: (done: number, all?: number): void => show((at) => progressText(done, all, (at - counting) / 1_000)),
    busy(what: string): void {
      counting = now()
      show((at) => `${what}, ${duration((at - begun) / 1_000)} so far`)
    },
    end(): void {
      if (visible) line?.clear()
    },
  }
}

/** `120,000 of 500,000 (24 %), 61,000 a second, 6 s left`. @param seconds since the beginning */
export function progressText(done: number, all: number | undefined, seconds: number): string {
  const rate = seconds > 0 ? done / seconds : 0
  const parts = [`${number(rate)} a second`]
  if (all === undefined || all === 0) return [number(done), ...parts].join(', ')
  if (rate > 0) parts.push(`${duration(Math.max(0, all - done) / rate)} left`)
  return [`${number(done)} of ${number(all)} (${Math.floor((done / all) * 100)} %)`, ...parts].join(', ')
}

const number = (value: number) => Math.round(value).toLocaleString('en-GB')

function duration(seconds: number): string {
  const whole = Math.ceil(seconds)
  return whole < 90 ? `${whole} s` : `${Math.ceil(whole / 60)} min`
}
