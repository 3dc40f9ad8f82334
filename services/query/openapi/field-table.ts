import { html, type Markup } from '@forecourt/kit/markup.ts'
import { prose } from './prose.ts'
import { type JsonSchema, resolved, schemaFrom } from './schemas.ts'

interface Row {
  readonly path: string
  readonly schema: JsonSchema
  readonly required: boolean
}

/** What a body is made of, a row a field; fields within fields have their path. */
export function fieldTable(schema: JsonSchema): Markup {
  const rows = rowsOf(schema, '')
  if (rows.length === 0) return html`<p class="none">Nothing, or an empty object.</p>`
  return html`<table class="fields"><tbody>${rows.map(row)}</tbody></table>`
}

function row({ path, schema, required }: Row): Markup {
  const { description = '' } = schema
  const [kind, options] = kindOf(schema)
  return html`<tr><th scope="row"><code>${path}</code><small>${kind}${required ? '' : ', optional'}</small></th><td>${prose(description)}${
    options.length === 0 ? '' : html`<p class="choices">${options.map((one) => html`<code>${one}</code> `)}</p>`
  }</td></tr>
`
}

function rowsOf(reference: JsonSchema, prefix: string): Row[] {
  const schema = resolved(reference)
  if (schema.items !== undefined && !Array.isArray(schema.items))
    return rowsOf(schemaFrom(schema.items), `${prefix}[].`)
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const member = schemaFrom(property)
    const path = `${prefix}${name}`
    const inside = rowsOf(member, `${path}.`).map((one) => ({ ...one, path: one.path.replace('.[]', '[]') }))
    return [{ path, schema: member, required: schema.required?.includes(name) === true }, ...inside]
  })
}

/** What a value is, in a few words, and the values that there are when they are few. */
function kindOf(reference: JsonSchema): readonly [kind: string, options: readonly string[]] {
  const schema = resolved(reference)
  if (schema.enum !== undefined) return ['one of', schema.enum.map(String)]
  if (schema.const !== undefined) return [`always ${JSON.stringify(schema.const)}`, []]
  if (schema.anyOf !== undefined) {
    const kinds = schema.anyOf.map((one) => kindOf(one))
    return [kinds.map(([kind]) => kind).join(' or '), kinds.flatMap(([, options]) => options)]
  }
  if (schema.type === 'array') return [`list${between(schema.minItems, schema.maxItems)}`, optionsOfItems(schema)]
  const type = [schema.type ?? 'anything'].flat().join(' or ')
  if (schema.format !== undefined) return [schema.format, []]
  if (type === 'integer') return [`whole number${between(schema.minimum, schema.maximum)}`, []]
  return [type.replace('string', `text${between(schema.minLength, schema.maxLength)}`), []]
}

function optionsOfItems({ items }: JsonSchema): readonly string[] {
  return items === undefined || Array.isArray(items) ? [] : kindOf(schemaFrom(items))[1]
}

function between(least: number | undefined, most: number | undefined): string {
  if (most === undefined) return least === undefined || least === 0 ? '' : `, from ${least}`
  return least === most ? ` of ${most}` : ` ${least ?? 0}–${most}`
}
