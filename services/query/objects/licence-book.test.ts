import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { createTestDatabase, type TestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { mintLicencePath } from '@forecourt/kit/object-path.ts'
import { createDatabase, type Database } from '@forecourt/kit/postgres.ts'
import { sql } from 'slonik'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createLicenceBook, type LicenceBook } from './licence-book.ts'

const lookupKey = createSecretKey(randomBytes(32))
const viewer = { userId: randomUUID(), businessId: randomUUID() }
const path = mintLicencePath(lookupKey, 'a licence')

let testDatabase: TestDatabase
let owner: Database
let asQueryService: Database
let book: LicenceBook

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  owner = await createDatabase({ connectionString: testDatabase.url, applicationName: 'test' })
  asQueryService = await createDatabase({ connectionString: testDatabase.queryUrl, applicationName: 'test' })
  book = createLicenceBook(asQueryService)
})

afterAll(async () => {
  await owner.end()
  await asQueryService.end()
  await testDatabase.drop()
})

beforeEach(() => owner.query(sql.unsafe`delete from vault.files`))

const views = () =>
  owner.anyFirst(sql.type(z.object({ user_id: z.string() }))`
    select user_id from public.object_views where object_path = ${path}
  `)

test('a licence is held by the business whose customer it belongs to, and by nobody before and after', async () => {
  expect(await book.holderOf(path)).toBeUndefined()
  await owner.query(sql.unsafe`
    insert into vault.files (object_path, business_id, customer_id)
    values (${path}, ${viewer.businessId}, ${randomUUID()})
  `)
  expect(await book.holderOf(path)).toBe(viewer.businessId)
  await owner.query(sql.unsafe`delete from vault.files`)
  expect(await book.holderOf(path)).toBeUndefined()
})

test('a view is recorded once a person, licence and hour', async () => {
  const another = { ...viewer, userId: randomUUID() }
  await Promise.all([viewer, viewer, viewer, another].map((who) => book.recordView({ path, viewer: who })))
  expect((await views()).toSorted()).toEqual([viewer.userId, another.userId].toSorted())
})

test('the query service can neither read nor change nor delete views, nor look into the vault', async () => {
  for (const forbidden of [
    sql.unsafe`select * from public.object_views`,
    sql.unsafe`update public.object_views set viewed_at = now()`,
    sql.unsafe`delete from public.object_views`,
    sql.unsafe`select * from vault.files`,
  ]) {
    await expect(asQueryService.query(forbidden)).rejects.toThrow(/permission denied/)
  }
})

test('nobody changes what was recorded, not even the owner', async () => {
  await book.recordView({ path, viewer })
  await expect(owner.query(sql.unsafe`delete from public.object_views`)).rejects.toThrow(/insert-only/)
})

test('a database that does not answer is 503 to whoever asks for a licence', async () => {
  const gone = await createDatabase({ connectionString: testDatabase.queryUrl, applicationName: 'test' })
  await gone.end()
  const unanswered = { status: 503, headers: { 'Retry-After': expect.any(String) } }
  await expect(createLicenceBook(gone).holderOf(path)).rejects.toMatchObject(unanswered)
  await expect(createLicenceBook(gone).recordView({ path, viewer })).rejects.toMatchObject(unanswered)
})
