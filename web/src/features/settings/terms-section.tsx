import { LONGEST_TERMS } from '@forecourt/contracts/settings.ts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Section } from './section.tsx'
import { SettingsField } from './settings-field.tsx'
import styles from './terms-section.module.css'
import type { SettingsForm } from './use-settings-form.ts'

const count = new Intl.NumberFormat('en-GB')

/** The terms that contracts are made with, and what becomes of those that are made already. */
export function TermsSection({ form }: { readonly form: SettingsForm }) {
  const [isShown, setIsShown] = useState(false)
  const { draft, settings } = form
  const { termsVersion } = settings
  const isChanged = form.changed.includes('terms')
  return (
    <Section
      title="Terms"
      about="Part of every contract. A contract that is signed never changes: it keeps the terms that it was signed with."
    >
      <p className={styles.version}>
        <strong>{termsVersion === 0 ? 'No terms of your own yet' : `Version ${termsVersion}`}</strong>
        {isChanged && ` – saving makes version ${termsVersion + 1}, for contracts made from then on`}
        {!isChanged && draft.terms.trim() === '' && ' – contracts hold general terms'}
      </p>
      <SettingsField
        field="terms"
        form={form}
        rows={14}
        maxLength={LONGEST_TERMS}
        description={`${count.format(draft.terms.length)} of ${count.format(LONGEST_TERMS)} characters. Each line is a paragraph of the contract.`}
      />
      <Button aria-expanded={isShown} onPress={() => setIsShown(!isShown)}>
        {isShown ? 'Hide the preview' : 'Preview the terms'}
      </Button>
      {isShown && <TermsPreview terms={draft.terms} />}
    </Section>
  )
}

/** As the contract sets them. */
function TermsPreview({ terms }: { readonly terms: string }) {
  const paragraphs = terms.split(/\r?\n/).filter((line) => line.trim() !== '')
  return (
    <section className={styles.preview} aria-label="Preview of the terms">
      <h3>The terms</h3>
      {paragraphs.length === 0 && <p>General terms, for a business that has none of its own.</p>}
      {paragraphs.map((paragraph, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have nothing but their place
        <p key={place}>{paragraph}</p>
      ))}
    </section>
  )
}
