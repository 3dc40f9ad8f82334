import { faultsOfPositions } from '../../tests/system/support/invariants.ts'
import type { Evidence } from './evidence.ts'

/** Positions have no gap, each stream's revisions are dense and in order, and no event is there twice. */
export const faultsOfOrder = ({ log }: Evidence): readonly string[] => faultsOfPositions(log)
