import { AdminBusiness, PublicBusiness } from '../business.ts'
import { type Call, rows, type Section } from './call.ts'
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
]
