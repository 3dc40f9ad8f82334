import { PARTS, versionColumn } from './parts.ts'

/** What a query begins with that keeps its plan. */
export const KEEPS_PLAN = '/* keeps its plan */'

/** What a tenant's version is told by. */
const VERSION_COLUMNS = [
  ['version', 'bigint'],
  ...PARTS.map((part) => [versionColumn(part), 'bigint'] as const),
  ['released', 'integer'],
  ['generation', 'uuid'],
] as const
/** As columns that a function gives, and as they are in `tenants`. */
const VERSION = VERSION_COLUMNS.map(([name, type]) => `${name} ${type}`).join(', ')
const VERSION_OF_TENANT = VERSION_COLUMNS.map(([name]) => `tenant.${name}`).join(', ')

/**
 * The functions through which the query service reads. It asks in two ways:
 *
 * - `members`, `tenants_of_slugs`, `tenants_of_vehicles`, `tenants_by_id` (security definer) answer who a caller is and how
 *   far their tenant's rows have come: ids and numbers, many callers at once, never a row. Their bodies are bound to their
 *   tables when they are made (`begin atomic`), so that no search path can lead them astray and a renamed schema takes them
 *   along.
 * - `read_as_member`, `read_of_slug`, `read_of_vehicle`, `read_of_business` (security invoker) let such a look-up decide
 *   about the tenant, set it for this transaction and run the query under row-level security: one round trip. `set_config`
 *   is a statement of its own: in a CTE or a select list it may come too late, and another tenant's rows come back
 *   (SECURITY rule 3). A query that keeps its plan is a prepared statement of the connection: planning it costs more than
 *   running it, and the plan is the same whatever is asked for. The server plans again when tables or search path change.
 *   It says so in a comment: the functions of an earlier shape, and a service of an earlier version, do without.
 *
 * The version is read in the same statement as the rows, so that a body never carries a number that is not its own.
 */
