import type pg from 'pg'

/**
 * BullMQ on PostgreSQL stores each step of each job for those who follow a queue's events, and notifies of it with the
 * commit. Nobody follows ours. But of every notification PostgreSQL wakes whoever listens for anything in its database,
 * eight connections of ours, and lets only one transaction that notifies commit at a time: each mail stood in the way of
 * the appends that people wait for. What announces a job to the workers stays.
 *
 * What is not there, or is otherwise than it is known here, is left as it is: the queue works either way.
 * @param pool of a database in which BullMQ has made its schema
 */
export async function forgoEvents(pool: pg.Pool): Promise<void> {
  await pool.query(FORGO)
}

/** Some are told of by the function, others are inserted: of those no row is kept, as only the function ever deletes any. */
const FORGO = `
  do $do$
  begin
    -- Several workers may start at once.
    perform pg_advisory_xact_lock(hashtext('forecourt queue without events'));

    if exists (
      select from pg_proc p join pg_language l on l.oid = p.prolang
      where p.oid = to_regprocedure('bull.publish_event(text, text, jsonb)') and l.lanname <> 'sql'
    ) then
      create or replace function bull.publish_event(p_queue text, p_event text, p_data jsonb) returns bigint
        language sql as 'select 0::bigint';
    end if;

    if to_regclass('bull.event') is not null and not exists (
      select from pg_trigger where tgrelid = to_regclass('bull.event') and tgname = 'kept_for_nobody'
    ) then
      create or replace function bull.keep_nothing() returns trigger language plpgsql as 'begin return null; end';
      create trigger kept_for_nobody before insert on bull.event for each row execute function bull.keep_nothing();
    end if;
  exception when invalid_function_definition then
    raise warning 'the queue stores its steps: %', sqlerrm;
  end
  $do$`
