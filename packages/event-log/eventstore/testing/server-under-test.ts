/** A server that speaks EventStoreDB's protocol, fake or real, with what tests may do to it. */
export interface ServerUnderTest {
  readonly url: string
  /** Server version, major and minor as one number (23.1 is 2301), for facts that differ. */
  readonly version: number
  /** What only a server of our own can bear. */
  readonly process?: {
    /** As `kill -9`, and started again with the same data. */
    readonly restart: () => Promise<void>
    readonly kill: () => Promise<void>
    readonly start: () => Promise<void>
    /** As SIGSTOP and SIGCONT: connections stay, nothing is answered. */
    readonly freeze: () => void
    readonly thaw: () => void
  }
  readonly close: () => Promise<void>
}
