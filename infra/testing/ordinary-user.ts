const NOBODY = 65534

/** Does it as a user who may not do everything, whom a folder's mode keeps out: it keeps out nobody who is root. */
export function asOrdinaryUser<Result>(work: () => Result): Result {
  if (process.getuid?.() !== 0) return work()
  process.seteuid?.(NOBODY)
  try {
    return work()
  } finally {
    process.seteuid?.(0)
  }
}
