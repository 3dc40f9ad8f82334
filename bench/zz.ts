import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { startGenerator } from './load/generator.ts'
import { CASES } from './ratios/cases.ts'
import { fill } from './ratios/fill.ts'
import { visited } from './ratios/visit.ts'
import { startSides } from './sides/all.ts'
import { setTimeout as pause } from 'node:timers/promises'

const names = (process.env.SIDES ?? 'forecourt,crud-fn').split(',') as never
const ms = Number(process.env.MS ?? 2000)
const rounds = Number(process.env.ROUNDS ?? 3)
const only = (process.env.ONLY ?? 'bookings, 2,000 vehicles').split('|')
const clients = (process.env.CLIENTS ?? '32').split(',').map(Number)
await using sides = await startSides(names)
await using generator = startGenerator()
const all = sides.all.map(visited)
for (const of of all) await fill(of)
for (const { side } of all) { await side.settled(); side.freeze() }
const procs = () => readdirSync('/proc').filter((n) => /^\d+$/.test(n)).flatMap((n) => { try {
  const stat = readFileSync(`/proc/${n}/stat`, 'utf8'); const f = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return [{ pid: Number(n), parent: Number(f[1]), ticks: Number(f[11]) + Number(f[12]), cmd: readFileSync(`/proc/${n}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() }]
} catch { return [] } })
const mine = new Set([process.pid])
function cpu(): Map<string, number> {
  const list = procs(); const out = new Map<string, number>()
  const kids = new Set<number>([process.pid])
  for (let i = 0; i < 4; i++) for (const p of list) if (kids.has(p.parent)) kids.add(p.pid)
  for (const p of list) { if (!kids.has(p.pid)) continue
    const name = p.cmd.startsWith('postgres:') ? `pg ${p.cmd.replace(/^postgres: /, '').split(' ').slice(0, 2).join(' ')}` : p.cmd.match(/(services|bench)\/\S+/)?.[0] ?? p.cmd.slice(0, 40)
    out.set(name, (out.get(name) ?? 0) + p.ticks * 10) }
  return out
}
const url = (sides as any).adminUrl as string | undefined
for (const what of CASES.filter((c) => clients.includes(c.clients) && only.some((o) => c.names.some((n) => n === o)))) {
  const rates = new Map<string, number[]>()
  for (let r = 0; r < rounds; r++) for (const of of all) {
    of.side.thaw()
    if (process.env.SETTLE) await of.side.settled()
    const warm = await generator.run(what.loads(of), 500); what.after?.(of, warm)
    const c = process.env.STAT ? new pg.Client(process.env.STATURL) : undefined
    const before = cpu(); const t0 = performance.now()
    const m = await generator.run(what.loads(of), ms); const wall = performance.now() - t0
    const after = cpu(); what.after?.(of, m)
    of.side.freeze()
    const n = m[0]!.perSecond * ms / 1000
    ;(rates.get(of.side.name) ?? rates.set(of.side.name, []).get(of.side.name)!).push(m[0]!.perSecond)
    console.log(`${what.names[0]} ${what.clients} ${of.side.name} ${m[0]!.perSecond.toFixed(0)}/s p50 ${m[0]!.p50.toFixed(1)} p99 ${m[0]!.p99.toFixed(1)} | ms/req: ` +
      [...after].map(([k, v]) => [k, v - (before.get(k) ?? 0)] as const).filter(([, v]) => v / n > 0.03).sort((a, b) => b[1] - a[1]).map(([k, v]) => `${k} ${(v / n).toFixed(2)}`).join(', ') + ` wall ${wall.toFixed(0)}`)
  }
  const med = (a: number[]) => [...a].sort((x, y) => x - y)[a.length >> 1]!
  const f = med(rates.get('forecourt') ?? [NaN]); for (const [k, v] of rates) console.log(`  ${what.names[0]} ${what.clients}: forecourt ${f.toFixed(0)} ÷ ${k} ${med(v).toFixed(0)} = ${(f / med(v)).toFixed(2)}`)
}
if (process.env.STAT) {
  const s = sides as any
  const c = new pg.Client(s.serverUrl); await c.connect()
  await c.query('create extension if not exists pg_stat_statements')
  const { rows } = await c.query(`select d.datname, calls, total_exec_time::int t, (total_exec_time/calls)::numeric(8,3) m, left(regexp_replace(query,'\\s+',' ','g'),140) q from pg_stat_statements s join pg_database d on d.oid=s.dbid where d.datname=$1 order by total_exec_time desc limit 45`, ['forecourt'])
  for (const r of rows) console.log(r.t, r.calls, r.m, r.q)
  await c.end()
}
