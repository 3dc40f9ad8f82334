import { STATUS_CODES } from 'node:http'
import { REFUSALS, type RefusalCode } from '@forecourt/contracts/calls/refusals.ts'
import type { JsonSchema } from './schemas.ts'
import { resolved, schemaFrom } from './schemas.ts'

/** A value that the schema takes, made of the examples of its members. */
export function exampleOf(schema: JsonSchema): unknown {
  if (schema.examples !== undefined) return schema.examples[0]
  if (schema.$ref !== undefined) return exampleOf(resolved(schema))
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.anyOf !== undefined) return exampleOf(schema.anyOf[0] ?? {})
  if (schema.items !== undefined && !Array.isArray(schema.items)) return [exampleOf(schemaFrom(schema.items))]
  if (schema.properties !== undefined) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, member]) => [name, exampleOf(schemaFrom(member))]),
    )
  }
  return null
}

/** A problem as it is sent. */
export function problemExample(status: number, code: RefusalCode): object {
  const sentence = REFUSALS[code].replaceAll('`', '')
  return {
    type: `urn:forecourt:problem:${code}`,
    title: STATUS_CODES[status] ?? '',
    status,
    detail: sentence,
    message: sentence,
    code,
  }
}
