import { type ParseArgsConfig, parseArgs } from 'node:util'

/** That every word is told, whatever it is. */
const TOLD = { strict: false, tokens: true } as const
/** One word of a command line. */
type Token = ReturnType<typeof parseArgs<typeof TOLD>>['tokens'][number]

/**
 * The options and the other words of a command line, as `parseArgs` of Node gives them.
 * @throws {Error} something is wrong with them: that in few words of our own. Node's speak to whoever writes a program, and
 *   do not say where its help is.
 */
export function readWords<const Config extends ParseArgsConfig>(config: Config): ReturnType<typeof parseArgs<Config>> {
  const { tokens } = parseArgs<ParseArgsConfig & typeof TOLD>({ ...config, ...TOLD })
  for (const token of tokens) {
    const wrong = wrongWith(token, config)
    if (wrong !== undefined) throw new Error(wrong)
  }
  return parseArgs(config)
}

/** What is wrong with a word; undefined when nothing is. */
function wrongWith(token: Token, { options = {}, allowPositionals = false }: ParseArgsConfig): string | undefined {
  if (token.kind === 'positional') return allowPositionals ? undefined : `"${token.value}" is one word too many`
  if (token.kind === 'option-terminator') return undefined
  const { name, rawName, value, inlineValue } = token
  const option = Object.hasOwn(options, name) ? options[name] : undefined
  if (option === undefined) return `${rawName} is no option`
  if (option.type === 'boolean') return value === undefined ? undefined : `${rawName} takes no value`
  if (value === undefined) return `${rawName} needs a value`
  // More likely the next option than a value: nobody is to wonder where it has gone.
  return !inlineValue && /^-./.test(value)
    ? `${rawName} needs a value; one that begins with a dash is written ${rawName}=${value}`
    : undefined
}
