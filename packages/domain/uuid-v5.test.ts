import { expect, it } from 'vitest'
import { uuidV5 } from './uuid-v5.ts'

const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'
const URL_NAMESPACE = '6ba7b811-9dad-11d1-80b4-00c04fd430c8'

it.each([
  ['the vector of RFC 9562, appendix A.4', DNS, 'www.example.com', '2ed6657d-e927-568b-95e1-2665a8aea6a2'],
  ['the vector of Python’s uuid module', DNS, 'python.org', '886313e1-3b8a-5372-9b90-0c9aee199e5d'],
  ['an empty name', URL_NAMESPACE, '', '1b4db7eb-4057-5ddf-91e0-36dec72071f5'],
])('gives %s', (_, namespace, name, expected) => expect(uuidV5(namespace, name)).toBe(expected))

it('reads the namespace in either case and the name as UTF-8', () => {
  expect(uuidV5(DNS.toUpperCase(), 'www.example.com')).toBe(uuidV5(DNS, 'www.example.com'))
  expect(uuidV5(DNS, 'é')).not.toBe(uuidV5(DNS, 'e'))
})

it.each(['', 'www.example.com', '6ba7b810-9dad-11d1-80b4', `${DNS}0`])('refuses %j as a namespace', (namespace) =>
  expect(() => uuidV5(namespace, 'x')).toThrow('Invalid GUID'),
)
