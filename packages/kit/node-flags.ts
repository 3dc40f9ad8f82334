/**
 * What Node is started with for each process that serves for weeks. V8's memory reducer takes a pause of eight seconds for the
 * end of the day, and what was compiled for speed goes with the garbage: give-memory-back.ts takes its place and waits for
 * longer. V8 makes it at the start of a process and asserts how far it may have come, so it is switched off there or not at all.
 * `docker-compose.yml` and `infra/bootstrap/run.mjs`, which cannot read this, name them as well.
 */
export const NODE_FLAGS = ['--no-memory-reducer'] as const
