import { faultsOfPositions } from '../../tests/system/support/invariants.ts'
import type { Evidence } from './evidence.ts'

/** Positions have no gap where the log has none, each stream's revisions are dense and in order, and no event is there twice. */
export const faultsOfOrder = ({ log, isDense }: Evidence): readonly string[] => faultsOfPositions(log, isDense)
