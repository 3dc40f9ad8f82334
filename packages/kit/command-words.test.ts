import { expect, it } from 'vitest'
import { readWords } from './command-words.ts'

const OPTIONS = { out: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const

const read = (...args: string[]) => readWords({ args, options: OPTIONS, allowPositionals: true })

it('gives what was said, in whatever order', () => {
  const { values, positionals } = read('a', '--out', 'b', '--json', 'c')
  expect({ ...values }).toEqual({ out: 'b', json: true })
  expect(positionals).toEqual(['a', 'c'])
  expect({ ...read('--out=-b', '-h').values }).toEqual({ out: '-b', help: true })
  expect(read('--', '--out').positionals).toEqual(['--out'])
  expect({ ...read('--out=').values }).toEqual({ out: '' })
  expect({ ...read('--out', '-').values }).toEqual({ out: '-' })
})

it.each([
  [['--foo'], '--foo is no option'],
  [['--foo=bar'], '--foo is no option'],
  [['--no-json'], '--no-json is no option'],
  [['-x'], '-x is no option'],
  [['a', '-hx'], '-x is no option'],
  [['--constructor'], '--constructor is no option'],
  [['--out'], '--out needs a value'],
  [['--out', '--json'], '--out needs a value; one that begins with a dash is written --out=--json'],
  [['--json=yes'], '--json takes no value'],
])('says in few words what is wrong with %j', (words, wrong) => {
  expect(() => read(...words)).toThrow(new Error(wrong))
})

it('says which word is too many where none is taken', () => {
  expect(() => readWords({ args: ['--json', 'a'], options: OPTIONS })).toThrow(new Error('"a" is one word too many'))
})
