import { expect, test } from 'vitest'
import { faultsOfLockfile } from './lockfile.ts'

const lockfile = (packages: object) => JSON.stringify({ lockfileVersion: 3, packages })

test('a lockfile that holds what it names is sound', () => {
  const text = lockfile({
    '': { version: '1.0.0' },
    'node_modules/tool': { version: '2.0.0', optionalDependencies: { 'tool-linux': '2.0.0', 'tool-mac': '2.0.0' } },
    'node_modules/tool-linux': { version: '2.0.0' },
    'node_modules/tool/node_modules/tool-mac': { version: '2.0.0' },
    'packages/ours': { version: '1.0.0' },
    'node_modules/ours': { resolved: 'packages/ours', link: true },
  })

  expect(faultsOfLockfile(text)).toEqual([])
})

test('a package for another platform that the lockfile does not hold breaks npm ci there', () => {
  const text = lockfile({
    'node_modules/tool': { version: '2.0.0', optionalDependencies: { 'tool-mac': '2.0.0' } },
    'node_modules/other/node_modules/tool-mac': { version: '2.0.0' },
  })

  expect(faultsOfLockfile(text)).toEqual([
    'node_modules/tool@2.0.0 wants tool-mac@2.0.0, which the lockfile does not hold.',
  ])
})

test('a registry’s address binds everybody to it', () => {
  const text = lockfile({ 'node_modules/tool': { version: '2.0.0', resolved: 'https://registry.example/tool.tgz' } })

  expect(faultsOfLockfile(text)).toEqual([
    'node_modules/tool is tied to one registry: https://registry.example/tool.tgz',
  ])
})
