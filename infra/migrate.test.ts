import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { createTestDatabase, type TestDatabase } from './testing/postgres.ts'

let database: TestDatabase
let folder: string

beforeEach(async () => {
  database = await createTestDatabase()
  await query('drop table if exists public.migrations')
  folder = await mkdtemp(join(tmpdir(), 'forecourt-migrations-'))
})

afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

async function query(sql: string): Promise<unknown[]> {
  const client = new pg.Client(database.url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

const file = (name: string, sql: string) => writeFile(join(folder, name), sql)
const run = () => migrate(database.url, { folder })

describe('migrations', () => {
  test('run in the order of their numbers, once', async () => {
    await file('002-second.sql', 'alter table fruit add column colour text;')
    await file('001-first.sql', "create table fruit (name text); insert into fruit values ('pear');")

    expect(await run()).toEqual(['001-first.sql', '002-second.sql'])
    expect(await run()).toEqual([])
    expect(await query('select * from fruit')).toEqual([{ name: 'pear', colour: null }])
  })

  test('are run once when several processes start together', async () => {
    await file('001-first.sql', 'create table fruit (name text);')

    const runs = await Promise.all([run(), run(), run(), run()])

    expect(runs.flat()).toEqual(['001-first.sql'])
  })

  test('that fail leave nothing behind and stop what follows', async () => {
    await file('001-first.sql', 'create table fruit (name text);')
    await file('002-broken.sql', 'create table veg (name text); select nonsense;')
    await file('003-third.sql', 'create table nut (name text);')

    await expect(run()).rejects.toThrow('002-broken.sql failed: column "nonsense" does not exist')

    expect(
      await query(`select to_regclass('fruit') as fruit, to_regclass('veg') as veg, to_regclass('nut') as nut`),
    ).toEqual([{ fruit: 'fruit', veg: null, nut: null }])
    await file('002-broken.sql', 'create table veg (name text);')
    expect(await run()).toEqual(['002-broken.sql', '003-third.sql'])
  })

  test('that were edited after they ran are refused', async () => {
    await file('001-first.sql', 'create table fruit (name text);')
    await run()
    await file('001-first.sql', 'create table fruit (name text, colour text);')
    await file('002-second.sql', 'create table nut (name text);')

    await expect(run()).rejects.toThrow('001-first.sql was edited after it was run')

    expect(await query(`select to_regclass('nut') as nut`)).toEqual([{ nut: null }])
  })

  test('that a newer version ran are refused by an older one', async () => {
    await file('001-first.sql', 'create table fruit (name text);')
    await file('002-second.sql', 'create table nut (name text);')
    await run()
    await rm(join(folder, '002-second.sql'))

    await expect(run()).rejects.toThrow('it is newer')
  })

  test('cannot be slipped in below one that ran', async () => {
    await file('002-second.sql', 'create table nut (name text);')
    await run()
    await file('001-first.sql', 'create table fruit (name text);')

    await expect(run()).rejects.toThrow('001-first.sql is numbered below')
  })

  test('with the same number or a strange name are refused', async () => {
    await file('001-first.sql', 'select 1;')
    await file('001-other.sql', 'select 1;')
    await expect(run()).rejects.toThrow('Two migrations have the number')
    await rm(join(folder, '001-other.sql'))
    await file('2-second.sql', 'select 1;')
    await expect(run()).rejects.toThrow('not named like')
  })
})
