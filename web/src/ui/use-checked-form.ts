import { type RefObject, type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, inWords } from '../lib/api.ts'
import { useUnsaved } from '../offline/use-unsaved.ts'

/** What is wrong with a form, by the names of its fields. */
type Complaints = Readonly<Partial<Record<string, string>>>

interface CheckedForm<Typed, Read> {
  /** The fields as they are empty. */
  readonly nothing: Typed
  /** What is typed, and how it is kept, where it is. */
  readonly kept?: readonly [Typed, (typed: Typed) => void]
  /** What was typed as it is sent, or what is wrong with it. */
  readonly read: (typed: Typed) => { readonly read: Read } | { readonly wrong: Complaints }
  /** Sends it. What it throws is told: by the fields that it is about, or as a sentence below them. */
  readonly send: (read: Read) => Promise<void>
  /** What a refusal says of the fields. */
  readonly complaintsOf: (refusal: ApiError) => Complaints
}

export interface CheckedFormState<Typed> {
  readonly form: RefObject<HTMLFormElement | null>
  readonly typed: Typed
  readonly wrong: Complaints
  /** What went wrong that is no field's fault, as a sentence. */
  readonly trouble: string | undefined
  readonly sending: boolean
  readonly edit: (part: Partial<Typed>) => void
  readonly submit: (event: SubmitEvent) => Promise<void>
  readonly clear: () => void
}

/**
 * A short form that is sent as a whole, and kept nowhere unless it says where: checked before it is sent, the focus on the
 * first field that is wrong, whoever found it, and sent once however often the button is pressed.
 */
export function useCheckedForm<Typed extends object, Read>({
  nothing,
  kept,
  read,
  send,
  complaintsOf,
}: CheckedForm<Typed, Read>): CheckedFormState<Typed> {
  const form = useRef<HTMLFormElement>(null)
  const own = useState(nothing)
  const [typed, setTyped] = kept ?? own
  useUnsaved(typed !== nothing)
  const [wrong, setWrong] = useState<Complaints>({})
  const [trouble, setTrouble] = useState<string>()
  const [sending, setSending] = useState(false)

  function complain(complaints: Complaints): void {
    flushSync(() => setWrong(complaints))
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (sending) return
    const checked = read(typed)
    if ('wrong' in checked) {
      complain(checked.wrong)
      return
    }
    setSending(true)
    setTrouble(undefined)
    try {
      await send(checked.read)
    } catch (error) {
      const complaints = error instanceof ApiError ? complaintsOf(error) : {}
      if (Object.keys(complaints).length === 0) setTrouble(inWords(error, 'Please try again.'))
      complain(complaints)
    } finally {
      setSending(false)
    }
  }

  return {
    form,
    typed,
    wrong,
    trouble,
    sending,
    edit: (part) => {
      setTyped({ ...typed, ...part })
      setWrong({})
      setTrouble(undefined)
    },
    submit,
    clear: () => setTyped(nothing),
  }
}
