import { ANSWERED, SENT } from '@forecourt/contracts/calls/schemas.ts'
import { CALLS } from '@forecourt/contracts/calls.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { safeParse } from 'zod/v4/core'
import { opened } from '../testing/open.ts'
import { openApiDocument } from './document.ts'
import { exampleOf } from './examples.ts'
import { refTo } from './schemas.ts'

const document = openApiDocument('forecourt.sid')
const text = JSON.stringify(document)

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    expect(await validator.validate(JSON.parse(text))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  it('would not be valid with a parameter in no place', async () => {
    const broken = JSON.parse(text.replace('"in":"path"', '"in":"body"'))
    expect((await new Validator().validate(broken)).valid).toBe(false)
  })

  it('refers to nothing that it has not', () => {
    const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path)
    const missing = references.filter((path) => path.split('/').reduce<unknown>(memberOf, document) === undefined)
    expect(references.length).toBeGreaterThan(100)
    expect(missing).toEqual([])
  })

  it('has every call once', () => {
    const ids = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id)
    expect(ids).toHaveLength(CALLS.length)
    expect(new Set(ids)).toEqual(new Set(CALLS.map(({ id }) => id)))
  })

  it('names no host, so that it holds wherever the product runs', () => {
    expect(document.servers).toMatchObject([{ url: '/' }])
  })
})

it.each(Object.entries({ ...ANSWERED, ...SENT }))('the example of %s is what its schema takes', (_name, schema) => {
  expect(safeParse(schema, exampleOf(refTo(schema)))).toMatchObject({ success: true })
})

const given = opened(async () => ({}))

describe('the documentation', () => {
  it('is served to anybody, and not again to whoever has it', async () => {
    const { desk } = given()
    for (const path of ['/api/openapi.json', '/api/docs', '/api/docs/style.css']) {
      const first = await desk.get(path)
      expect([path, first.status]).toEqual([path, 200])
      const again = await desk.get(path, { etag: first.headers.get('etag') ?? '' })
      expect([path, again.status, again.text]).toEqual([path, 304, ''])
    }
    expect((await desk.get('/api/openapi.json')).body).toEqual(JSON.parse(text))
  })

  it('as a page has an anchor for each call, and each of its links leads somewhere', async () => {
    const { text: page } = await given().desk.get('/api/docs')
    const anchors = [...page.matchAll(/ id="([\w-]+)"/g)].map(([, id]) => id)
    const links = [...page.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id)
    expect(new Set(anchors).size).toBe(anchors.length)
    expect(anchors).toEqual(expect.arrayContaining(CALLS.map(({ id }) => id)))
    expect(links.filter((id) => !anchors.includes(id))).toEqual([])
  })

  it('needs no script, and nothing from anywhere else', async () => {
    const { text: page, headers } = await given().desk.get('/api/docs')
    expect(page).not.toMatch(/<script|<style|style=|javascript:|\son\w+=/)
    const loaded = [...page.matchAll(/<(?:link|img|iframe)[^>]*(?:href|src)="([^"]*)"/g)].map(([, address]) => address)
    expect(loaded).toEqual(['/api/docs/style.css'])
    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
  })
})

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}
