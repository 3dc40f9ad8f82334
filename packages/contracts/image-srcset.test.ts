import { describe, expect, test } from 'vitest'
import { imageSrcset } from './image-srcset.ts'

describe('the srcset of a picture', () => {
  test('has every width that it was stored in', () => {
    expect(imageSrcset('/objects/vehicles/a', 1280)).toBe(
      '/objects/vehicles/a?w=320 320w, /objects/vehicles/a?w=640 640w, /objects/vehicles/a?w=960 960w, /objects/vehicles/a?w=1280 1280w',
    )
  })

  test('has all widths when the picture was stored before its width was known', () => {
    expect(imageSrcset('/objects/vehicles/a', undefined)).toBe(imageSrcset('/objects/vehicles/a', 1280))
  })

  test.each([
    [500, '/p?w=320 320w, /p 500w'],
    [640, '/p?w=320 320w, /p?w=640 640w'],
    [1100, '/p?w=320 320w, /p?w=640 640w, /p?w=960 960w, /p 1100w'],
  ])('of %i pixels ends with its own width: nothing is enlarged', (width, srcset) => {
    expect(imageSrcset('/p', width)).toBe(srcset)
  })

  test.each([320, 200])('of %i pixels is null: there is nothing to choose from', (width) => {
    expect(imageSrcset('/p', width)).toBeNull()
  })
})
