import { TABLES } from './table.ts'

/**
 * What readers of a read model need and its projection does not, a statement each. While a log of a million events is
 * projected from its beginning they cost more than all rows together: each decision on a booking would move it in five of
 * them. So a rebuild makes them last, from rows that are there.
 */
export const indexes = (schema: string): readonly string[] => [
  `alter table ${schema}.${TABLES.bookingHistory.name} add primary key (event_id);`,
  `create unique index on ${schema}.businesses (slug);`,
  `create index on ${schema}.users (business_id);`,
  `create index on ${schema}.vehicles (business_id, name, vehicle_id);`,
  `create index on ${schema}.customers (business_id, created_at desc, customer_id desc);`,
  `create index on ${schema}.bookings (business_id, created_at desc);`,
  // A calendar's page passes over all that was over before its first day.
  `create index on ${schema}.bookings (business_id, dropoff_date);`,
  `create index on ${schema}.bookings (vehicle_id, pickup_date) where status = 'approved';`,
  `create index on ${schema}.bookings (vehicle_id, pickup_date) where status = 'pending';`,
  `create index on ${schema}.maintenance (vehicle_id, from_date) where not is_cancelled;`,
  `create index on ${schema}.maintenance (business_id, from_date) where not is_cancelled;`,
  `create index on ${schema}.mails (business_id) where status in ('retrying', 'failed');`,
  `create index on ${schema}.booking_history (booking_id, position);`,
  `create index on ${schema}.vehicle_months (business_id, month);`,
]
