/**
 * What Node is started with for each process that serves for weeks. V8's memory reducer takes a pause of eight seconds for the
 * end of the day, and what it had compiled for speed goes with the garbage (give-memory-back.ts, which takes its place and
 * waits for longer). It is made at the start of a process and asserts what it goes by, so it is switched off there or not at all.
 * `docker-compose.yml` has them as well, and the runner's are in `infra/bootstrap/run.mjs`.
 */
export const NODE_FLAGS = ['--no-memory-reducer'] as const
