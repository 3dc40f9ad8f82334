import { describe, expect, it } from 'vitest'
import { faultsOfDirections } from './import-directions.ts'
import { importsOf } from './imports.ts'

const folders = new Map([
  ['@forecourt/domain', 'packages/domain'],
  ['@forecourt/contracts', 'packages/contracts'],
  ['@forecourt/event-log', 'packages/event-log'],
  ['@forecourt/query', 'services/query'],
])

const faults = (...files: readonly (readonly [path: string, text: string])[]) =>
  faultsOfDirections(files.flatMap(([path, text]) => importsOf(path, text, folders)))

describe('imports point inward only', () => {
  it.each([
    ['packages/domain/money.ts', "import fs from 'node:fs'", 'the rules are pure'],
    ['packages/domain/money.ts', "import pg from 'pg'", 'the rules are pure'],
    ['packages/domain/money.ts', "import '@forecourt/contracts/money.ts'", 'packages/domain may not'],
    ['packages/contracts/money.ts', "export * from '@forecourt/domain/money.ts'", 'packages/contracts may not'],
    ['web/src/main.tsx', "const x = await import('@forecourt/domain/money.ts')", 'web may not'],
    ['web/src/main.tsx', "import type { X } from '../../services/query/app.ts'", 'web may not'],
    ['services/command/app.ts', "export type { X } from '@forecourt/query/app.ts'", 'services/command may not'],
    ['services/command/app.ts', "import { x } from './testing/world.ts'", 'imports the test'],
    ['infra/embedded/main.ts', "import { x } from '../../chaos/history.ts'", 'imports the test'],
  ])('%s: %s', (path, text, complaint) => {
    expect(faults([path, text])).toEqual([expect.stringContaining(complaint)])
  })

  it.each([
    ['packages/domain/money.ts', "import { z } from 'zod'; import { x } from './ids.ts'"],
    ['services/command/app.ts', "import { x } from '@forecourt/domain/money.ts'; await using y = z()"],
    ['services/command/app.test.ts', "import { x } from '@forecourt/query/app.ts'"],
    ['web/src/main.tsx', "import { x } from '@forecourt/contracts/money.ts'; export const A = <p>hello</p>"],
  ])('%s may: %s', (path, text) => {
    expect(faults([path, text])).toEqual([])
  })

  it('finds a cycle of what runs, and lets types point at each other', () => {
    expect(
      faults(['infra/a.ts', "import './b.ts'"], ['infra/b.ts', "import './c.ts'"], ['infra/c.ts', "import './a.ts'"]),
    ).toEqual(['infra/a.ts → infra/b.ts → infra/c.ts → back: a cycle'])
    expect(faults(['infra/a.ts', "import './b.ts'"], ['infra/b.ts', "import type { A } from './a.ts'"])).toEqual([])
  })
})
