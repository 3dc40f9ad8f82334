import { Section } from './section.tsx'
import { SettingsField } from './settings-field.tsx'
import type { SettingsForm } from './use-settings-form.ts'

/** What renters read about the business, and how they reach it. */
export function ContactSection({ form }: { readonly form: SettingsForm }) {
  return (
    <Section
      title="About and contact"
      about="Renters see this on the portal and in their mails. New requests are mailed to the contact email."
    >
      <SettingsField field="description" form={form} rows={3} maxLength={2000} />
      <SettingsField field="contactEmail" form={form} inputType="email" inputMode="email" />
      <SettingsField field="contactPhone" form={form} inputType="tel" maxLength={50} />
      <SettingsField field="address" form={form} rows={3} maxLength={300} />
    </Section>
  )
}
