import { DEMO_TENANTS } from '../demo/tenants.ts'
import type { Settings } from './settings.ts'

/** What to open and how to sign in, for the person at the terminal. */
export function banner({ publicUrl, given, dataFolder }: Settings, seconds: number): string {
  const tenants = DEMO_TENANTS.flatMap(({ name, slug, staff }) => [
    `  ${name}`,
    `    Portal     ${publicUrl}/${slug}/portal`,
    `    Dashboard  ${publicUrl}/${slug}/admin`,
    `    Sign in    ${staff.email}  /  ${staff.password}`,
    '',
  ])
  const mail = given.SMTP_URL === undefined ? `${publicUrl}/dev/mail` : 'sent by your mail server'
  return [
    '',
    `Forecourt is ready (${seconds.toFixed(1)} s).`,
    '',
    ...tenants,
    `  Mails        ${mail}`,
    `  Data         ${dataFolder} (delete it to start afresh)`,
    '',
    '  Ctrl-C stops everything.',
    '',
  ].join('\n')
}
