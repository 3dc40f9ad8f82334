/** What every program needs to know that runs an EventStoreDB of its own (`EVENTSTORE_COMMAND`). */

/**
 * The environment of such a server. It takes every variable of its prefix for a setting, and does not start when it knows none
 * of that name.
 */
export const environmentOfServer = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('EVENTSTORE_')))

/** Whether the server without TLS on this port of this machine can work. */
export async function isLive(port: number, signal?: AbortSignal): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/health/live`, signal === undefined ? {} : { signal }).catch(
    () => undefined,
  )
  await answer?.body?.cancel().catch(() => {})
  return answer?.ok === true
}
