const FIRST = [
  'Amelia',
  'Oliver',
  'Isla',
  'George',
  'Priya',
  'Noah',
  'Freya',
  'Arthur',
  'Aisha',
  'Leo',
  'Grace',
  'Kwame',
  'Elsie',
  'Tomasz',
  'Niamh',
  'Rhys',
  'Zara',
  'Callum',
  'Mei',
  'Hugo',
] as const
const LAST = [
  'Hart',
  'Okafor',
  'Bennett',
  'Novak',
  'Sharma',
  'Whitfield',
  'Doyle',
  'Mackay',
  'Pritchard',
  'Ahmed',
  'Lund',
  'Barlow',
  'Castellano',
] as const
const STREETS = [
  'Church Road',
  'Victoria Street',
  'Mill Lane',
  'Station Road',
  'Queens Avenue',
  'Harbour View',
  'Albion Terrace',
] as const
const TOWNS = [
  'Portsmouth PO4 8QX',
  'Southampton SO15 2JH',
  'Leeds LS6 3PT',
  'Bristol BS3 4EA',
  'York YO10 5DD',
  'Chichester PO19 1UF',
] as const

/** Somebody who hires a car; made up from end to end (domain and numbers are reserved for that). */
export interface DemoCustomer {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly address: string
}

/** The nth customer; no two of the first two hundred share a name. */
export function demoCustomer(number: number): DemoCustomer {
  const first = pick(FIRST, number)
  const last = pick(LAST, number * 5 + 3)
  return {
    name: `${first} ${last}`,
    email: `${first}.${last}@customers.example`.toLowerCase(),
    phone: `07700900${String(100 + number).slice(-3)}`,
    address: `${((number * 7) % 90) + 1} ${pick(STREETS, number * 3)}, ${pick(TOWNS, number)}`,
  }
}

function pick(list: readonly string[], index: number): string {
  return list[index % list.length] ?? ''
}
