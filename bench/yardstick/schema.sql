-- The tables of a rental service that keeps its present state and nothing else. The indexes serve the reads in `reads.ts`
-- and the conflict check; there is none that nobody uses.

create table businesses (
  id uuid primary key,
  slug text not null unique,
  name text not null,
  time_zone text not null default 'Europe/London',
  turnaround_days int not null default 0,
  active boolean not null default true
);

create table vehicles (
  id uuid primary key,
  business_id uuid not null references businesses,
  name text not null,
  description text,
  category text not null,
  capacity int not null,
  transmission text not null,
  fuel_type text not null,
  daily_rate bigint not null,
  license_plate text,
  year int,
  image_path text,
  status text not null default 'available',
  removed boolean not null default false
);
create index vehicles_of_business on vehicles (business_id, name, id) where not removed;

create table customers (
  id uuid primary key default uuidv7(),
  business_id uuid not null references businesses,
  email text not null,
  name text not null,
  phone text not null,
  address text not null,
  licence_path text not null,
  licence_status text not null default 'pending',
  hidden boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (business_id, email)
);
create index customers_newest on customers (business_id, created_at desc, id desc);

create table bookings (
  id uuid primary key default uuidv7(),
  business_id uuid not null references businesses,
  vehicle_id uuid not null references vehicles,
  customer_id uuid not null references customers,
  reference text not null,
  channel text not null,
  pickup_date date not null,
  dropoff_date date not null,
  days int not null,
  daily_rate bigint not null,
  total_amount bigint not null,
  status text not null default 'pending',
  contact_name text not null,
  contact_email text not null,
  contact_phone text not null,
  contact_address text not null,
  licence_path text not null,
  notes text,
  admin_notes text,
  hidden_from_recent boolean not null default false,
  hidden_from_bookings_page boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (dropoff_date > pickup_date)
);
create index bookings_newest on bookings (business_id, created_at desc, id desc);
create index bookings_approved on bookings (vehicle_id, dropoff_date) include (pickup_date) where status = 'approved';
create index bookings_pending on bookings (vehicle_id) where status = 'pending';
create index bookings_of_month on bookings (business_id, pickup_date) where status in ('approved', 'completed');

-- What is to be told of: a row is written with the booking and goes when its mails are sent.
create table outbox (
  id bigint generated always as identity primary key,
  booking_id uuid not null references bookings,
  kind text not null
);

create table sessions (
  sid varchar primary key,
  sess json not null,
  expire timestamptz not null
);
create index sessions_expire on sessions (expire);

-- Asks for a vehicle, in one call; whoever has a session of the vehicle's business asks at its desk. The vehicle's row is
-- locked, so that decisions on one vehicle follow each other; each statement below sees what was committed before the lock
-- was granted.
create function request_booking(
  asked_vehicle uuid, pickup date, dropoff date, days int, name text, email text, phone text, address text, licence text,
  notes text, reference text, total bigint, session_id text,
  out outcome text, out id uuid, out daily_rate bigint, out total_amount bigint, out created_at timestamptz
)
language plpgsql
as $$
#variable_conflict use_column
declare
  car record;
  buyer uuid;
  is_desk boolean;
begin
  select v.*, b.active, b.turnaround_days, (now() at time zone b.time_zone)::date as today
  into car
  from vehicles v join businesses b on b.id = v.business_id
  where v.id = asked_vehicle
  for no key update of v;
  is_desk := session_id is not null and exists (
    select from sessions s
    where s.sid = session_id and s.expire > now() and (s.sess -> 'member' ->> 'businessId')::uuid = car.business_id
  );
  outcome := case
    when car.id is null or car.removed or not car.active then 'car-not-found'
    when pickup < car.today - case when is_desk then 30 else 0 end then 'pickup-in-the-past'
    when pickup > car.today + interval '10 years' then 'too-far-ahead'
    when car.status <> 'available' and not (is_desk and car.status = 'booked') then 'vehicle-unavailable'
    when exists (
      select from bookings b
      where b.vehicle_id = car.id and b.status = 'approved'
        and b.dropoff_date > pickup - car.turnaround_days and b.pickup_date < dropoff + car.turnaround_days
    ) then 'dates-unavailable'
    when (select count(*) from bookings b where b.vehicle_id = car.id and b.status = 'pending') >= 50
      then 'too-many-pending'
    when total <> car.daily_rate * days then 'price-changed'
    else 'requested'
  end;
  daily_rate := car.daily_rate;
  total_amount := car.daily_rate * days;
  if outcome <> 'requested' then return; end if;

  insert into customers as known (business_id, email, name, phone, address, licence_path)
  values (car.business_id, email, name, phone, address, licence)
  on conflict (business_id, email) do update
    set name = excluded.name, phone = excluded.phone, address = excluded.address, licence_path = excluded.licence_path,
      updated_at = now()
  returning known.id into buyer;

  insert into bookings as made (
    business_id, vehicle_id, customer_id, reference, channel, pickup_date, dropoff_date, days, daily_rate, total_amount,
    contact_name, contact_email, contact_phone, contact_address, licence_path, notes
  )
  values (
    car.business_id, car.id, buyer, reference, case when is_desk then 'desk' else 'portal' end,
    pickup, dropoff, days, daily_rate, total_amount, name, email, phone, address, licence, notes
  )
  returning made.id, made.created_at into id, created_at;

  insert into outbox (booking_id, kind) values (id, 'requested');
end
$$;

-- Changes a booking's status or notes, in one call, for whoever has the session.
create function change_booking(
  session_id text, booking_id uuid, wanted text, seen text, notes text, out outcome text, out status text
)
language plpgsql
as $$
#variable_conflict use_variable
declare
  member_business uuid;
  booking record;
begin
  select (s.sess -> 'member' ->> 'businessId')::uuid into member_business
  from sessions s where s.sid = session_id and s.expire > now();
  if member_business is null then
    outcome := 'not-signed-in'; return;
  end if;

  select b.*, biz.turnaround_days
  into booking
  from bookings b
  join vehicles v on v.id = b.vehicle_id
  join businesses biz on biz.id = b.business_id
  where b.id = booking_id and b.business_id = member_business
  for no key update of b, v;
  if booking.id is null then
    outcome := 'not-found'; return;
  end if;
  status := coalesce(wanted, booking.status);
  if status <> booking.status then
    if seen is not null and seen <> booking.status
      or (booking.status, status) not in (
        ('pending', 'approved'), ('pending', 'rejected'), ('approved', 'rejected'), ('approved', 'completed'),
        ('completed', 'approved')
      ) then
      outcome := 'transition-not-allowed'; return;
    end if;
    if status = 'approved' and exists (
      select from bookings b
      where b.vehicle_id = booking.vehicle_id and b.status = 'approved' and b.id <> booking.id
        and b.dropoff_date > booking.pickup_date - booking.turnaround_days
        and b.pickup_date < booking.dropoff_date + booking.turnaround_days
    ) then
      outcome := 'dates-unavailable'; return;
    end if;
  end if;
  update bookings b
  set status = change_booking.status, admin_notes = coalesce(notes, b.admin_notes), updated_at = now()
  where b.id = booking.id;
  if status <> booking.status then
    insert into outbox (booking_id, kind) values (booking.id, status);
  end if;
  outcome := 'changed';
end
$$;
