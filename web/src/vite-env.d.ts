/// <reference types="vite/client" />

/** A hash of the contracts that this build was made from (vite.config.ts). */
declare const CONTRACTS_HASH: string

interface ImportMetaEnv {
  /** Where "Book a Free Call" leads. */
  readonly VITE_BOOK_CALL_URL?: string
  /** Of the business that the landing page's previews lead to. */
  readonly VITE_DEMO_SLUG?: string
}
