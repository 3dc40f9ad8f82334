import { AdminBusiness, PublicBusiness } from '../business.ts'
import { BusinessSettings } from '../settings.ts'
import { type Call, json, rows, type Section } from './call.ts'
import { BUSINESS } from './examples.ts'

const section: Section = { name: 'Business', about: 'Name, colours and contact of a rental business.' }

export const businessCalls: readonly Call[] = [
  {
    id: 'business',
    section,
    method: 'GET',
    path: '/api/business/{slug}',
    summary: 'What anybody may know of a business',
    service: 'query',
    access: 'anyone',
    params: { slug: { names: 'business', about: "The business's name in addresses." } },
    answers: rows('The business.', PublicBusiness),
    example: { params: { slug: BUSINESS } },
  },
  {
    id: 'ownBusiness',
    section,
    method: 'GET',
    path: '/api/admin/business',
    summary: 'Your own business',
    service: 'query',
    access: 'member',
    answers: rows('The business.', AdminBusiness),
    example: {},
  },
  {
    id: 'settings',
    section,
    method: 'GET',
    path: '/api/admin/business/settings',
    summary: 'What your business has chosen',
    service: 'query',
    access: 'member',
    answers: rows('The settings.', BusinessSettings),
    example: {},
  },
  {
    id: 'saveSettings',
    section,
    method: 'PUT',
    path: '/api/admin/business/settings',
    summary: 'Save the settings',
    about:
      'All of them are sent, as they were answered, with what is to be changed: it happens together or not at all. Settings that somebody else has saved meanwhile are not overwritten; what is so already is no conflict.',
    service: 'command',
    access: 'member',
    body: BusinessSettings,
    idempotent: true,
    answers: { 200: json('The settings as they are stored.', BusinessSettings, ['X-Log-Position', 'Set-Cookie']) },
    refusals: { 409: ['settings-changed'], 422: ['logo-unknown'] },
    example: {
      body: {
        version: 0,
        name: 'Harbour Hire',
        primaryColor: '#0f6fde',
        logoUrl: null,
        description: 'Cars and vans by the harbour',
        contactEmail: 'hello@harbour-hire.example',
        contactPhone: '0117 496 0000',
        address: '12 Quay Street, Bristol',
        terms: 'The vehicle comes back with a full tank.',
        termsVersion: 0,
        turnaroundDays: 1,
        licenceRetentionDays: 30,
      },
    },
  },
]
