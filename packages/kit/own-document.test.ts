import { createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { isOwnDocument, markedAsOwn } from './own-document.ts'

const key = createSecretKey(Buffer.alloc(32, 1))
const document = Buffer.from('%PDF-1.7\n…\n%%EOF\n')
const marked = markedAsOwn(key, 'harbour', document)

test('what was made for a business is recognised by its bytes', () => {
  expect(isOwnDocument(key, 'harbour', marked)).toBe(true)
  expect(marked.subarray(0, document.length).equals(document)).toBe(true)
})

test.each([
  ['of another business', 'wheels', marked],
  ['without a mark', 'harbour', document],
  ['of nothing', 'harbour', Buffer.alloc(0)],
  [
    'with something put before its mark',
    'harbour',
    Buffer.concat([document, Buffer.from(' '), marked.subarray(document.length)]),
  ],
  ['with something put behind its mark', 'harbour', Buffer.concat([marked, Buffer.from('\n')])],
  ['with another letter in it', 'harbour', Buffer.from(marked.toString().replace('1.7', '1.6'))],
  ['under a mark of nothing', 'harbour', markedAsOwn(key, 'harbour', Buffer.alloc(0))],
])('a document %s is not', (_, business, bytes) => expect(isOwnDocument(key, business, bytes)).toBe(false))

test('a mark under another key is none', () =>
  expect(isOwnDocument(createSecretKey(Buffer.alloc(32, 2)), 'harbour', marked)).toBe(false))
