-- Mails that are due at a time, and not as soon as something has happened. A row is settled when its mail is, or when nobody
-- needs it any more. All of it follows from the event log.
create table reactions.reminders (
  notification_id uuid primary key,
  template        text not null,
  booking_id      text not null,
  -- Where the fact stands that it follows from.
  stream          text not null,
  revision        bigint not null,
  due_at          timestamptz not null,
  settled         boolean not null default false
);
create index reminders_due on reactions.reminders (due_at, notification_id) where not settled;
create index reminders_of_booking on reactions.reminders (booking_id) where not settled;
