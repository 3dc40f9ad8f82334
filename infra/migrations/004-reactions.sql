-- What the reactor has seen and what is due because of it. All of it follows from the event log and can be made again.
create schema reactions;

create table reactions.checkpoint (
  reactor  text primary key,
  position numeric(20) not null
);

-- Where each booking's request stands in its schedule stream: later facts of the booking find the particulars there.
create table reactions.requests (
  booking_id text primary key,
  revision   bigint not null
);

-- Mails that facts call for. A row is settled by the notification's own facts (sent, abandoned) when they come by.
create table reactions.due (
  notification_id uuid primary key,
  template        text not null,
  stream          text not null,
  revision        bigint not null,
  due_since       timestamptz not null default clock_timestamp(),
  settled         boolean not null default false
);
create index due_unsettled on reactions.due (notification_id) where not settled;

-- At most so many mails a day to one address from anonymous requests of one business (SECURITY rule 17).
create table reactions.anonymous_mails (
  notification_id uuid primary key,
  business_id     uuid not null,
  address_hmac    text not null,
  day             date not null
);
create index anonymous_mails_of_day on reactions.anonymous_mails (business_id, address_hmac, day);
