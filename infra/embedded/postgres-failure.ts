import { CannotStart } from './cannot-start.ts'

/** What PostgreSQL's programs say when something is missing, and what it means to the person at the terminal. */
const KNOWN: readonly (readonly [said: RegExp, meaning: string])[] = [
  [/No space left on device|Disk quota exceeded/, 'the disk is full: make room and start again'],
  [
    /could not look up effective user ID/,
    'this user has a number but no name (no line in /etc/passwd): run as a user that has one, or set DATABASE_URL',
  ],
  [/Address already in use/, 'its port is taken: start again to get another one'],
  [/Read-only file system/, 'the data folder is on a read-only disk: set FORECOURT_DATA to another folder'],
  [/Permission denied|has wrong ownership/, 'the data folder is not this user’s: set FORECOURT_DATA to another folder'],
  [
    /could not (?:create|map|resize|allocate)[^\n]*(?:shared memory|memory)|Cannot allocate memory|out of memory/,
    'there is not enough memory',
  ],
  [/pre-existing shared memory block/, 'an earlier server on this data still runs: end it, or restart the machine'],
  [
    /error while loading shared libraries|symbol not found/,
    'its libraries are incomplete: run "npm rebuild" in this folder',
  ],
  [
    /could not locate a valid checkpoint record|invalid (?:primary )?checkpoint|is not a valid data directory|database files are incompatible|could not open file|invalid data in file/,
    'the data folder is broken: restore it from a backup, or move it away to start afresh',
  ],
]

/**
 * Turns the log of a `postgres` or `initdb` that failed into one sentence. Without a known cause it quotes the last
 * line of trouble, or the last one, which names files and settings but never data.
 */
export function explainFailure(program: 'postgres' | 'initdb', log: string, dataFolder: string): CannotStart {
  const name = program === 'postgres' ? 'PostgreSQL does not start' : 'PostgreSQL cannot make its data folder'
  const meaning = KNOWN.find(([said]) => said.test(log))?.[1]
  const lines = log.split('\n').filter((line) => line.trim() !== '')
  const trouble = lines
    .findLast((line) => /FATAL|PANIC|error/i.test(line))
    ?.replace(/^.*?(?:FATAL|PANIC|error): +/i, '')
  return new CannotStart(`${name} (${dataFolder}): ${meaning ?? trouble ?? lines.at(-1) ?? 'it ended without a word'}.`)
}
