-- The event log on one machine: the Postgres adapter of packages/event-log. With EVENTSTORE_URL set these tables stay empty.

create schema log;

-- The one row that every append locks until its commit is on disk. It makes positions dense, free of gaps and in the order
-- of commits, so a reader that asks for "everything after N" can never jump over a slower transaction, as it would with a
-- sequence. Room on the page keeps its updates in place (HOT).
create table log.head (
  one boolean primary key default true check (one),
  position bigint not null
) with (fillfactor = 10);

insert into log.head (position) values (0);

-- data and metadata are json, not jsonb: the very text that was appended comes back.
create table log.events (
  position bigint primary key,
  stream text collate "C" not null,
  revision bigint not null,
  event_id uuid not null,
  type text not null,
  data json not null,
  metadata json not null,
  recorded_at timestamptz not null,
  unique (stream, revision),
  unique (event_id, stream)
);

create function log.refuse() returns trigger language plpgsql as $$
begin
  raise exception 'the event log is append-only' using errcode = 'restrict_violation';
end
$$;

create trigger events_append_only
  before update or delete or truncate on log.events
  for each statement execute function log.refuse();

create trigger head_stays
  before delete or truncate on log.head
  for each statement execute function log.refuse();

-- Many appends in one call and one commit, each with its own expected revision and its own outcome, as if they had run one
-- after another in this order.
--
--   a_*  one entry an append. a_expected: -2 any, -1 no stream, -4 stream exists, >= 0 the exact revision (EventStoreDB's
--        numbers). a_count: how many of the events are its own. a_doubt: see "doubt" below; null for none.
--   p_*  the person whose row travels with the append (p_subject null: none). Known: the row must be there unchanged.
--        Not known: it is made when absent.
--   f_*  the file whose row travels with the append (f_path null: none); made when absent.
--   e_*  the events of all appends, laid end to end.
--
-- An append of no events only settles its rows: that is how they are committed when the log itself is elsewhere.
--
-- outcome   appended | repeated: these very events were there already; revision and position are those of the last one
--           conflict: wrong revision (the actual one is returned), or half of the ids are known
--           person | file: the vault holds another row; stored_* say which person
-- Whatever is not "appended" has written nothing.
--
-- Doubt. A caller may have decided B on the state that its earlier append A was going to leave behind. When A is refused
-- the stream may still reach the revision that B expects, by other events. So an append is refused, too, when it expects
-- a revision at or past the one that a refused append in front of it would have reached. a_doubt carries the lowest such
-- revision over from earlier calls.
--
-- Calls must run at READ COMMITTED: each statement below has to see what was committed before the lock was granted.
-- Plans that read the whole table are switched off, because a plan made while the log was short is kept when it is long.
create function log.append_many(
  a_stream text[], a_expected bigint[], a_count int[], a_doubt bigint[],
  p_kind text[], p_business uuid[], p_email text[], p_subject uuid[], p_key bytea[], p_known boolean[],
  f_path text[], f_business uuid[], f_customer uuid[],
  e_id uuid[], e_type text[], e_data text[], e_metadata text[]
)
returns table (outcome text, revision bigint, "position" bigint, stored_subject uuid, stored_key bytea)
language plpgsql
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  tip bigint;   
  tip_before bigint;
  tail bigint[];                      -- at a stream's first append: its running revision
  doubt bigint[];                     -- at a stream's first append: the lowest revision that a refused append would have reached
  some_known boolean;                 -- is any of the events in the log already?
  known int; known_run boolean; known_revision bigint; known_position bigint;
  first int;
  size int;
  done int := 0;                      -- events of the appends dealt with so far
  holder uuid[]; holder_key bytea[];  -- the vault's person for each append, as stored or made earlier in this call
  owner text[];                       -- likewise the owner of its file
  new_person text[] := '{}'; new_person_at int[] := '{}';
  new_file text[] := '{}'; new_file_at int[] := '{}';
  person text;
  wanted text;
  verdict text;
  o_outcome text[] := '{}'; o_revision bigint[] := '{}'; o_position bigint[] := '{}';
  w_stream text[]; w_revision bigint[]; w_position bigint[];   -- one entry an event; no position: not to be written
