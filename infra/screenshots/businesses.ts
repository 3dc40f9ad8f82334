import { DEMO_TENANTS, type DemoTenant } from '../demo/tenants.ts'

/** A business in one of the gallery's colours, and one in the same colour that has nothing yet. */
export interface Painted {
  readonly colour: 'blue' | 'yellow' | 'grey' | 'navy'
  readonly business: DemoTenant
  readonly empty: DemoTenant
}

const [model] = DEMO_TENANTS
if (model === undefined) throw new Error('there is a demo tenant')

const paint = (colour: Painted['colour'], primaryColor: string, name: string): Painted => {
  const slug = name.toLowerCase().replaceAll(' ', '-')
  const of = (tenant: DemoTenant, part: string): DemoTenant => ({
    ...tenant,
    name: part === '' ? name : `${name} ${part}`,
    slug: `${slug}${part.toLowerCase()}`,
    primaryColor,
    contact: { ...tenant.contact, contactEmail: `hello@${slug}.example` },
    staff: { ...tenant.staff, email: `staff@${slug}${part.toLowerCase()}.example` },
  })
  const nothing = { fleet: [], customers: 0, today: [] }
  return { colour, business: of(model, ''), empty: of({ ...model, ...nothing }, 'North') }
}

/** The demo tenant itself. */
export const HARBOUR = paint('blue', model.primaryColor, model.name)

/** A colour that white does not read on, one that hardly anything reads on, and a dark one. */
export const PAINTED: readonly Painted[] = [
  paint('yellow', '#ffd400', 'Sunbeam Hire'),
  paint('grey', '#777777', 'Slate Street Cars'),
  paint('navy', '#14213d', 'Admiral Car Hire'),
]