export const lookupFunctions = (schema: string) => `
  create function ${schema}.members(a_sids text[], a_now timestamptz)
  returns table (sid text, user_id uuid, business_id uuid, ${VERSION}, today date, roll_forward boolean)
  language sql stable security definer
  begin atomic
    select
      session.sid,
      member.user_id,
      business.business_id,
      ${VERSION_OF_TENANT},
      (a_now at time zone business.time_zone)::date,
      session.expire < a_now + interval '115 minutes'
    from public.sessions session
    join ${schema}.users member on member.user_id = (session.sess #>> '{member,userId}')::uuid
    join ${schema}.businesses business
      on business.business_id = member.business_id
      and business.business_id = (session.sess #>> '{member,businessId}')::uuid
    join ${schema}.tenants tenant on tenant.business_id = business.business_id
    left join public.credentials credential on credential.user_id = member.user_id
    where session.sid = any (a_sids)
      and session.expire > a_now
      and (session.sess #>> '{member,signedInAt}')::timestamptz + interval '12 hours' > a_now
      -- To the millisecond, as the session says it: a password that was set just before the sign-in is not a newer one.
      and coalesce(
        date_trunc('milliseconds', credential.changed_at) <= (session.sess #>> '{member,signedInAt}')::timestamptz,
        true
      )
      and member.is_active
      and business.is_active;
  end;

  create function ${schema}.tenants_of_slugs(a_slugs text[], a_now timestamptz)
  returns table (slug text, business_id uuid, ${VERSION}, today date)
  language sql stable security definer
  begin atomic
    select
      business.slug,
      business.business_id,
      ${VERSION_OF_TENANT},
      (a_now at time zone business.time_zone)::date
    from ${schema}.businesses business
    join ${schema}.tenants tenant on tenant.business_id = business.business_id
    where business.slug = any (a_slugs) and business.is_active;
  end;

  create function ${schema}.tenants_of_vehicles(a_vehicles uuid[], a_now timestamptz)
  returns table (vehicle_id uuid, business_id uuid, ${VERSION}, today date)
  language sql stable security definer
  begin atomic
    select
      vehicle.vehicle_id,
      business.business_id,
      ${VERSION_OF_TENANT},
      (a_now at time zone business.time_zone)::date
    from ${schema}.vehicles vehicle
    join ${schema}.businesses business on business.business_id = vehicle.business_id
    join ${schema}.tenants tenant on tenant.business_id = business.business_id
    where vehicle.vehicle_id = any (a_vehicles) and not vehicle.is_removed and business.is_active;
  end;

  -- Of callers who have proven which business they mean: the link to a booking's page names it under its HMAC.
  create function ${schema}.tenants_by_id(a_businesses uuid[], a_now timestamptz)
  returns table (business_id uuid, ${VERSION}, today date)
  language sql stable security definer
  begin atomic
    select
      business.business_id,
      ${VERSION_OF_TENANT},
      (a_now at time zone business.time_zone)::date
    from ${schema}.businesses business
    join ${schema}.tenants tenant on tenant.business_id = business.business_id
    where business.business_id = any (a_businesses) and business.is_active;
  end;

  create function ${schema}.roll_session_forward(a_sid text, a_now timestamptz) returns void
  language sql volatile security definer
  begin atomic
    update public.sessions
    set expire = least(
      a_now + interval '2 hours',
      (sess #>> '{member,signedInAt}')::timestamptz + interval '12 hours'
    )
    where sid = a_sid and expire > a_now;
  end;

  create function ${schema}.read_as_member(a_sid text, a_now timestamptz, a_query text, a_input jsonb)
  returns table (business_id uuid, ${VERSION}, today date, rows json)
  language plpgsql volatile security invoker
  as $$
  #variable_conflict use_column
  declare
    caller record;
  begin
    select * into caller from members(array[a_sid], a_now);
    if caller.business_id is not null then
      return query select * from read_rows(caller.business_id, caller.user_id, caller.today, a_query, a_input);
    end if;
  end
  $$;

  ${readOf(schema, 'read_of_slug', 'a_slug text', 'tenants_of_slugs(array[a_slug], a_now)')}
  ${readOf(schema, 'read_of_vehicle', 'a_vehicle uuid', 'tenants_of_vehicles(array[a_vehicle], a_now)')}
  ${readOf(schema, 'read_of_business', 'a_business uuid', 'tenants_by_id(array[a_business], a_now)')}

  -- $1 the tenant, $2 the member (null for a visitor), $3 the tenant's today, $4 the query's own input.
  create function ${schema}.read_rows(a_business uuid, a_member uuid, a_today date, a_query text, a_input jsonb)
  returns table (business_id uuid, ${VERSION}, today date, rows json)
  language plpgsql volatile security invoker
  as $$
  declare
    question text :=
      'select tenant.business_id, ${VERSION_OF_TENANT}, $3, '
      || '(select coalesce(json_agg(answer), ''[]'') from (' || a_query || ') answer) '
      || 'from tenants tenant where tenant.business_id = $1';
    prepared text := 'read_' || md5(question);
  begin
    perform set_config('forecourt.tenant', a_business::text, true);
    if not starts_with(a_query, '${KEEPS_PLAN}') then
      return query execute question using a_business, a_member, a_today, a_input;
      return;
    end if;
    -- The connection's own note: looking among its prepared statements would cost more.
    if current_setting('forecourt.' || prepared, true) is distinct from 'prepared' then
      begin
        execute format('prepare %I (uuid, uuid, date, jsonb) as %s', prepared, question);
      exception when duplicate_prepared_statement then
        -- What was prepared stays when a transaction is undone; the note does not.
      end;
      perform set_config('forecourt.' || prepared, 'prepared', false);
    end if;
    perform set_config('plan_cache_mode', 'force_generic_plan', true);
    return query execute
      format('execute %I (%L, %L, %L, %L)', prepared, a_business, a_member, a_today, a_input);
  end
  $$;

  revoke execute on all functions in schema ${schema} from public;
  grant execute on all functions in schema ${schema} to forecourt_query;
`

/**
 * A read for a visitor: finds the tenant and gives its rows in one round trip.
 * @param key the function's first parameter, by which the tenant is found
 * @param lookup the call that finds it
 */
const readOf = (schema: string, name: string, key: string, lookup: string) => `
  create function ${schema}.${name}(${key}, a_now timestamptz, a_query text, a_input jsonb)
  returns table (business_id uuid, ${VERSION}, today date, rows json)
  language plpgsql volatile security invoker
  as $$
  #variable_conflict use_column
  declare
    tenant record;
  begin
    select * into tenant from ${lookup};
    if tenant.business_id is not null then
      return query select * from read_rows(tenant.business_id, null, tenant.today, a_query, a_input);
    end if;
  end
  $$;`
