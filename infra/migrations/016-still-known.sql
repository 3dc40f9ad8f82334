-- An append may say whom the vault must still know (k_subject, one entry an append; null: nobody). Whoever approves has no use
-- for the customer's key, only for the fact that it is there: asked for here, that takes no round trip of its own, and a
-- restored log whose vault is older or younger lets no vehicle to somebody whom nobody can write to. Without them the append
-- is refused as `person`, and there is no row to tell of.
--
-- It is a function beside the one that is there, with one parameter more: processes of the version before still call that.
do $do$
declare
  definition text := pg_get_functiondef('log.append_many'::regproc);
  -- What stands there, and what takes its place.
  changes text[][] := array[
    [
      'e_metadata text[])',
      'e_metadata text[], k_subject uuid[])'
    ],
    [
      '  new_person text[] := ',
      '  still_known uuid[];
  new_person text[] := '
    ],
    [
      '  w_stream := array_fill(',
      '  if num_nonnulls(variadic k_subject) > 0 then
    still_known := array(select v.subject_id from vault.people v where v.subject_id = any (k_subject));
  end if;

  w_stream := array_fill('
    ],
    [
      '    if verdict = ''appended'' and p_subject[i] is not null then',
      '    if verdict = ''appended'' and not k_subject[i] = any (still_known) then
      verdict := ''person'';
    end if;

    if verdict = ''appended'' and p_subject[i] is not null then'
    ]
  ];
  change text[];
begin
  foreach change slice 1 in array changes loop
    if length(definition) - length(replace(definition, change[1], '')) <> length(change[1]) then
      raise exception 'log.append_many is not the one that is known here';
    end if;
    definition := replace(definition, change[1], change[2]);
  end loop;
  execute definition;
end
$do$;
