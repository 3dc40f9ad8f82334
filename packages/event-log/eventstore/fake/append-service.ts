import { setImmediate as nextTurn } from 'node:timers/promises'
import { type handleClientStreamingCall, status } from '@grpc/grpc-js'
import type { Faults } from './faults.ts'
import type { FakeLog, ProposedEvent, ServerExpectation } from './log.ts'
import { expectationOf, proposed, storedAnswer, streamName, wrongRevisionAnswer } from './messages.ts'
import type { AppendReq, AppendResp } from './protobuf.ts'

/** The unary append: options first, then the events, then one answer. */
export function appendService(log: FakeLog, faults: Faults): handleClientStreamingCall<AppendReq, AppendResp> {
  return (call, answer) => {
    const fail = (code: status, details: string): void => answer({ code, details })
    const serve = async (): Promise<void> => {
      let stream = ''
      let expected: ServerExpectation = 'any'
      const events: ProposedEvent[] = []
      for await (const request of call as AsyncIterable<AppendReq>) {
        const options = request.getOptions()
        const message = request.getProposedMessage()
        if (options !== undefined) {
          stream = streamName(options.getStreamIdentifier())
          expected = expectationOf(options)
        }
        if (message !== undefined) events.push(proposed(message))
      }

      // A connection that is cut ends the request as if it were complete; that it was cut is known a moment later.
      await nextTurn()
      if (call.cancelled) return

      const fault = faults.appends.shift()
      if (fault === 'hang') return
      if (fault === 'failBeforeStoring') return fail(status.UNKNOWN, 'Exception was thrown by handler.')
      if (fault === 'late') await faults.released
      const result = log.append(stream, expected, events)
      if (fault === 'hangAfterStoring') return
      if (fault === 'failAfterStoring') return fail(status.ABORTED, 'Operation timed out: commit timeout')
      if (fault === 'late') faults.lateAnswers += 1
      if (result.kind === 'wrongRevision') return answer(null, wrongRevisionAnswer(expected, result.actual))
      answer(null, storedAnswer(result.revision, fault === 'noPosition' ? undefined : result.position))
    }
    // A client that cancels in the middle of its request ends the loop with an error, and nobody is left to hear it.
    serve().catch((error: unknown) => fail(status.INTERNAL, String(error)))
  }
}
