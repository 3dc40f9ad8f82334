-- The query service's role. It is neither owner nor superuser and does not bypass row-level security: it sees the rows of one
-- tenant, the one that its transaction has set (SECURITY rule 3). What it may read is granted with the read model's schema.
-- Roles belong to the whole server, so another database of it may have made this one already.

do $$
begin
  create role forecourt_query login nosuperuser nobypassrls nocreatedb nocreaterole noreplication noinherit;
exception
  when duplicate_object or unique_violation then null;
end
$$;

-- A query that takes longer than this is a mistake, and nobody waits for it any more.
alter role forecourt_query set statement_timeout = '10s';
alter role forecourt_query set idle_in_transaction_session_timeout = '10s';

grant usage on schema public to forecourt_query;

-- Who looked at which licence (SECURITY rule 11): the query service serves licences, so it writes these records, and only these.
grant insert on public.object_views to forecourt_query;

-- Lets the read model's alarm against double bookings compare vehicle and days in one constraint.
create extension if not exists btree_gist;
