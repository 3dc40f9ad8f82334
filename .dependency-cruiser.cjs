/** Imports point inward only: web → contracts; services → contracts, event-log, kit → domain (docs: ARCHITECTURE). */
const test = '\\.(test|e2e)\\.tsx?$|(^|/)testing/'
const inside = (...folders) => `^(${folders.join('|')})/`

/** Forbids everything of the house to `from` except the folders in `may`. */
const only = (from, may, comment) => ({
  name: `${from.replace('/', '-')}-inward`,
  comment,
  severity: 'error',
  from: { path: `^${from}/`, pathNot: test },
  to: { path: inside('packages', 'services', 'web', 'infra', 'bench', 'tests'), pathNot: inside(from, ...may) },
})

module.exports = {
  forbidden: [
    only('packages/domain', [], 'the rules know nothing of the rest'),
    only('packages/contracts', [], 'contracts are shared with browsers: nothing else may come along'),
    only('packages/event-log', ['packages/domain'], 'the log knows the events, not the services'),
    only('packages/kit', ['packages/domain', 'packages/contracts'], 'the kit serves every service'),
    ...['command', 'query', 'workers'].map((name) =>
      only(
        `services/${name}`,
        ['packages/domain', 'packages/contracts', 'packages/event-log', 'packages/kit'],
        'services meet in the log and in the read models, never in code',
      ),
    ),
    only(
      'services/operator',
      ['packages/domain', 'packages/contracts', 'packages/event-log', 'packages/kit', 'services/command'],
      'operators send commands as everybody does',
    ),
    only('web', ['packages/contracts'], 'the app knows the contracts and nothing of the server'),
    {
      name: 'domain-is-pure',
      comment: 'zod and ts-pattern only: no I/O, no clock, no random numbers',
      severity: 'error',
      from: { path: '^packages/domain/', pathNot: test },
      to: {
        pathNot: ['^packages/domain/', '^node_modules/(zod|ts-pattern)/', '^zod', '^ts-pattern', '^(node:)?crypto$'],
      },
    },
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'not-to-test', severity: 'error', from: { pathNot: test }, to: { path: '\\.(test|e2e)\\.tsx?$' } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['web/dist', '\\.data/', 'fixtures/'] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
