import { PASSWORD_LINK_MINUTES } from '@forecourt/contracts/password.ts'
import { type SubmitEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { inWords } from '../../lib/api.ts'
import { useOnline } from '../../offline/use-online.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { keepEmail, typedEmail } from '../account/typed-email.ts'
import { forgotPassword } from './api.ts'
import styles from './link-forms.module.css'

/** Has a link to choose another password mailed. What is said then is the same whether there is such an account or not. */
export function ForgottenForm({ slug, business }: { readonly slug: string; readonly business: string }) {
  const isOnline = useOnline()
  const [email, setEmail] = useState(() => typedEmail(slug))
  const [missing, setMissing] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const [sending, setSending] = useState(false)
  const [askedFor, setAskedFor] = useState<string>()

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (sending) return
    const form = event.currentTarget
    const address = email.trim()
    flushSync(() => {
      setTrouble(undefined)
      setMissing(address === '' ? 'Email is required' : undefined)
    })
    if (address === '') {
      form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
      return
    }
    setSending(true)
    try {
      await forgotPassword({ email: address, businessSlug: slug })
      setAskedFor(address)
    } catch (error) {
      setTrouble(inWords(error, 'Something went wrong. Please try again.'))
    } finally {
      setSending(false)
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p>
        Type the email address that you sign in with. You are mailed a link with which you choose another password, once
        and within {PASSWORD_LINK_MINUTES} minutes.
      </p>
      <TextField
        label="Email"
        inputType="email"
        autoComplete="username"
        value={email}
        onChange={(typed) => {
          setEmail(typed)
          keepEmail(slug, typed)
          setMissing(undefined)
          setTrouble(undefined)
        }}
        error={missing}
        autoFocus
      />
      {!isOnline && (
        <p role="status" className={styles.note}>
          You are offline. The link can be asked for when there is a network.
        </p>
      )}
      {askedFor !== undefined && (
        <p role="status" className={styles.note}>
          If {askedFor} belongs to an account of {business}, the link is on its way. If nothing comes within a few
          minutes, look into the junk mail, or ask again.
        </p>
      )}
      {trouble !== undefined && (
        <p role="alert" className={styles.trouble}>
          {trouble}
        </p>
      )}
      <Button
        type="submit"
        variant={askedFor === undefined ? 'primary' : 'plain'}
        isDisabled={!isOnline}
        isBusy={sending}
      >
        {sending ? 'Sending…' : askedFor === undefined ? 'Mail me a link' : 'Mail me another link'}
      </Button>
    </form>
  )
}
