import { z } from 'zod'

/** As much of JSON Schema as our document uses to say what a value is. */
const Schema = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  format: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  get properties() {
    return z.record(z.string(), Schema).optional()
  },
  get anyOf() {
    return z.array(Schema).optional()
  },
})
export type Schema = z.infer<typeof Schema>

const Parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  schema: Schema,
  example: z.unknown().optional(),
})
export type Parameter = z.infer<typeof Parameter>

const Operation = z.object({
  operationId: z.string(),
  parameters: z.array(Parameter).default([]),
  requestBody: z
    .object({ content: z.object({ 'application/json': z.object({ schema: Schema, example: z.unknown() }) }) })
    .optional(),
})

const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), Schema) }),
})

/** A call, as a stranger reads it out of the OpenAPI document. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly body?: { readonly schema: Schema; readonly example: unknown }
}

/** @throws when it is not the document that we publish */
export function operationsOf(openApi: unknown): Operation[] {
  const { paths, components } = Document.parse(openApi)
  const resolved = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? schema)
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters, requestBody }]) => {
      const json = requestBody?.content['application/json']
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        parameters,
        ...(json === undefined ? {} : { body: { schema: resolved(json.schema), example: json.example } }),
      }
    }),
  )
}
