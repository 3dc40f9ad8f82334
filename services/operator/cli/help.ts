import type { Command } from './command.ts'

/** Two columns, the first as wide as its longest entry. */
function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}

const EXIT_CODES = [
  ['0', 'done'],
  ['1', 'done, and something is not as it should be: the answer says what'],
  ['2', 'the command line or the configuration is wrong'],
  ['3', "refused by the platform's rules"],
  ['4', 'the platform did not answer: run the same command again'],
  ['5', 'failed'],
  ['130', 'stopped by Ctrl-C: run the same command again'],
] as const

/** What `forecourt help` prints. */
export function overview(commands: readonly Command[]): string[] {
  return [
    'forecourt – the command line of those who run the platform',
    '',
    'Usage: forecourt <command> [options]',
    '',
    'Commands:',
    ...columns(commands.map(({ name, summary }) => [name, summary])),
    '',
    'Every command takes --help, and --json for programs. "forecourt help <command>" explains one, too.',
    '',
    'It reads the same configuration as the services (DATABASE_URL, EVENTSTORE_URL, MASTER_KEY, LOOKUP_KEY). Without',
    'DATABASE_URL it uses the embedded run in FORECOURT_DATA (.data), which must be running.',
    '',
    'Exit codes:',
    ...columns(EXIT_CODES),
  ]
}

/** What `forecourt <command> --help` prints. */
export function helpOf({ name, operands = [], mayFollow, needs = [], summary, explained, example }: Command): string[] {
  const isNeeded = (option: string) => needs.some((needed) => option.split(' ', 1)[0] === `--${needed}`)
  const usage = [
    name,
    ...operands,
    ...(mayFollow === undefined ? [] : [`[${mayFollow}]`]),
    ...explained.map(([option]) => option).filter(isNeeded),
  ]
  return [
    `forecourt ${name} – ${summary}`,
    '',
    `Usage: forecourt ${usage.join(' ')} [options]`,
    '',
    'Options:',
    ...columns([
      ...explained.map(([option, meaning]) => [option, isNeeded(option) ? `${meaning} (required)` : meaning] as const),
      ['--json', 'answer as one line of JSON'],
      ['--help', 'this text'],
    ]),
    '',
    'Example:',
    `  ${example}`,
  ]
}
