-- Whether a mail that an anonymous visitor caused is among the first of the day to its address (SECURITY rule 17), and its
-- entry in the book that tells. In one call, as each of these mails asks: as a transaction of five statements it cost more
-- than the rest of what a mail asks of the database, and its wait for the disk held up the commits of people who wait.
create function reactions.within_courtesy(notification uuid, business uuid, address text, on_day date, most int)
returns boolean
language plpgsql
as $$
begin
  -- A server that dies may forget the mails of its last moment: then that address gets one or two more on that day.
  perform set_config('synchronous_commit', 'off', true);
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
