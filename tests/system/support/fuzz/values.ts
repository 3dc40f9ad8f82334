import type { Chance } from '../random.ts'
import { hostileText, hostileValue, strangeName } from './hostile.ts'
import type { Schema } from './operations.ts'

/** What a schema says of a value is what is broken, by one step if possible. */
function boundaryOf(schema: Schema, chance: Chance): string | number | undefined {
  const { minLength = 0, maxLength, minimum, maximum } = schema
  const numbers = [minimum, maximum].flatMap((edge) => (edge === undefined ? [] : [edge - 1, edge, edge + 1]))
  const lengths = [minLength - 1, minLength, ...(maxLength === undefined ? [] : [maxLength, maxLength + 1])]
  const texts = lengths.filter((length) => length >= 0 && length < 20_000).map((length) => 'ä'.repeat(length))
  return chance.oneOf([...numbers, ...texts, ...(schema.enum ?? []).map(String)])
}

/** An object near to what is taken: fields broken, missing, or too many. */
function mutated(example: Record<string, unknown>, schema: Schema, chance: Chance): Record<string, unknown> {
  const body = { ...example }
  const names = Object.keys(schema.properties ?? {})
  const steps = 1 + chance.below(2)
  for (let step = 0; step < steps; step += 1) {
    const name = chance.oneOf(names) ?? strangeName(chance)
    const field = schema.properties?.[name] ?? {}
    chance.oneOf([
      () => put(body, name, hostileValue(chance)),
      () => put(body, name, hostileText(chance)),
      () => put(body, name, boundaryOf(field, chance)),
      () => Reflect.deleteProperty(body, name),
      () => put(body, strangeName(chance), hostileValue(chance)),
    ])?.()
  }
  return body
}

/** Also `__proto__` becomes a member like any other. */
function put(body: object, name: string, value: unknown): void {
  Object.defineProperty(body, name, { value, enumerable: true, configurable: true, writable: true })
}

/** A body as bytes: mostly JSON, sometimes of the right kind, now and then nothing of the sort. */
export function bodyOf(example: unknown, schema: Schema, chance: Chance): Buffer {
  const object = typeof example === 'object' && example !== null ? { ...example } : {}
  if (chance.happens(0.3)) return Buffer.from(JSON.stringify(object))
  if (chance.happens(0.8)) return Buffer.from(JSON.stringify(mutated(object, schema, chance)))
  const text = JSON.stringify(object)
  return Buffer.from(
    chance.oneOf<() => string | Buffer>([
      () => '',
      () => text.slice(0, chance.below(text.length)),
      () => `${text}${text}`,
      () => `\ufeff${text}`,
      () => text.replace('{', `{${JSON.stringify(strangeName(chance))}:1,`),
      // The same key twice: parsers differ in which one they take.
      () => text.replace('{', `{"status":"approved","status":${JSON.stringify(hostileValue(chance))},`),
      () => '[{}]',
      () => 'null',
      () => '"text"',
      () => '1e400',
      () => `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
      () => `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
      () => JSON.stringify({ ...object, notes: 'x'.repeat(70_000) }),
      () => JSON.stringify({ ...object, notes: 'x'.repeat(400_000) }),
      () =>
        Buffer.concat([
          Buffer.from('{"notes":"'),
          Buffer.from([0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80]),
          Buffer.from('"}'),
        ]),
      () => Buffer.from(text, 'utf16le'),
      () => 'a=b&c=d',
      () => '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--',
    ])?.() ?? '',
  )
}

/** A value for a query parameter, by its schema when it is to be right. */
export function queryValueOf(schema: Schema, example: string, chance: Chance): string {
  if (chance.happens(0.5)) return chance.oneOf((schema.enum ?? []).map(String)) ?? example
  return chance.happens(0.3) ? String(boundaryOf(schema, chance) ?? '') : hostileText(chance)
}
