/**
 * The questions, each one statement of joins and aggregates over the tables. `me` is the business of the member who asks:
 * `callers.ts` puts that in front. Every one is served by an index of `schema.sql`.
 */

const ME = '(select business_id from me)'

/** `$2`: how many. Newest first. The driver makes a number of a double and text of a bigint, and amounts fit into both. */
export const BOOKINGS = `
  select
    booking.id, booking.business_id, booking.vehicle_id, booking.customer_id, booking.reference, booking.channel,
    booking.pickup_date::text, booking.dropoff_date::text, booking.days, booking.daily_rate::float8,
    booking.total_amount::float8, booking.status, booking.contact_name, booking.contact_email, booking.contact_phone,
    booking.contact_address, booking.licence_path, booking.notes, booking.admin_notes, booking.hidden_from_recent,
    booking.hidden_from_bookings_page, booking.created_at, booking.updated_at, vehicle.name as car_name,
    vehicle.license_plate
  from bookings booking
  join vehicles vehicle on vehicle.id = booking.vehicle_id
  where booking.business_id = ${ME}
  order by booking.created_at desc, booking.id desc
  limit $2`

/** `$2`: how many. Newest first. */
export const CUSTOMERS = `
  select * from customers where business_id = ${ME} order by created_at desc, id desc limit $2`

/** `$2` to the day before `$3`: the month. */
export const STATS = `
  select
    coalesce(sum(booking.total_amount) filter (where booking.pickup_date >= $2), 0)::text as revenue,
    (count(*) filter (where booking.status = 'approved'))::int as active,
    coalesce(
      sum(least(booking.dropoff_date, $3) - greatest(booking.pickup_date, $2)) filter (where not vehicle.removed), 0
    )::int as days,
    (select count(*)::int from vehicles fleet where fleet.business_id = me.business_id and not fleet.removed) as vehicles,
    (select count(*)::int from customers customer where customer.business_id = me.business_id) as customers
  from me
  left join bookings booking
    on booking.business_id = me.business_id
    and booking.status in ('approved', 'completed')
    -- Nothing lasts longer than a year.
    and booking.pickup_date >= $2::date - 365 and booking.pickup_date < $3::date
    and booking.dropoff_date > $2::date
  left join vehicles vehicle on vehicle.id = booking.vehicle_id
  group by me.business_id`

/** The three vehicles of the caller's business that have earned most, in pence, and the three that have earned least. */
export const CAR_PERFORMANCE = `
  with fleet as (
    select
      vehicle.id, vehicle.name, vehicle.image_path,
      coalesce(earned.revenue, 0) as revenue, coalesce(earned.bookings, 0) as bookings, coalesce(earned.days, 0) as days
    from vehicles vehicle
    left join (
      select vehicle_id, sum(total_amount)::bigint as revenue, count(*)::int as bookings, sum(days)::int as days
      from bookings
      where business_id = ${ME} and status in ('approved', 'completed')
      group by vehicle_id
    ) earned on earned.vehicle_id = vehicle.id
    where vehicle.business_id = ${ME} and not vehicle.removed
  ),
  top as (select * from fleet where bookings > 0 order by revenue desc, name, id limit 3),
  bottom as (select * from fleet where id not in (select id from top) order by revenue, name, id limit 3)
  select * from (select true as is_top, * from top union all select false, * from bottom) both_lists
  order by is_top desc, case when is_top then -revenue else revenue end, name, id`

/** `$1`: the slug. The fleet of a business, with what is taken of the next two weeks. */
export const FLEET = `
  with business as (
    select id, turnaround_days, (now() at time zone time_zone)::date as today from businesses where slug = $1 and active
  ),
  held as (
    select booking.vehicle_id, booking.pickup_date, booking.dropoff_date + business.turnaround_days as dropoff_date
    from business
    join vehicles vehicle on vehicle.business_id = business.id and not vehicle.removed
    join bookings booking
      on booking.vehicle_id = vehicle.id and booking.status = 'approved'
      and booking.dropoff_date > business.today - business.turnaround_days
      and booking.pickup_date < business.today + 14
  ),
  soon as (
    select
      vehicle_id,
      json_agg(json_build_object('pickupDate', pickup_date, 'dropoffDate', dropoff_date) order by pickup_date) as booked,
      bool_or(pickup_date <= (select today from business)) as is_out
    from held
    group by vehicle_id
  )
  select
    vehicle.*, coalesce(soon.booked, '[]') as booked, coalesce(soon.is_out, false) as is_out,
    business.today::text as first_day, (business.today + 14)::text as day_after
  from business
  join vehicles vehicle on vehicle.business_id = business.id and not vehicle.removed
  left join soon on soon.vehicle_id = vehicle.id
  order by vehicle.name, vehicle.id`

/** `$1`: the vehicle. One row, so that a vehicle without bookings is told from one that is not there. */
export const BOOKED_DATES = `
  select (
    select coalesce(
      json_agg(
        json_build_object('pickupDate', booking.pickup_date, 'dropoffDate', booking.dropoff_date + business.turnaround_days)
        order by booking.pickup_date
      ),
      '[]'
    )
    from bookings booking
    where booking.vehicle_id = vehicle.id and booking.status = 'approved'
      and booking.dropoff_date > (now() at time zone business.time_zone)::date - 30
  ) as booked
  from vehicles vehicle
  join businesses business on business.id = vehicle.business_id and business.active
  where vehicle.id = $1 and not vehicle.removed`
