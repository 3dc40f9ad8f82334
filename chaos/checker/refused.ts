import { type Answered, type Command, commandsOf, followingOf, isAcknowledged, isRefused, named } from './commands.ts'
import { goneIn } from './erasures.ts'
import type { Evidence } from './evidence.ts'

/**
 * What was refused was not done: a command whose sender was told no, and never yes, has no event. And a key keeps its
 * command: sent again it is answered as before, with another body it is refused. Of somebody who is erased by then nothing is
 * said any more, also to whoever did not hear the first time.
 */
export function faultsOfRefusals({ history, log }: Evidence): string[] {
  const isGone = goneIn({ history, log })
  const isOfNobody = (sending: Answered) => sending.answer.code === 'not-found' && isGone(sending)
  const places = new Map(log.map(({ metadata, type, position }) => [metadata.commandId, `${type} at ${position}`]))
  return [...commandsOf(history).values()].flatMap((command) => {
    const acknowledged = command.sendings.filter(isAcknowledged)
    const refused = command.sendings.filter(isRefused).filter((sending) => !isOfNobody(sending))
    const place = places.get(command.commandId) ?? places.get(followingOf(command) ?? '-')
    if (acknowledged.length > 0) return faultsOfRepetitions(command, acknowledged, isOfNobody)
    if (place === undefined || refused.length === 0) return []
    return refused.map((sending) => `${named(sending)} was refused (${sending.answer.code}), and was done: ${place}`)
  })
}

/** Only what was written is remembered under its key. */
function faultsOfRepetitions(
  { sendings }: Command,
  acknowledged: readonly Answered[],
  isOfNobody: (sending: Answered) => boolean,
): string[] {
  const first = acknowledged.find(({ answer }) => answer.position !== null)
  if (first === undefined) return []
  return sendings
    .filter(({ startedAt }) => startedAt > first.endedAt)
    .flatMap((sending) => {
      if (sending.digest !== first.digest)
        return isAcknowledged(sending) ? [`${named(sending)} was accepted under a key that had another body`] : []
      if (isRefused(sending) && isOfNobody(sending)) return []
      if (isRefused(sending))
        return [`${named(sending)} was refused (${sending.answer.code}) after it had been acknowledged`]
      if (isAcknowledged(sending) && sending.answer.position !== first.answer.position)
        return [`${named(sending)} was answered otherwise than the first time: at ${sending.answer.position}`]
      return []
    })
}
