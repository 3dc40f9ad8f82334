-- Who may sign in, who is signed in, who looked at a licence. None of it is a business fact: it is not in the event log.

-- The specified table (section 3); `sess.member` holds userId, businessId and signedInAt.
create table public.sessions (
  sid    varchar primary key,
  sess   json not null,
  expire timestamptz not null
);
create index sessions_expire on public.sessions (expire);
-- Deactivating somebody and changing a password end sessions.
create index sessions_user on public.sessions ((sess -> 'member' ->> 'userId'));
create index sessions_business on public.sessions ((sess -> 'member' ->> 'businessId'));

-- Command processes remember sessions; a row that goes, or is to end earlier, is told to all of them. The channel carries
-- a hash, so that whoever listens learns no session's id.
create function public.session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_ended', encode(sha256(convert_to(old.sid, 'utf8')), 'hex'));
  return null;
end $$;
create trigger session_ended after delete on public.sessions
  for each row execute function public.session_ended();
create trigger session_shortened after update on public.sessions
  for each row when (new.expire < old.expire) execute function public.session_ended();

-- Password hashes (Argon2id, in PHC format). `login_hmac` is the keyed hash of the e-mail address.
create table public.credentials (
  user_id       uuid primary key,
  login_hmac    text not null unique,
  business_id   uuid not null,
  password_hash text not null,
  changed_at    timestamptz not null
);

-- Failed sign-ins, counted for all command processes together. Keys are keyed hashes; expire is in milliseconds.
create table public.sign_in_attempts (
  key    varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- Who looked at which licence: one record per person, licence and hour. Insert-only.
create table public.object_views (
  object_path text not null,
  user_id     uuid not null,
  hour        timestamptz not null,
  business_id uuid not null,
  viewed_at   timestamptz not null default clock_timestamp(),
  primary key (object_path, user_id, hour)
);

create function public.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is insert-only', tg_table_name;
end $$;
create trigger insert_only before update or delete on public.object_views
  for each row execute function public.refuse_change();
create trigger insert_only_whole before truncate on public.object_views
  for each statement execute function public.refuse_change();
