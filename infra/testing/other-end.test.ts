import { expect, it } from 'vitest'
import { withOtherEnd } from './other-end.ts'

it('is never the name it was made of, whatever that ends with', () => {
  const ends = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
  expect(ends.filter((end) => withOtherEnd(`/objects/logos/x${end}`) === `/objects/logos/x${end}`)).toEqual([])
  expect(new Set(ends.map((end) => withOtherEnd(`/objects/logos/x${end}`).slice(0, -1)))).toEqual(
    new Set(['/objects/logos/x']),
  )
})
