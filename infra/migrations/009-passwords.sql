-- Whoever is invited has an account before they have a password. `password_version` counts an account's passwords: a link to
-- choose another one holds for the version that it was made for, so that the row decides which of two uses comes first.
-- `told_version` is how far the event log has been told of them.
alter table public.credentials
  alter column password_hash drop not null,
  add column password_version integer not null default 0,
  add column told_version integer not null default 0;
create index credentials_business on public.credentials (business_id);
create index credentials_untold on public.credentials (user_id) where told_version < password_version;
