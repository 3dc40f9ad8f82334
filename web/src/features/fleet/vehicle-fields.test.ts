import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { draftOf, readDraft } from './model.ts'
import { fiesta } from './testing/fiesta.ts'
import { VehicleFields } from './vehicle-fields.tsx'

const YEAR = 2026

const form = renderToStaticMarkup(
  createElement(VehicleFields, { draft: draftOf(fiesta), wrong: {}, thisYear: YEAR, edit: () => undefined }),
)

it.each([
  ['Name', 'name'],
  ['Daily rate (£)', 'dailyRate'],
  ['License plate', 'licensePlate'],
  ['Year', 'year'],
  ['Description', 'description'],
] as const)('says of %s that it is optional when it may be left empty, and only then', (label, field) => {
  const mayBeEmpty = 'vehicle' in readDraft({ ...draftOf(fiesta), [field]: '' }, YEAR)
  expect(form).toContain(`>${label}${mayBeEmpty ? ' (optional)' : ''}</label>`)
})
