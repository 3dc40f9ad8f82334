-- How many rows of vault.files there were at the end of the last sweep, of those that were made until then. No row ever leaves
-- that table, so one that has fewer is not the one that it was: the vault was lost, or put back as it was earlier. The sweep,
-- which deletes what no row knows of, would take everybody's files for nobody's. What is made since does not count: it would make
-- up for what is missing.
create table reactions.files_known (
  only_row boolean primary key default true check (only_row),
  rows bigint not null,
  known_at timestamptz not null
);

-- Rows of vault.files that there were and are not.
create function reactions.files_missing() returns bigint language sql stable as $$
  select greatest(0, known.rows - (select count(*) from vault.files where created_at <= known.known_at))
  from (select coalesce(max(rows), 0) as rows, max(known_at) as known_at from reactions.files_known) known
$$;

-- Later sweeps expect the rows that there are now; unless some are missing, which stay missed.
create function reactions.know_files() returns void language sql as $$
  with moment as materialized (select clock_timestamp() as at)
  insert into reactions.files_known (rows, known_at)
  select (select count(*) from vault.files where created_at <= at), at from moment
  where reactions.files_missing() = 0
  on conflict (only_row) do update set rows = excluded.rows, known_at = excluded.known_at
  where excluded.known_at > reactions.files_known.known_at
$$;
