import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'

/** One import of one file, as the checks of directions see it. */
export interface Import {
  /** Path from the project's root. */
  readonly from: string
  /** Path of a file of the project, or the bare name of a package or a Node module (`node:fs`, `pg`). */
  readonly to: string
  readonly inside: boolean
  /** Only types are taken: nothing of it runs. */
  readonly typeOnly: boolean
}

/** A module's text is read with the parser that the linter is built on: it knows today's whole language. */
export function importsOf(file: string, text: string, folderOf: ReadonlyMap<string, string>): Import[] {
  const { module, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const requests = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      name: moduleRequest.value,
      typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ name: moduleRequest.value, typeOnly: isType }] : [],
      ),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const literal = /^(['"`])(.*)\1$/.exec(text.slice(start, end))
      return literal?.[2] === undefined ? [] : [{ name: literal[2], typeOnly: false }]
    }),
  ]
  return requests.map(({ name, typeOnly }) => ({ from: file, typeOnly, ...resolved(file, name, folderOf) }))
}

/** Where an import leads: `@forecourt/domain/money.ts` and `./money.ts` are files of the project, all else is not. */
function resolved(
  file: string,
  name: string,
  folderOf: ReadonlyMap<string, string>,
): { readonly to: string; readonly inside: boolean } {
  if (name.startsWith('.')) return { to: normalize(join(dirname(file), name)).replace(/\?.*$/, ''), inside: true }
  const [scope = '', part = ''] = name.split('/')
  const packageName = name.startsWith('@') ? `${scope}/${part}` : scope
  const folder = folderOf.get(packageName)
  if (folder === undefined) return { to: name.startsWith('node:') ? name : packageName, inside: false }
  return { to: join(folder, name.slice(packageName.length + 1)), inside: true }
}

/** All imports of the given files. */
export function readImports(root: string, files: readonly string[], folderOf: ReadonlyMap<string, string>): Import[] {
  return files.flatMap((file) => importsOf(file, readFileSync(join(root, file), 'utf8'), folderOf))
}
