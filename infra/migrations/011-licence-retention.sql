-- Driving licences are deleted so many days after the hire, or the refusal. Which bookings
-- need which licence, and until when, is told by the event log alone; it is kept here so that nobody has to read the whole
-- log to find the few that are due. All of it follows from the log and can be made again.
create table reactions.licence_uses (
  -- Of the booking; of an event that nobody can read, the event's own.
  booking_id   text not null,
  -- Empty: nobody knows which licence that event speaks of, so it may be any of the customer's.
  object_path  text not null,
  business_id  uuid not null,
  customer_id  uuid not null,
  -- The last day of the hire, or the day of the refusal; null while the booking waits.
  needed_until date,
  -- Of the last fact that moved that day: whoever reads the log behind somebody else changes nothing back.
  position     numeric(20) not null,
  primary key (booking_id, object_path)
);
create index licence_uses_of_file on reactions.licence_uses (object_path);
create index licence_uses_of_customer on reactions.licence_uses (customer_id);
create index licence_uses_of_business on reactions.licence_uses (business_id);

-- A licence whose days are over is set aside before it is deleted: no booking can use it from then on (007: a condemned row
-- belongs to nobody). So whatever uses it is in the log by then, which is asked once more. The row says whose it was until
-- the log says that it is deleted, and it can be given back until then.
alter table vault.files add column set_aside boolean not null default false;

create function vault.set_aside(paths text[], at timestamptz) returns void language plpgsql as $$
begin
  perform from log.head for update;
  update vault.files
  set
    condemned_at = at,
    set_aside = true,
    settled = true,
    former_business_id = business_id,
    former_customer_id = customer_id,
    business_id = '00000000-0000-0000-0000-000000000000',
    customer_id = '00000000-0000-0000-0000-000000000000'
  where object_path = any (paths) and condemned_at is null;
end
$$;

create function vault.give_back(paths text[]) returns void language plpgsql as $$
begin
  perform from log.head for update;
  update vault.files
  set
    condemned_at = null,
    set_aside = false,
    business_id = former_business_id,
    customer_id = former_customer_id,
    former_business_id = null,
    former_customer_id = null
  where object_path = any (paths) and set_aside and deleted_at is null and former_customer_id is not null;
end
$$;

-- A licence that is set aside is still its business's to see: it is not deleted yet.
create or replace function public.licence_holder(path text) returns uuid
  language sql stable security definer
  set search_path = ''
as $$
  select case when set_aside then former_business_id else business_id end
  from vault.files
  where object_path = path and (condemned_at is null or set_aside)
$$;
