import type { Call } from '@forecourt/contracts/calls/call.ts'
import { fieldOf } from '@forecourt/contracts/calls/fields.ts'
import { ANSWERED, SENT } from '@forecourt/contracts/calls/schemas.ts'
import { ProblemBody } from '@forecourt/contracts/problem.ts'
import { z } from 'zod'
import type { $ZodType, JSONSchema } from 'zod/v4/core'

export type JsonSchema = JSONSchema.BaseSchema

/** Errors as they are really sent: without a member that is not documented. */
const Problem = z.strictObject(ProblemBody.shape)

const PREFIX = '#/components/schemas/'
const uri = (name: string) => `${PREFIX}${name}`

const nameOf = new Map<$ZodType, string>(
  [...Object.entries(SENT), ...Object.entries(ANSWERED), ['Problem', Problem] as const].map(([name, schema]) => [
    schema,
    name,
  ]),
)

/** Every named body as JSON Schema, its members described. */
export const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  // What callers send may name the same choices as what they are answered.
  ...converted({ ...SENT, ...choicesOf(ANSWERED) }, 'input'),
  ...converted({ ...ANSWERED, Problem }, 'output'),
}

/** @throws {Error} for a body without a name: give it one in `calls/schemas.ts` */
export function refTo(schema: $ZodType): JsonSchema {
  const name = nameOf.get(schema)
  if (name === undefined) throw new Error('a body of the table of calls has no name')
  return { $ref: uri(name) }
}

export const PROBLEM: JsonSchema = { $ref: uri('Problem') }

/** The schema that a reference leads to; any other as it is. */
export function resolved(schema: JsonSchema): JsonSchema {
  return schema.$ref === undefined ? schema : (SCHEMAS[schema.$ref.slice(PREFIX.length)] ?? {})
}

export interface Parameter {
  readonly name: string
  readonly about: string
  readonly required: boolean
  readonly schema: JsonSchema
}

/** What a call takes in its query. */
export function queryParametersOf(call: Call): Parameter[] {
  if (call.query === undefined) return []
  const { properties = {}, required = [] } = converted({ [call.id]: call.query }, 'input')[call.id] ?? {}
  return Object.entries(properties).map(([name, property]) => {
    const { description = '', ...schema } = schemaFrom(property)
    return { name, about: description, required: required.includes(name), schema }
  })
}

function choicesOf(schemas: Readonly<Record<string, $ZodType>>): Record<string, $ZodType> {
  return Object.fromEntries(Object.entries(schemas).filter(([, schema]) => schema._zod.def.type === 'enum'))
}

function converted(schemas: Readonly<Record<string, $ZodType>>, io: 'input' | 'output'): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id })
  const { schemas: made } = z.toJSONSchema(registry, {
    uri,
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => mend(zodSchema, jsonSchema),
  })
  return Object.fromEntries(
    Object.entries(made).map(([name, schema]) => {
      // The document says which dialect it speaks, and where each schema is.
      delete schema.$schema
      delete schema.$id
      return [name, described(schema, name)]
    }),
  )
}

/** What the converter says too much of, and too little. */
function mend(zodSchema: $ZodType, schema: JsonSchema): void {
  // A format says it better than its pattern of 200 characters.
  if (schema.format === 'date' || schema.format === 'date-time') delete schema.pattern
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  // Text is tidied before it is measured; whoever sends it is to know the measures all the same.
  if (zodSchema._zod.def.type === 'pipe') Object.assign(schema, measuresOf(zodSchema))
}

/** Lengths, pattern and format of the last text in a chain of steps. */
function measuresOf(schema: $ZodType): JsonSchema {
  if (!isPipe(schema)) {
    const { minLength, maxLength, format } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output' })
    return JSON.parse(JSON.stringify({ minLength, maxLength, format }))
  }
  const { in: first, out } = schema._zod.def
  return { ...measuresOf(first), ...measuresOf(out) }
}

interface Pipe extends $ZodType {
  readonly _zod: $ZodType['_zod'] & { readonly def: { readonly type: 'pipe'; in: $ZodType; out: $ZodType } }
}

function isPipe(schema: $ZodType): schema is Pipe {
  return schema._zod.def.type === 'pipe'
}

/** The schema with what is known of each of its members. @param path where it is, such as `AdminBooking.car` */
function described(schema: JsonSchema, path: string): JsonSchema {
  const { properties, items } = schema
  return {
    ...schema,
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, member]) => [name, memberOf(schemaFrom(member), `${path}.${name}`)]),
          ),
        }),
    ...(items === undefined || Array.isArray(items) ? {} : { items: described(schemaFrom(items), path) }),
  }
}

function memberOf(schema: JsonSchema, path: string): JsonSchema {
  const field = fieldOf(path)
  if (field === undefined) throw new Error(`${path} is not described: say in calls/fields.ts what it is`)
  const member = described(schema, path)
  if (field.format !== undefined) {
    delete member.minLength
    member.format = field.format
  }
  if (field.example !== undefined) member.examples = [field.example]
  return { ...member, description: field.about }
}

/** JSON Schema allows `true` and `false` as schemas; ours never are. */
export function schemaFrom(schema: boolean | JsonSchema): JsonSchema {
  return typeof schema === 'boolean' ? {} : schema
}
