import type { Verdict } from './verdict.ts'

/** So many violations of one invariant tell enough; the count says how many more there are. */
const ENOUGH = 20

const percent = (share: number) => `${Math.round(share * 100)} %`

/** A line of how long something took after each kind of fault; none when that was never seen. */
function longestTimes(what: string, longest: Readonly<Record<string, number>>): string[] {
  const told = Object.entries(longest).toSorted(([, one], [, other]) => other - one)
  if (told.length === 0) return []
  const times = told.map(([name, milliseconds]) => `${name} ${(milliseconds / 1_000).toFixed(1)} s`)
  return [`${what} so long after a fault’s end at the latest: ${times.join(', ')}.`]
}

/** A verdict for whoever reads a terminal: one line an invariant, and what violates it below. */
export function inWords({
  findings,
  figures,
  excused,
  stoodStill,
  longestAway,
  longestPauses,
  holds,
}: Verdict): string {
  const lines = findings.flatMap(({ invariant, violations }) => {
    const more = violations.length - ENOUGH
    return [
      `${violations.length === 0 ? '✓' : '✗'} ${invariant}`,
      ...violations.slice(0, ENOUGH).map((violation) => `    ${violation}`),
      ...(more > 0 ? [`    … and ${more} more`] : []),
    ]
  })
  const { requests, acknowledged, faults, recoveries, mails, licences, contracts, erased, events, replays } = figures
  const { shutOut, passwords } = figures
  const total = findings.reduce((sum, { violations }) => sum + violations.length, 0)
  const { times, milliseconds } = stoodStill
  return [
    ...lines,
    ...(times > 0
      ? [
          `The machine stood still ${times === 1 ? 'once' : `${times} times`}, ${(milliseconds / 1_000).toFixed(1)} s in all: that explains silence, doubt and old rows, too.`,
        ]
      : []),
    ...longestTimes('All worked again', longestAway),
    ...longestTimes('Mails that waited went out again', longestPauses),
    `Rows were compared with a replay of the log ${replays === 1 ? 'once' : `${replays} times`} while people were busy.`,
    `An error would have been excused for ${percent(excused.command)} of the time to commands, ${percent(excused.query)} to queries, and rows that are old for ${percent(excused.freshness)}.`,
    `${faults} faults (${recoveries} recoveries waited for), ${requests} requests, ${acknowledged} acknowledged commands, ${mails} mails, ${licences} licences and ${contracts} contracts seen, ${erased} renters erased, ${shutOut} times somebody shut out, ${passwords} passwords chosen, ${events} events: ` +
      (holds ? '0 violations' : `${total} violations`),
  ].join('\n')
}
