import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Where metrics of our own are given their names. */
const DEFINED = [
  'packages/kit/metrics.ts',
  'services/command/main.ts',
  'services/query/projector.ts',
  'services/workers/main.ts',
]
  .map(read)
  .flatMap((source) => [...source.matchAll(/'(forecourt_[a-z_]+)'/g)].map(([, name = '']) => name))

const used = (text: string) =>
  new Set([...text.matchAll(/forecourt_[a-z_]+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, '')))

const Alerts = z.object({
  groups: z.array(
    z.object({
      rules: z.array(z.object({ alert: z.string(), expr: z.string(), annotations: z.object({ runbook: z.string() }) })),
    }),
  ),
})
const Scraped = z.object({
  scrape_configs: z.array(z.object({ dns_sd_configs: z.array(z.object({ names: z.array(z.string()) })) })),
})
const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({ environment: z.object({ METRICS_PORT: z.string().optional() }).optional() }),
  ),
})
const rules = Alerts.parse(parse(read('infra/observability/alerts.yml'))).groups.flatMap((group) => group.rules)

it('alerts and the dashboard ask for metrics that the processes tell, and the dashboard shows all of them', () => {
  const shown = used(read('infra/observability/dashboard.json'))
  expect([...shown].filter((name) => !DEFINED.includes(name))).toEqual([])
  expect(DEFINED.filter((name) => !shown.has(name))).toEqual([])
  const asked = used(rules.map(({ expr }) => expr).join('\n'))
  expect(asked.size).toBeGreaterThan(4)
  expect([...asked].filter((name) => !DEFINED.includes(name))).toEqual([])
})

it.each(rules.map(({ alert, annotations }) => [alert, annotations.runbook]))(
  '%s has its runbook, which names it: %s',
  (alert, runbook) => {
    const [file = '', section = ''] = runbook.split('#')
    const sections = [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-'),
    )
    expect(sections).toContain(section)
    expect(read(file)).toContain(`\`${alert}\``)
  },
)

it('somebody is woken when the last process of a service is gone: then there is no target that could be down', () => {
  const [services] = Scraped.parse(parse(read('infra/observability/prometheus.yml'))).scrape_configs
  const compose = Compose.parse(parse(read('docker-compose.yml'), { merge: true }))
  const told = Object.entries(compose.services).filter(([, { environment }]) => environment?.METRICS_PORT !== undefined)
  const names = services?.dns_sd_configs.flatMap((dns) => dns.names) ?? []
  const gone = rules.find(({ alert }) => alert === 'ProcessGone')?.expr
  expect(told.map(([name]) => name).toSorted()).toEqual(names.toSorted())
  for (const name of names) expect(gone).toContain(`absent(up{job="forecourt",service="${name}"})`)
})

it('nobody is woken by how many mails wait, which a busy hour alone makes many, but by how long one has waited', () => {
  const asked = rules.filter(({ alert }) => alert.startsWith('Mail')).map(({ expr }) => expr)
  expect(asked).toContain('max(forecourt_queue_oldest_wait_seconds) > 600')
  expect(asked.join()).not.toContain('forecourt_queue_waiting_jobs')
})

it.each([
  'forecourt_projection_lag_seconds',
  'forecourt_unsealed_seconds',
  'forecourt_reactor_lag_seconds',
  'forecourt_queue_oldest_wait_seconds',
])('somebody is woken when %s cannot be told: no number is over no limit', (name) => {
  expect(rules.map(({ expr }) => expr)).toContain(`${name} != ${name}`)
})
