import type { ContractSignature } from '@forecourt/contracts/contract.ts'
import { type ReactNode, useId, useState } from 'react'
import { useUnsaved } from '../../offline/use-unsaved.ts'
import { NativeButton } from '../../ui/native-button.tsx'
import { type Complaints, type Signing, signatureOf, texts } from './model.ts'
import { SignaturePad } from './signature-pad.tsx'
import styles from './signing-form.module.css'
import { unsignedBy } from './unsigned.ts'

/**
 * Name, signature, agreement: what whoever signs fills in, at the desk or on their own phone. The name may stand for a
 * drawn signature, for whoever cannot draw one.
 */
export function SigningForm({
  sha256,
  signer,
  before,
  onChange = () => undefined,
  onSign,
  children,
}: {
  /** Of the document that is signed. */
  readonly sha256: string
  /** Who probably signs. */
  readonly signer: string
  /** What stood in the form before it was made anew. */
  readonly before?: Signing | undefined
  /** Is told whatever is filled in. */
  readonly onChange?: (signing: Signing) => void
  readonly onSign: (signature: ContractSignature) => void
  /** The buttons; one of them submits. */
  readonly children: ReactNode
}) {
  const id = useId()
  const [unsigned] = useState(() => unsignedBy(signer))
  const [signing, setSigning] = useState<Signing>(before ?? unsigned)
  useUnsaved(signing !== unsigned)
  const [complaints, setComplaints] = useState<Complaints>({})
  const { way, name, strokes, hasAgreed } = signing
  const change = (part: Partial<Signing>, settled: keyof Complaints) => {
    const next = { ...signing, ...part }
    setSigning(next)
    onChange(next)
    setComplaints({ ...complaints, [settled]: undefined })
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const result = signatureOf(signing, sha256, new Date().toISOString())
        if ('signature' in result) return onSign(result.signature)
        setComplaints(result.complaints)
        const first = (['name', 'signature', 'consent'] as const).find((field) => result.complaints[field])
        document.getElementById(`${id}-${first}`)?.focus()
      }}
    >
      <div className={styles.field}>
        <label htmlFor={`${id}-name`}>{texts.name}</label>
        <input
          id={`${id}-name`}
          value={name}
          autoComplete="off"
          maxLength={100}
          onChange={({ target }) => change({ name: target.value }, 'name')}
          aria-invalid={complaints.name !== undefined}
          aria-describedby={`${id}-name-wrong`}
        />
        <Complaint id={`${id}-name-wrong`} says={complaints.name} />
      </div>
      <fieldset id={`${id}-signature`} tabIndex={-1} className={styles.field} aria-describedby={`${id}-sign-wrong`}>
        <legend>Signature</legend>
        <div className={styles.ways}>
          {(['drawn', 'typed'] as const).map((one) => (
            <label key={one} className={styles.way}>
              <input
                type="radio"
                name={`${id}-way`}
                checked={way === one}
                onChange={() => change({ way: one }, 'signature')}
              />
              {texts[one]}
            </label>
          ))}
        </div>
        {way === 'drawn' ? (
          <>
            <SignaturePad
              strokes={strokes}
              onChange={(drawn) => change({ strokes: drawn }, 'signature')}
              isInvalid={complaints.signature !== undefined}
            />
            <div className={styles.under}>
              <p>With a finger, a pen or the mouse.</p>
              <NativeButton aria-disabled={strokes.length === 0} onClick={() => change({ strokes: [] }, 'signature')}>
                {texts.clear}
              </NativeButton>
            </div>
          </>
        ) : (
          <p className={styles.written}>{name.trim() === '' ? 'Your name' : name}</p>
        )}
        <Complaint id={`${id}-sign-wrong`} says={complaints.signature} />
      </fieldset>
      <div className={styles.field}>
        <label className={styles.agree}>
          <input
            id={`${id}-consent`}
            type="checkbox"
            checked={hasAgreed}
            onChange={({ target }) => change({ hasAgreed: target.checked }, 'consent')}
            aria-invalid={complaints.consent !== undefined}
            aria-describedby={`${id}-consent-wrong`}
          />
          {texts.consent}
        </label>
        <Complaint id={`${id}-consent-wrong`} says={complaints.consent} />
      </div>
      {children}
    </form>
  )
}

function Complaint({ id, says }: { readonly id: string; readonly says: string | undefined }) {
  return (
    <p id={id} role="alert" className={styles.wrong}>
      {says}
    </p>
  )
}
