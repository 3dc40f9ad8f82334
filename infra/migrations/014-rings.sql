-- PostgreSQL wakes whoever listens for anything in a database for each commit that notifies, eight connections of ours, and
-- lets such commits by one at a time, each with its wait for the disk. Half of an append's work was that. So writers who
-- append often ring by themselves, some milliseconds apart (packages/event-log/postgres/ring.ts), and say so in a setting of
-- their connection; for all others, such as processes of the version before, log.append_many rings as ever. The rest of it
-- stays as 001 has it.
do $do$
declare
  before text := pg_get_functiondef('log.append_many'::regproc);
  rings text := 'perform pg_notify(''log'', tip::text);';
begin
  if strpos(before, rings) = 0 then
    raise exception 'log.append_many is not the one that is known here';
  end if;
  execute replace(
    before,
    rings,
    'if current_setting(''forecourt.rings'', true) is distinct from ''by-hand'' then ' || rings || ' end if;'
  );
end
$do$;
