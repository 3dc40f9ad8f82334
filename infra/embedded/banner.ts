import { DEMO_TENANTS } from '../demo/tenants.ts'
import type { Settings } from './settings.ts'

/** What to open and how to sign in, for the person at the terminal. */
export function banner({ publicUrl, given, dataFolder }: Settings, seconds: number): string {
  const portals = DEMO_TENANTS.map(({ name, slug }) => `    ${name.padEnd(16)} ${publicUrl}/${slug}`)
  const sign = DEMO_TENANTS.map(({ staff }) => `    ${staff.email}  /  ${staff.password}`)
  const mail = given.SMTP_URL === undefined ? `${publicUrl}/dev/mail` : 'sent by your mail server'
  return [
    '',
    `Forecourt is ready (${seconds.toFixed(1)} s).`,
    '',
    '  Book a car as a renter:',
    ...portals,
    `  Sign in as staff:  ${publicUrl}/login`,
    ...sign,
    `  Mails:             ${mail}`,
    `  Data:              ${dataFolder} (delete it to start afresh)`,
    '',
    '  Ctrl-C stops everything.',
    '',
  ].join('\n')
}
