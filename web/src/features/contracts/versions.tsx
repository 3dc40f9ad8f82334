import type { ContractVersion } from '@forecourt/contracts/contract.ts'
import { momentOf } from '../../lib/dates.ts'
import styles from './contract-part.module.css'
import { versionName } from './contract-words.ts'

/** Every version that there ever was, the newest first; each opens in a tab of its own and is kept on no device. */
export function Versions({
  versions,
  timeZone,
  customer,
}: {
  readonly versions: readonly ContractVersion[]
  readonly timeZone: string
  readonly customer: string
}) {
  if (versions.length === 0) return null
  return (
    <ul className={styles.versions} aria-label="Versions of the contract">
      {versions.toReversed().map((version) => (
        <li key={version.path}>
          <a
            href={version.path}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Open the contract of ${customer}: ${versionName(version)}, ${momentOf(version.at, timeZone)}`}
          >
            {versionName(version)}
          </a>
          <time dateTime={version.at}>{momentOf(version.at, timeZone)}</time>
        </li>
      ))}
    </ul>
  )
}
