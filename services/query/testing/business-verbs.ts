import { randomUUID } from 'node:crypto'
import { BusinessId, Slug, UserId } from '@forecourt/domain/ids.ts'
import { businessStream, userStream } from '@forecourt/domain/streams.ts'
import { NO_BUSINESS } from '@forecourt/event-log/vault/vault.ts'
import type { Tenant } from './rental.ts'
import type { Scribe } from './scribe.ts'

/** What happens to businesses and those who work there. */
export function businessVerbs(scribe: Scribe) {
  const user = async (businessId: BusinessId, email: string, name: string | null = 'Robin'): Promise<UserId> => {
    const userId = UserId.parse(randomUUID())
    const person = await scribe.person('user', NO_BUSINESS, email, userId)
    const profile = { email, firstName: name, lastName: name === null ? null : 'Desk', profileImageUrl: null }
    await scribe.append(
      userStream(userId),
      businessId,
      [{ type: 'UserRegistered', data: { userId, businessId, role: 'admin', isAdmin: false }, personal: profile }],
      person,
    )
    return userId
  }

  return {
    /** A business with one member of staff. */
    async business(name: string, options: { readonly timeZone?: string } = {}): Promise<Tenant> {
      const businessId = BusinessId.parse(randomUUID())
      const slug = Slug.parse(name.toLowerCase().replaceAll(' ', '-'))
      const timeZone = options.timeZone ?? 'Europe/London'
      await scribe.append(businessStream(businessId), businessId, [
        { type: 'BusinessOnboarded', data: { businessId, name, slug, currency: 'GBP', timeZone } },
        {
          type: 'BusinessBrandingChanged',
          data: { businessId, name, primaryColor: '#0f6fde', logoPath: null },
        },
      ])
      const staff = await user(businessId, `staff@${slug}.example`)
      return { businessId, slug, staff }
    },

    /** Another member of staff. @param name their first one; null: none is known */
    user,

    async deactivateUser(tenant: Tenant) {
      return await scribe.append(userStream(tenant.staff), tenant.businessId, [
        { type: 'UserDeactivated', data: { userId: tenant.staff, reason: 'left' } },
      ])
    },

    async deactivate({ businessId }: Tenant) {
      return await scribe.append(businessStream(businessId), businessId, [
        { type: 'BusinessDeactivated', data: { businessId, reason: 'unpaid' } },
      ])
    },
  }
}
