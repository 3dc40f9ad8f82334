import * as z from 'zod/mini'
import { type Answer, type Call, json, type Section } from './call.ts'

const section: Section = { name: 'Documentation', about: 'This document, for programs and for people.' }

/** An OpenAPI document, as far as its readers need to tell it from others. */
export const OpenApiDocument = z.looseObject({
  openapi: z.literal('3.1.1'),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  paths: z.looseObject({}),
  components: z.looseObject({}),
})

const SAME: Answer = { about: 'You have it already: `If-None-Match` names it.', content: [], headers: ['ETag'] }

const text = (about: string, type: string): Answer => ({ about, content: [{ type }], headers: ['ETag'] })

export const documentationCalls: readonly Call[] = [
  {
    id: 'openApi',
    section,
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'The OpenAPI document',
    service: 'query',
    access: 'anyone',
    answers: { 200: json('OpenAPI 3.1.', OpenApiDocument, ['ETag']), 304: SAME },
    example: {},
  },
  {
    id: 'docs',
    section,
    method: 'GET',
    path: '/api/docs',
    summary: 'The same as a page',
    service: 'query',
    access: 'anyone',
    answers: { 200: text('The page.', 'text/html'), 304: SAME },
    example: {},
  },
  {
    id: 'docsStyle',
    section,
    method: 'GET',
    path: '/api/docs/style.css',
    summary: 'What the page looks like',
    service: 'query',
    access: 'anyone',
    answers: { 200: text('The style sheet.', 'text/css'), 304: SAME },
    example: {},
  },
]
