import { MODEL } from '@forecourt/query/projection/schema.ts'
import { RefusedError } from '../cli/command.ts'

/**
 * Rows of one shape are not compared with those of another, and no code of one writes the other's.
 * @throws {RefusedError} the live read model was made by another version
 */
export function expectOurShape({ model }: { readonly model: number }): void {
  if (model === MODEL) return
  throw new RefusedError(
    'another-shape',
    `the live read model has shape ${model}, this version knows ${MODEL}: ask the version that runs`,
  )
}
