-- log.append_many as 001, 014, 015 and 016 have left it, in one piece, with fewer statements: each costs the server as much
-- as all that the loop reckons, and whoever waits for an append by itself waits for every one of them. Outcomes are told as
-- they are found, not gathered and selected; people and files are made when there are some; and an append that is alone has
-- its stream and its person looked up plainly. What goes in, what comes out and every rule stay as they are said there.
--
-- Two things were not as they were said, as if the appends had run one after another. Where nobody of those whom a call's
-- appends name was known, the appends that name nobody were refused as well, since null is not in an empty array, as PostgreSQL
-- has it; and somebody who was stored by an append in front was taken for not known.
create or replace function log.append_many(
  a_stream text[], a_expected bigint[], a_count int[], a_doubt bigint[],
  p_kind text[], p_business uuid[], p_email text[], p_subject uuid[], p_key bytea[], p_known boolean[],
  f_path text[], f_business uuid[], f_customer uuid[],
  e_id uuid[], e_type text[], e_data text[], e_metadata text[], k_subject uuid[]
)
returns table (outcome text, revision bigint, "position" bigint, stored_subject uuid, stored_key bytea)
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  is_alone boolean := cardinality(a_stream) = 1;
  tip bigint;
  tip_before bigint;
  tail bigint[];                      -- at a stream's first append: its running revision
  doubt bigint[] := a_doubt;          -- at a stream's first append: the lowest revision that a refused append would have reached
  some_known boolean;                 -- is any of the events in the log already?
  known int; known_run boolean; known_revision bigint; known_position bigint;
  first int;
  size int;
  done int := 0;                      -- events of the appends dealt with so far
  holder uuid[]; holder_key bytea[];  -- the vault's person for each append, as stored or made earlier in this call
  owner text[];                       -- likewise the owner of its file
  still_known uuid[];                 -- of those whom the vault must still know, the ones whom it does, or is told of here
  new_person text[] := '{}'; new_person_at int[] := '{}';
  new_file text[] := '{}'; new_file_at int[] := '{}';
  person text;
  wanted text;
  verdict text;
  w_stream text[]; w_revision bigint[]; w_position bigint[];   -- one entry an event; no position: not to be written
begin
  select h.position into strict tip from log.head h for update;
  tip_before := tip;

  if is_alone then
    tail[1] := (select e.revision from log.events e where e.stream = a_stream[1] order by e.revision desc limit 1);
    tail[1] := coalesce(tail[1], -1);
  else
    select
      array_agg(
        coalesce((select e.revision from log.events e where e.stream = a.name order by e.revision desc limit 1), -1)
        order by a.n
      )
    into tail
    from unnest(a_stream) with ordinality a(name, n);
  end if;
  some_known := exists (select from log.events e where e.event_id = any (e_id));

  if num_nonnulls(variadic p_subject) > 0 then
    if is_alone then
      select array[v.subject_id], array[v.wrapped_key]
      into holder, holder_key
      from vault.people v
      where v.kind = p_kind[1] and v.business_id = p_business[1] and v.email_hmac = p_email[1];
    else
      select array_agg(v.subject_id order by p.n), array_agg(v.wrapped_key order by p.n)
      into holder, holder_key
      from unnest(p_kind, p_business, p_email) with ordinality p(kind, business, email, n)
      left join vault.people v on v.kind = p.kind and v.business_id = p.business and v.email_hmac = p.email;
    end if;
  end if;
  if num_nonnulls(variadic f_path) > 0 then
    select array_agg(v.business_id || '/' || v.customer_id order by f.n)
    into owner
    from unnest(f_path) with ordinality f(path, n)
    left join vault.files v on v.object_path = f.path;
  end if;
  if num_nonnulls(variadic k_subject) > 0 then
    still_known := array(select v.subject_id from vault.people v where v.subject_id = any (k_subject));
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
      -- What has an offset is found by itself: the condition on the stream cannot choose the index.
      from (select * from log.events k where k.event_id = any (e_id[done + 1 : done + size]) offset 0) e
      where e.stream = a_stream[i];
    end if;

    verdict := case
      when known > 0 then case when known_run then 'repeated' else 'conflict' end
      when a_expected[i] >= doubt[first] then 'conflict'
      when a_expected[i] = -2 then 'appended'
      when a_expected[i] = -4 and tail[first] >= 0 then 'appended'
      when a_expected[i] = tail[first] then 'appended'
      else 'conflict'
    end;

    if verdict = 'appended' and k_subject[i] is not null and not k_subject[i] = any (still_known) then
      verdict := 'person';
    end if;

    if verdict = 'appended' and p_subject[i] is not null then
      person := p_kind[i] || '/' || p_business[i] || '/' || p_email[i];
      if holder[i] is null and person = any (new_person) then
        holder[i] := p_subject[new_person_at[array_position(new_person, person)]];
        holder_key[i] := p_key[new_person_at[array_position(new_person, person)]];
      end if;
      if holder[i] is null and not p_known[i] then
        new_person := new_person || person;
        new_person_at := new_person_at || i;
        still_known := still_known || p_subject[i];
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
          still_known := array_remove(still_known, p_subject[i]);
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

    outcome := verdict;
    revision := case when verdict = 'repeated' then known_revision else tail[first] end;
    "position" := case when verdict = 'repeated' then known_position else tip end;
    stored_subject := case when verdict = 'person' then holder[i] end;
    stored_key := case when verdict = 'person' then holder_key[i] end;
    return next;
    done := done + size;
  end loop;

  if new_person_at <> '{}' then
    insert into vault.people (kind, business_id, email_hmac, subject_id, wrapped_key)
    select p_kind[n], p_business[n], p_email[n], p_subject[n], p_key[n] from unnest(new_person_at) n;
  end if;
  if new_file_at <> '{}' then
    insert into vault.files (object_path, business_id, customer_id)
    select f_path[n], f_business[n], f_customer[n] from unnest(new_file_at) n;
  end if;

  if tip > tip_before then
    insert into log.events (position, stream, revision, event_id, type, data, metadata, recorded_at)
    select w.position, w.stream, w.revision, w.id, w.type, w.data::json, w.metadata::json, clock_timestamp()
    from unnest(w_position, w_stream, w_revision, e_id, e_type, e_data, e_metadata)
      w(position, stream, revision, id, type, data, metadata)
    where w.position is not null;
    update log.head set position = tip;
    if current_setting('forecourt.rings', true) is distinct from 'by-hand' then perform pg_notify('log', tip::text); end if;
  end if;
end
$$;
