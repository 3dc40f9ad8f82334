import { closeSync, openSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CONFIG, ConfigError, readConfig } from '@forecourt/kit/config.ts'
import { codeOf, whyNotUsable } from '@forecourt/kit/system-error.ts'

/**
 * What is configured for operators. Without a `DATABASE_URL` the settings are those that a run on this machine has left in
 * its data folder: where there is none, or none that can be read, that is said, since nobody has set those variables by hand.
 * @throws {ConfigError} naming the variables that are missing or wrong
 */
export function operatorSettings(environment: Readonly<Record<string, string | undefined>>) {
  try {
    return readConfig(CONFIG.operator, environment)
  } catch (error) {
    if (!(error instanceof ConfigError) || isGiven(environment.DATABASE_URL)) throw error
    const { FORECOURT_DATA: given } = environment
    const folder = resolve(isGiven(given) ? given : '.data')
    const unreadable = errorOfReading(join(folder, 'environment'))
    if (unreadable === undefined) throw error
    if (codeOf(unreadable) !== 'ENOENT') {
      throw new ConfigError(
        `the folder of the product's run, ${folder}, cannot be read: ${whyNotUsable(folder, unreadable)}; FORECOURT_DATA names another one, DATABASE_URL an installation`,
      )
    }
    throw new ConfigError(
      `no run of the product was found in ${folder}: "npm start" begins one, FORECOURT_DATA names the folder of another; and the variables that would name an installation: ${error.message}`,
    )
  }
}

const isGiven = (text: string | undefined): text is string => text !== undefined && text !== ''

function errorOfReading(file: string): unknown {
  try {
    closeSync(openSync(file, 'r'))
    return undefined
  } catch (error) {
    return error
  }
}
