import { NativeButton } from '../../ui/native-button.tsx'
import { SigningForm } from '../signing/signing-form.tsx'
import { signMyContract } from './api.ts'
import styles from './renter-page.module.css'
import type { Sending } from './use-sending.ts'

/** The form in which a renter signs on their own phone. What was filled in stays until the server has it. */
export function SignContract({
  sha256,
  signer,
  sending: { isSending, problem, run, anew },
  isConnected,
  onBack,
  onSigned,
}: {
  readonly sha256: string
  readonly signer: string
  readonly sending: Sending
  readonly isConnected: boolean
  readonly onBack: () => void
  readonly onSigned: () => Promise<void>
}) {
  return (
    <SigningForm
      sha256={sha256}
      signer={signer}
      // Another signature is another one.
      onChange={anew}
      onSign={(signature) => {
        if (!isConnected) return
        // When it was signed is the server's word here: tried again, the same is sent.
        const { signedAt: _, ...sent } = signature
        void run(async (key) => {
          await signMyContract(sent, key)
          await onSigned()
        })
      }}
    >
      {problem !== undefined && (
        <p role="alert" className={styles.wrong}>
          {problem}
        </p>
      )}
      <div className={styles.ways}>
        <NativeButton onClick={onBack}>Not now</NativeButton>
        <NativeButton type="submit" variant="primary" aria-disabled={!isConnected || isSending}>
          {isSending ? 'Sending…' : 'Sign'}
        </NativeButton>
      </div>
      {!isConnected && <p className={styles.quiet}>Signing needs a connection. What you filled in stays here.</p>}
    </SigningForm>
  )
}
