import { globSync } from 'node:fs'

/** Where Debian's package of that name puts it. */
const LIBRARY = '/usr/lib/*/faketime/libfaketime.so.1'

/** The library that gives a process a clock of its own; undefined where it is not installed. */
export const findFaketime = (): string | undefined => globSync(LIBRARY)[0]
