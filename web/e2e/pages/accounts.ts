import { randomUUID } from 'node:crypto'
import { StaffInvited } from '@forecourt/contracts/staff.ts'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import * as z from 'zod/mini'
import type { Staff } from './desk.ts'
import { elsewhere } from './fleet.ts'
import { Inbox } from './inbox.ts'

const OURS = { 'Sec-Fetch-Site': 'same-origin' }

/** Somebody who has no account yet. */
export function newcomer() {
  const mark = randomUUID().slice(0, 8)
  return { email: `robin.${mark}@example.com`, firstName: 'Robin', lastName: `Desk ${mark}` }
}

/** A colleague who has chosen a password, without walking through it. @param owner a page of whoever adds them */
export async function newColleague(
  owner: Page,
  request: APIRequestContext,
): Promise<Staff & { readonly link: string }> {
  const { email, ...names } = newcomer()
  const added = await owner.request.post('/api/admin/staff', { headers: OURS, data: { email, ...names } })
  expect(added.status()).toBe(201)
  const password = 'gulls over the quay'
  const link = await new Inbox(request).passwordLink(email)
  const data = { token: new URL(link).hash.slice(1), password }
  expect((await request.post('/api/auth/password/reset', { headers: OURS, data })).status()).toBe(200)
  return { email, password, link }
}

/** Somebody who was added and has not chosen a password yet. @param owner a page of whoever adds them */
export async function invited(owner: Page): Promise<{ readonly id: string; readonly name: string }> {
  const { email, firstName, lastName } = newcomer()
  const added = await owner.request.post('/api/admin/staff', { headers: OURS, data: { email, firstName, lastName } })
  expect(added.status()).toBe(201)
  return { id: z.parse(StaffInvited, await added.json()).id, name: `${firstName} ${lastName}` }
}

/** Somebody is deactivated, or let in again, on another device. */
export const setStatus = (colleague: Page, id: string, status: 'active' | 'deactivated') =>
  elsewhere(colleague, `/api/admin/staff/${id}/status`, { status })

/** Types a password twice, on the page behind a mailed link. */
export async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('New password again', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Save the password', exact: true }).click()
}

/** Changes one's own password, on the page of one's account. */
export async function changePassword(page: Page, current: string, password: string): Promise<void> {
  await page.getByLabel('Current password', { exact: true }).fill(current)
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('New password again', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Change password', exact: true }).click()
}
