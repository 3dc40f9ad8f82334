/** What every program needs to know that runs an EventStoreDB of its own (`EVENTSTORE_COMMAND`). */

/**
 * What .NET is told where it runs a server, as `docker-compose.yml` tells it: 64 threads from the beginning (in hexadecimal
 * digits). By itself it begins with one for each processor and adds one in half a second: the server's readers wait for threads
 * when many read at once, and on two processors all of them stood still for seconds at a time.
 */
export const THREADS = { DOTNET_ThreadPool_ForceMinWorkerThreads: '40' } as const

/**
 * The environment of such a server. It takes every variable of its prefix for a setting, and does not start when it knows none
 * of that name.
 */
export const environmentOfServer = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...THREADS,
  ...Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('EVENTSTORE_'))),
})

/** Whether the server without TLS on this port of this machine can work. */
export async function isLive(port: number, signal?: AbortSignal): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/health/live`, signal === undefined ? {} : { signal }).catch(
    () => undefined,
  )
  await answer?.body?.cancel().catch(() => {})
  return answer?.ok === true
}
