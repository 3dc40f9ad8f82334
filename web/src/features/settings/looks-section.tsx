import { UPLOAD_TYPES } from '@forecourt/contracts/upload.ts'
import { useId } from 'react'
import { PictureField, type PictureWords } from '../../ui/picture-field.tsx'
import { uploadLogo } from './api.ts'
import { LooksPreview } from './looks-preview.tsx'
import styles from './looks-section.module.css'
import { labels } from './model.ts'
import { Overtaken } from './overtaken.tsx'
import { Section } from './section.tsx'
import { SettingsField } from './settings-field.tsx'
import type { SettingsForm } from './use-settings-form.ts'

const logoWords: PictureWords = {
  legend: `${labels.logoUrl} (optional)`,
  choose: 'Upload a logo',
  replace: 'Replace the logo',
  done: 'The logo is uploaded: save to show it',
  failed: 'Failed to upload the logo',
}

/** Name, colour and logo, and what portal and dashboard look like with them. */
export function LooksSection({ form }: { readonly form: SettingsForm }) {
  const { draft, saved } = form
  const isColour = /^#[0-9a-f]{6}$/i.test(draft.primaryColor.trim())
  const colour = isColour ? draft.primaryColor.trim().toLowerCase() : saved.primaryColor
  return (
    <Section title="Name and looks" about="On the portal, the dashboard, mails, contracts and the icons of the apps.">
      <SettingsField field="name" form={form} maxLength={100} />
      <div className={styles.colour}>
        <SettingsField field="primaryColor" form={form} maxLength={7} placeholder="#0f6fde" />
        <Picker colour={colour} change={(primaryColor) => form.edit({ primaryColor })} />
      </div>
      <PictureField
        path={draft.logoUrl}
        change={(logoUrl) => form.edit({ logoUrl })}
        upload={uploadLogo}
        types={UPLOAD_TYPES.logo}
        words={logoWords}
        error={form.wrong.logoUrl}
      >
        <img className={styles.logo} src={`${draft.logoUrl}?w=192`} alt="The logo" width={96} height={96} />
      </PictureField>
      <Overtaken field="logoUrl" form={form} />
      <LooksPreview name={draft.name.trim() || saved.name} colour={colour} logoUrl={draft.logoUrl} />
    </Section>
  )
}

/** The browser's own way to choose a colour. */
function Picker({ colour, change }: { readonly colour: string; readonly change: (colour: string) => void }) {
  const id = useId()
  return (
    <span className={styles.picker}>
      <label htmlFor={id}>Choose</label>
      <input id={id} type="color" value={colour} onChange={({ target }) => change(target.value)} />
    </span>
  )
}
