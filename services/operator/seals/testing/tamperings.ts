/** How somebody who owns the database may change history, and what gives it away. */
interface Tampering {
  /** What verify names it "after". */
  readonly after: string
  /** SQL; `PLACE` in it stands for the position of an event under the first seal, which another one follows. */
  readonly statements: string
  /** What is in the answer, `PLACE` in it likewise. */
  readonly found: RegExp
}

export const PLACE = 'APPROVED'
const P = PLACE

const at = (position: string) => `position = ${position}`
const swap = (column: string) => `
  with old as (select position, ${column} as was from log.events where position in (${P}, ${P} + 1))
  update log.events e set ${column} = old.was from old where old.position = 2 * ${P} + 1 - e.position and e.position in (${P}, ${P} + 1)`

/** Closes the gap that a removal has left, or makes room, as somebody who knows how positions work would. */
const shift = (from: string, by: number) => `
  update log.events set position = position + 1000000 where position >= ${from};
  update log.events set position = position - 1000000 + ${by} where position >= 1000000;
  update log.head set position = position + ${by}`

export const TAMPERINGS: readonly Tampering[] = [
  {
    after: 'a payload was changed',
    statements: `update log.events set data = replace(data::text, '-12-', '-11-')::json where type = 'BookingRequested'`,
    found: /^position \d+: this event is not what was sealed: it was changed \(seal 1\)/,
  },
  {
    after: 'metadata was changed',
    statements: `update log.events set metadata = jsonb_set(metadata::jsonb, '{actorId}', '"somebody"')::json where ${at(P)}`,
    found: /^position APPROVED: this event is not what was sealed: it was changed \(seal 1\)/,
  },
  {
    after: 'an event was given another instant',
    statements: `update log.events set recorded_at = recorded_at - interval '1 day' where ${at(P)}`,
    found: /^position APPROVED: this event is not what was sealed: it was changed/,
  },
  {
    after: 'an event was given another type',
    statements: `update log.events set type = 'BookingRejected' where ${at(P)}`,
    found: /^position APPROVED: this event is not what was sealed: it was changed/,
  },
  {
    after: 'an event was given another id',
    statements: `update log.events set event_id = gen_random_uuid() where ${at(P)}`,
    found: /^position APPROVED: this event is not what was sealed: it was changed/,
  },
  {
    after: 'an event was put into another stream',
    statements: `update log.events set stream = 'rent.schedule-of-nobody' where ${at(P)}`,
    found: /^position APPROVED: this event is not what was sealed: it was changed/,
  },
  {
    after: 'an event was removed',
    statements: `delete from log.events where ${at(P)}`,
    found: /^position \d+: the events from position APPROVED up to here are missing/,
  },
  {
    after: 'an event was removed and the gap closed',
    statements: `delete from log.events where ${at(P)}; ${shift(P, -1)}`,
    found: /^position APPROVED: an event that was sealed is missing here: it was removed \(seal 1\)/,
  },
  {
    after: 'an event was inserted',
    statements: `${shift(P, 1)}; insert into log.events select position - 1, 'rent.schedule-x', 0, gen_random_uuid(), type, data, metadata, recorded_at from log.events where position = ${P} + 1`,
    found: /^position APPROVED: this event was not there when its neighbours were sealed: it was inserted \(seal 1\)/,
  },
  {
    after: 'the contents of two events were exchanged',
    statements: swap('data'),
    found: /^position APPROVED: this event is not what was sealed: it was changed/,
  },
  {
    after: 'two events changed places',
    statements: `update log.events set position = 1000000 where ${at(P)}; update log.events set position = ${P} where position = ${P} + 1; update log.events set position = ${P} + 1 where position = 1000000`,
    found: /^position APPROVED: this event was sealed in another place: the order was changed \(seal 1\)/,
  },
  {
    after: 'the end of the log was cut off, seals and all',
    statements: `delete from log.events where position > ${P} + 2; update log.head set position = ${P} + 2`,
    found: /the file goes on with seal 2, up to position \d+, which the log has not got: its end was cut off/,
  },
  {
    after: 'events that were not sealed yet were cut off behind a screen that showed them',
    statements: `update read.checkpoint set position = position + 3`,
    found: /the log ends here, but the screens show what came up to \d+/,
  },
  {
    after: 'a seal was removed',
    statements: `delete from log.events where stream = 'rent.seal-main' and revision = 1; update log.events set revision = 1 where stream = 'rent.seal-main' and revision = 2`,
    found: /seal 3 does not follow from the one before it: a seal was removed or exchanged/,
  },
  {
    after: 'a seal was made to name other hashes',
    statements: `update log.events set data = jsonb_set(data::jsonb, '{leaves}', to_jsonb(encode(sha256('x'), 'base64')))::json where stream = 'rent.seal-main' and revision = 0`,
    found: /seal 1 names other events' hashes than it was signed for/,
  },
  {
    after: "a seal's root was changed",
    statements: `update log.events set data = jsonb_set(data::jsonb, '{root}', to_jsonb(encode(sha256('x'), 'hex')))::json where stream = 'rent.seal-main' and revision = 0`,
    found: /seal 1 is forged: its signature is not that of its key/,
  },
  {
    after: 'what stands in the place of a seal is none',
    statements: `update log.events set data = '{}' where stream = 'rent.seal-main' and revision = 1`,
    found: /what is in the place of seal 2 is no seal/,
  },
]
