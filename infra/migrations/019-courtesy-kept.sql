-- reactions.within_courtesy as 013 and 018 have it, but its entry is on the disk before anybody is told that the mail may go. A
-- server that died had forgotten those of its last moment, and the address got one or two more on that day than it may
-- (SECURITY rule 17: at most three). Mails that are asked about at the same moment share their wait for the disk.
create or replace function reactions.within_courtesy(
  notification uuid, business uuid, address text, on_day date, most int
)
returns boolean
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  -- Two mails to one address at the same moment must not both be the last one. What follows sees what was committed before
  -- the lock was granted.
  perform pg_advisory_xact_lock(hashtextextended(business || '/' || address, 0));
  -- Of a customer who is about to be erased nothing is written down any more: their row in the vault, held meanwhile, says
  -- whether they are.
  insert into reactions.anonymous_mails (notification_id, business_id, address_hmac, day)
  select notification, business, address, on_day
  from vault.people
  where kind = 'customer' and business_id = business and email_hmac = address and (
    select count(*) from reactions.anonymous_mails
    where business_id = business and address_hmac = address and day = on_day
  ) < most
  for key share
  on conflict do nothing;
  return exists (select from reactions.anonymous_mails where notification_id = notification);
end
$$;
