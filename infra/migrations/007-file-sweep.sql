-- Files that were never attached are deleted after 24 hours (decisions "Files"). A file is attached by its row in vault.files,
-- which is made by the very append that uses it (001: log.append_many), or in front of it when the log is elsewhere. So a
-- sweep deletes nothing on hearsay: it takes the row. Whoever comes later to use the file finds that it belongs to nobody
-- they could be, and is refused; where a row is there already, the sweep leaves the file alone.
--
-- A condemned row belongs to the nil UUID and stays for ever: an object path proves itself without any look-up, so only
-- this row says that there is no file behind it any more.
alter table vault.files
  -- Nobody need ask the log about it again: a fact uses it, or its person was erased.
  add column settled boolean not null default false,
  add column condemned_at timestamptz,
  -- Whose it was, while it is condemned and the log may still speak of it.
  add column former_business_id uuid,
  add column former_customer_id uuid,
  add column deleted_at timestamptz,
  add check ((condemned_at is not null) = (customer_id = '00000000-0000-0000-0000-000000000000'));

comment on column vault.files.customer_id is 'A customer; of a picture of a vehicle, the business itself.';

create index files_to_delete on vault.files (condemned_at) where condemned_at is not null and deleted_at is null;
create index files_formerly_of_customer on vault.files (former_customer_id) where former_customer_id is not null;

-- Condemns files that nobody has used. Gives back how many.
--
-- Appends look whose a file is and then make its row, both under the lock on log.head. Taken here too, it puts this statement
-- before or after all of that, and spares the append a key that is suddenly there.
create function vault.condemn(paths text[], at timestamptz) returns integer language plpgsql as $$
declare
  condemned integer;
begin
  perform from log.head for update;
  insert into vault.files (object_path, business_id, customer_id, condemned_at)
  select path, '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', at from unnest(paths) path
  on conflict do nothing;
  get diagnostics condemned = row_count;
  return condemned;
end
$$;

-- Condemns files whose row no event may have followed: with the log elsewhere a writer can die, or be refused, after its
-- row was committed. What they were is kept until the log has been asked once more.
create function vault.condemn_unfollowed(older_than timestamptz, at timestamptz) returns integer language plpgsql as $$
declare
  condemned integer;
begin
  perform from log.head for update;
  update vault.files
  set
    condemned_at = at,
    former_business_id = business_id,
    former_customer_id = customer_id,
    business_id = '00000000-0000-0000-0000-000000000000',
    customer_id = '00000000-0000-0000-0000-000000000000'
  where not settled and condemned_at is null and created_at < older_than;
  get diagnostics condemned = row_count;
  return condemned;
end
$$;

-- The log speaks of these files: they are attached, also those whose event is older than such rows, and those that were
-- condemned while their event was on its way. What is deleted stays deleted.
create function vault.acknowledge(paths text[], businesses uuid[], customers uuid[]) returns void language plpgsql as $$
begin
  perform from log.head for update;
  insert into vault.files (object_path, business_id, customer_id, settled)
  select distinct on (path) path, business, customer, true
  from unnest(paths, businesses, customers) f(path, business, customer)
  on conflict (object_path) do update
  set
    settled = true,
    business_id = excluded.business_id,
    customer_id = excluded.customer_id,
    condemned_at = null,
    former_business_id = null,
    former_customer_id = null
  where not files.settled and files.deleted_at is null;
end
$$;

-- What is condemned is nobody's to see.
create or replace function public.licence_holder(path text) returns uuid
  language sql stable security definer
  set search_path = ''
as $$
  select business_id from vault.files where object_path = path and condemned_at is null
$$;