begin
  select h.position into strict tip from log.head h for update;
  tip_before := tip;

  select
    array_agg(
      coalesce((select e.revision from log.events e where e.stream = a.name order by e.revision desc limit 1), -1)
      order by a.n
    )
  into tail
  from unnest(a_stream) with ordinality a(name, n);
  doubt := a_doubt;
  some_known := exists (select from log.events e where e.event_id = any (e_id));

  if num_nonnulls(variadic p_subject) > 0 then
    select array_agg(v.subject_id order by p.n), array_agg(v.wrapped_key order by p.n)
    into holder, holder_key
    from unnest(p_kind, p_business, p_email) with ordinality p(kind, business, email, n)
    left join vault.people v on v.kind = p.kind and v.business_id = p.business and v.email_hmac = p.email;
  end if;
  if num_nonnulls(variadic f_path) > 0 then
    select array_agg(v.business_id || '/' || v.customer_id order by f.n)
    into owner
    from unnest(f_path) with ordinality f(path, n)
    left join vault.files v on v.object_path = f.path;
  end if;

  w_stream := array_fill(null::text, array[cardinality(e_id)]);
  w_revision := array_fill(null::bigint, array[cardinality(e_id)]);
  w_position := w_revision;

  for i in 1..cardinality(a_stream) loop
    first := array_position(a_stream, a_stream[i]);
    size := a_count[i];
    doubt[first] := least(doubt[first], a_doubt[i]);

    known := 0;
    if some_known and size > 0 then
      select
        count(*),
        array_agg(e.event_id order by e.revision) = e_id[done + 1 : done + size]
          and max(e.revision) - min(e.revision) + 1 = size
          and (a_expected[i] in (-2, -4) or min(e.revision) = a_expected[i] + 1),
        max(e.revision),
        max(e.position)
      into known, known_run, known_revision, known_position
      from log.events e
      where e.event_id = any (e_id[done + 1 : done + size]) and e.stream = a_stream[i];
    end if;

    verdict := case
      when known > 0 then case when known_run then 'repeated' else 'conflict' end
      when a_expected[i] >= doubt[first] then 'conflict'
      when a_expected[i] = -2 then 'appended'
      when a_expected[i] = -4 and tail[first] >= 0 then 'appended'
      when a_expected[i] = tail[first] then 'appended'
      else 'conflict'
    end;

    if verdict = 'appended' and p_subject[i] is not null then
      person := p_kind[i] || '/' || p_business[i] || '/' || p_email[i];
      if holder[i] is null and person = any (new_person) then
        holder[i] := p_subject[new_person_at[array_position(new_person, person)]];
        holder_key[i] := p_key[new_person_at[array_position(new_person, person)]];
      end if;
      if holder[i] is null and not p_known[i] then
        new_person := new_person || person;
        new_person_at := new_person_at || i;
      elsif (holder[i], holder_key[i]) is distinct from (p_subject[i], p_key[i]) then
        verdict := 'person';
      end if;
    end if;

    if verdict = 'appended' and f_path[i] is not null then
      wanted := f_business[i] || '/' || f_customer[i];
      if owner[i] is null and f_path[i] = any (new_file) then
        owner[i] := f_business[new_file_at[array_position(new_file, f_path[i])]]
          || '/' || f_customer[new_file_at[array_position(new_file, f_path[i])]];
      end if;
      if owner[i] is null then
        new_file := new_file || f_path[i];
        new_file_at := new_file_at || i;
      elsif owner[i] <> wanted then
        verdict := 'file';
        if new_person_at[cardinality(new_person_at)] = i then   -- the person of a refused append is not made either
          new_person := trim_array(new_person, 1);
          new_person_at := trim_array(new_person_at, 1);
        end if;
      end if;
    end if;

    if verdict = 'appended' then
      for j in done + 1..done + size loop
        tip := tip + 1;
        tail[first] := tail[first] + 1;
        w_stream[j] := a_stream[i];
        w_revision[j] := tail[first];
        w_position[j] := tip;
      end loop;
    elsif verdict <> 'repeated' then
      doubt[first] := least(doubt[first], case when a_expected[i] < -1 then 0 else a_expected[i] + size end);
    end if;

    o_outcome[i] := verdict;
    o_revision[i] := case when verdict = 'repeated' then known_revision else tail[first] end;
    o_position[i] := case when verdict = 'repeated' then known_position else tip end;
    done := done + size;
  end loop;

  insert into vault.people (kind, business_id, email_hmac, subject_id, wrapped_key)
  select p_kind[n], p_business[n], p_email[n], p_subject[n], p_key[n] from unnest(new_person_at) n;

  insert into vault.files (object_path, business_id, customer_id)
  select f_path[n], f_business[n], f_customer[n] from unnest(new_file_at) n;

  if tip > tip_before then
    insert into log.events (position, stream, revision, event_id, type, data, metadata, recorded_at)
    select w.position, w.stream, w.revision, w.id, w.type, w.data::json, w.metadata::json, clock_timestamp()
    from unnest(w_position, w_stream, w_revision, e_id, e_type, e_data, e_metadata)
      w(position, stream, revision, id, type, data, metadata)
    where w.position is not null;
    update log.head set position = tip;
    perform pg_notify('log', tip::text);
  end if;

  return query
  select
    o.outcome, o.revision, o.position,
    case when o.outcome = 'person' then holder[o.n] end,
    case when o.outcome = 'person' then holder_key[o.n] end
  from unnest(o_outcome, o_revision, o_position) with ordinality o(outcome, revision, position, n);
end
$$;
