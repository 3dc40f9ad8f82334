import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { someMails } from '../testing/mail-of.ts'
import { openQueue } from '../testing/open-queue.ts'

it('two mails are put in without tables being made for them, as twenty are, and many are there, too', async () => {
  const { url, queue } = await openQueue()
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`
    create table made (command text);
    create function note() returns event_trigger language plpgsql as 'begin insert into public.made values (tg_tag); end';
    create event trigger made on ddl_command_end execute function note()`)
  const made = async () => (await client.query<{ command: string }>('select distinct command from made')).rows

  const two = someMails(2)
  await queue.add(two)
  // Again, as the sweep does.
  await queue.add(two)
  expect(await made()).toEqual([])
  expect(await queue.waiting()).toBe(2)
  await queue.add(someMails(20))
  expect(await made()).toEqual([])
  await queue.add(someMails(21))
  expect(await made()).toContainEqual({ command: 'CREATE TABLE AS' })
  expect(await queue.waiting()).toBe(43)
})
