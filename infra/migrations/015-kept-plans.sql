-- Every statement of log.append_many goes by keys, whatever is appended, so one plan serves all. By itself the server reckons
-- with ten entries in an array where there mostly is one, finds that a plan for just these would be cheaper, and plans anew
-- each time: a seventh of what an append by itself costs. Said here, it holds for whoever calls.
--
-- A plan that is kept must do for streams of every length. So events that were perhaps appended before are looked for by their
-- ids, not among all events of their stream, which is cheap for most and dear for a vehicle that everybody wants.
do $do$
declare
  before text := pg_get_functiondef('log.append_many'::regproc);
  in_the_stream text :=
    'from log.events e
      where e.event_id = any (e_id[done + 1 : done + size]) and e.stream = a_stream[i];';
begin
  if strpos(before, in_the_stream) = 0 then
    raise exception 'log.append_many is not the one that is known here';
  end if;
  execute replace(
    before,
    in_the_stream,
    -- What has an offset is found by itself: the condition on the stream cannot choose the index.
    'from (select * from log.events k where k.event_id = any (e_id[done + 1 : done + size]) offset 0) e
      where e.stream = a_stream[i];'
  );
end
$do$;

alter function log.append_many set plan_cache_mode = force_generic_plan;
