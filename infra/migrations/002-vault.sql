-- The vault: who is who, and the keys that open what the log holds of them. The log never sees it; it is backed up apart.
-- Deleting a person's row erases them: their sealed data in the log cannot be opened any more.

create schema vault;

-- business_id is the nil UUID for a user who belongs to no business.
-- email_hmac is a keyed hash of the normalised address; wrapped_key is the person's data key, sealed with the master key.
create table vault.people (
  subject_id uuid primary key,
  kind text not null check (kind in ('customer', 'user')),
  business_id uuid not null,
  email_hmac text not null check (email_hmac ~ '^[0-9a-f]{64}$'),
  wrapped_key bytea not null,
  created_at timestamptz not null default now(),
  unique (kind, business_id, email_hmac)
);

-- A licence belongs to the first customer whose booking used it.
create table vault.files (
  object_path text primary key,
  business_id uuid not null,
  customer_id uuid not null,
  created_at timestamptz not null default now()
);

create index files_of_customer on vault.files (customer_id);
