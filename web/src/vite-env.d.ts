/// <reference types="vite/client" />

/** A hash of the contracts that this build was made from (vite.config.ts). */
declare const CONTRACTS_HASH: string

interface ImportMetaEnv {
  /** Where "Book a Free Call" leads. */
  readonly VITE_BOOK_CALL_URL?: string
}
