import * as z from 'zod/mini'

/**
 * What a server answers, by the contract that this app was built with. A newer server may say more: an app that has been
 * open since before takes what it knows and passes over the rest, whereas anything missing or different is no answer.
 * @param answer fresh from JSON; members that the contract does not know are taken out of it
 * @throws {z.core.$ZodError} it is not what the contract says
 */
export function answerBy<Schema extends z.core.$ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, answer)
  if (parsed.success) return parsed.data
  for (const issue of parsed.error.issues) {
    if (issue.code !== 'unrecognized_keys') throw parsed.error
    const holder = issue.path.reduce<unknown>((part, name) => memberOf(part, name), answer)
    for (const key of issue.keys) if (isObject(holder)) Reflect.deleteProperty(holder, key)
  }
  return z.parse(schema, answer)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const memberOf = (value: unknown, name: PropertyKey): unknown =>
  isObject(value) ? Reflect.get(value, name) : undefined
