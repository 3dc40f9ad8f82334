-- Erasing a person takes several steps, and until the last of them it can turn out that they have to stay. So they leave
-- first: their row is no longer found by their e-mail address, and no append that carries it is taken any more. Whoever
-- asks for a booking with that address from then on is somebody new.
alter table vault.people
  -- The hash by which they were found, from leaving until they stay after all or are erased.
  add column departing_hmac text check (departing_hmac ~ '^[0-9a-f]{64}$');

create index people_departing on vault.people (subject_id) where departing_hmac is not null;

-- Appends look for their person and then write, both under the lock on log.head. Taken here too, it puts this statement
-- before or after all of that: when it is done, no booking of theirs is on its way into a log in this database.
create function vault.leave(subject uuid) returns void language plpgsql as $$
begin
  perform from log.head for update;
  update vault.people
  set
    departing_hmac = email_hmac,
    -- The hash of nobody's address.
    email_hmac = encode(sha256(convert_to('departing ' || subject_id, 'utf8')), 'hex')
  where subject_id = subject and kind = 'customer' and departing_hmac is null;
end
$$;

-- They stay after all. Somebody new may have come with their address meanwhile: then that one keeps it.
create function vault.stay(subject uuid) returns void language plpgsql as $$
begin
  perform from log.head for update;
  update vault.people person
  set
    email_hmac = case
      when exists (
        select from vault.people other
        where other.kind = person.kind
          and other.business_id = person.business_id
          and other.email_hmac = person.departing_hmac
      ) then person.email_hmac
      else person.departing_hmac
    end,
    departing_hmac = null
  where person.subject_id = subject and person.departing_hmac is not null;
end
$$;
