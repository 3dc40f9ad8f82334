import type { RenterBooking } from '@forecourt/contracts/renter-booking.ts'
import { useEffect, useState } from 'react'
import { saveFile } from '../../lib/save-file.ts'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { late } from '../../ui/late.tsx'
import { NativeButton } from '../../ui/native-button.tsx'
import { myContract } from './api.ts'
import { contractInWords } from './model.ts'
import styles from './renter-page.module.css'
import { useSending } from './use-sending.ts'

const SignContract = late(async () => (await import('./sign-contract.tsx')).SignContract)

/** The contract: read, signed, saved. Nothing at all before there is one. */
export function ContractSection({
  booking,
  isConnected,
  onChanged,
}: {
  readonly booking: RenterBooking
  readonly isConnected: boolean
  readonly onChanged: () => Promise<void>
}) {
  const { contract, business, reference, customerName } = booking
  const [isSigning, setSigning] = useState(false)
  // Here, and not in the form: of a contract that was made anew there is another form, and it says why.
  const sending = useSending('The contract could not be signed.', onChanged)
  if (contract === null) {
    if (isSigning) setSigning(false)
    return null
  }
  const open = () => {
    sending.anew()
    setSigning(true)
  }
  const { state, sha256 } = contract
  const isSigned = state === 'signed'
  return (
    <section className={styles.part} aria-labelledby="contract">
      <h2 id="contract">Contract</h2>
      <p role="status">{contractInWords(contract, business.timeZone)}</p>
      <ReadContract key={sha256} name={`Contract ${reference}`} isConnected={isConnected} onChanged={onChanged} />
      {!isSigned && sha256 !== null && !isSigning && (
        <div className={styles.ways}>
          <NativeButton variant="primary" aria-disabled={!isConnected} onClick={() => isConnected && open()}>
            Sign the contract
          </NativeButton>
        </div>
      )}
      {!isSigned && sha256 !== null && isSigning && (
        <ErrorBoundary instead={<p>This part did not arrive. Load the page again.</p>}>
          <SignContract
            key={sha256}
            sha256={sha256}
            signer={customerName}
            sending={sending}
            isConnected={isConnected}
            onBack={() => setSigning(false)}
            onSigned={onChanged}
          />
        </ErrorBoundary>
      )}
      {!isConnected && (
        <p className={styles.quiet}>{isSigned ? 'Reading it needs' : 'Reading and signing it need'} a connection.</p>
      )}
    </section>
  )
}

/** Fetches the document, which then opens from this page's memory: its address has no secret in it, and nothing is kept. */
function ReadContract({
  name,
  isConnected,
  onChanged,
}: {
  readonly name: string
  readonly isConnected: boolean
  readonly onChanged: () => Promise<void>
}) {
  const { isSending, problem, run } = useSending('The contract could not be loaded.', onChanged, false)
  const [file, setFile] = useState<{ readonly content: Blob; readonly address: string }>()
  useEffect(() => (file === undefined ? undefined : () => URL.revokeObjectURL(file.address)), [file])

  const read = () => {
    const leaf = openLeaf()
    void run(async () => {
      try {
        const content = await myContract()
        const address = URL.createObjectURL(content)
        setFile({ content, address })
        // Where the browser opened none, the link below does.
        leaf?.location.replace(address)
      } catch (error) {
        leaf?.close()
        throw error
      }
    })
  }
  return (
    <>
      <div className={styles.ways}>
        {file === undefined ? (
          <NativeButton aria-disabled={!isConnected || isSending} onClick={() => isConnected && !isSending && read()}>
            {isSending ? 'Loading…' : 'Read the contract'}
          </NativeButton>
        ) : (
          <>
            <a className={styles.button} href={file.address} target="_blank" rel="noreferrer">
              Open the contract
            </a>
            <NativeButton onClick={() => saveFile(file.content, `${name}.${endingOf(file.content.type)}`)}>
              Save it
            </NativeButton>
          </>
        )}
      </div>
      {problem !== undefined && (
        <p role="alert" className={styles.wrong}>
          {problem}
        </p>
      )}
    </>
  )
}

/** A page for what is on its way: opened by the tap itself, for browsers let nothing open once the network was waited for. */
function openLeaf(): Window | null {
  const leaf = window.open('', '_blank')
  leaf?.document.body.append('Loading the contract…')
  return leaf
}

/** A contract on paper may be a picture. */
const endingOf = (type: string): string =>
  ({ 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' })[type] ?? 'pdf'
