import type { BusinessSettings } from '@forecourt/contracts/settings.ts'
import { useQuery } from '@tanstack/react-query'
import { useUnsaved } from '../../offline/use-unsaved.ts'
import { FailedToLoad } from '../../ui/failed-to-load.tsx'
import { Loading } from '../../ui/loading.tsx'
import { CalendarsSection } from '../exports/calendars-section.tsx'
import { ExportsSection } from '../exports/exports-section.tsx'
import { businessSettings } from './api.ts'
import { ContactSection } from './contact-section.tsx'
import { HireSection } from './hire-section.tsx'
import { LooksSection } from './looks-section.tsx'
import { SaveBar } from './save-bar.tsx'
import styles from './settings-page.module.css'
import { TermsSection } from './terms-section.tsx'
import { useSettingsForm } from './use-settings-form.ts'

/** What staff choose for their business. */
export function SettingsPage() {
  const { data, error, refetch } = useQuery(businessSettings())
  return (
    <section className={styles.page} aria-labelledby="settings-heading">
      <h1 id="settings-heading">Business settings</h1>
      {data === undefined && error === null && <Loading label="Loading the settings" />}
      {data === undefined && error !== null && (
        <FailedToLoad error={error} otherwise="The settings could not be loaded." onRetry={() => void refetch()} />
      )}
      {data !== undefined && <SettingsForm settings={data} />}
      {data !== undefined && <CalendarsSection />}
      {data !== undefined && <ExportsSection />}
    </section>
  )
}

function SettingsForm({ settings }: { readonly settings: BusinessSettings }) {
  const form = useSettingsForm(settings)
  const isDirty = form.changed.length > 0
  useUnsaved(isDirty)
  return (
    <form ref={form.form} className={styles.form} onSubmit={(event) => void form.submit(event)} noValidate>
      <LooksSection form={form} />
      <ContactSection form={form} />
      <HireSection form={form} />
      <TermsSection form={form} />
      <SaveBar form={form} />
    </form>
  )
}
