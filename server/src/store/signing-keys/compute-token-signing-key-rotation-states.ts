// Derives key states from the clock: next (published), current (signs), retiring (verifies), gone.
import { tokenSigningAlgorithms } from '../../platform/database/database-column-types.ts'
import type { SigningKeysTable } from '../../platform/database/database-schema.ts'

export type TokenSigningKeyRotationState = 'next' | 'current' | 'retiring' | 'gone'

export interface TokenSigningKeyWithRotationState {
  key: SigningKeysTable
  state: TokenSigningKeyRotationState
}

export function computeTokenSigningKeyRotationStates(
  keys: readonly SigningKeysTable[],
  now: number,
): TokenSigningKeyWithRotationState[] {
  return tokenSigningAlgorithms.flatMap((algorithm) => {
    const generations = keys
      .filter((key) => key.algorithm === algorithm)
      .sort((one, other) => one.generation - other.generation)
    const usable = generations.filter((key) => !isKeyGone(key, now))
    // If the clock was set back to before the first key, the oldest key signs.
    const current = usable.findLast((key) => key.active_from <= now) ?? usable[0]
    return generations.map((key) => ({ key, state: computeKeyState(key, current, now) }))
  })
}

function computeKeyState(
  key: SigningKeysTable,
  current: SigningKeysTable | undefined,
  now: number,
): TokenSigningKeyRotationState {
  if (current === undefined || isKeyGone(key, now)) return 'gone'
  if (key === current) return 'current'
  return key.generation > current.generation ? 'next' : 'retiring'
}

/** A key without its private part stays gone even if the clock is set back (THREATS O12). */
const isKeyGone = (key: SigningKeysTable, now: number): boolean =>
  key.private_key === null || (key.retires_at !== null && key.retires_at <= now)

/** Returns null if no state will change. */
export function findNextTokenSigningKeyStateChange(keys: readonly SigningKeysTable[], now: number): number | null {
  const times = keys
    .filter((key) => !isKeyGone(key, now))
    .flatMap((key) => [key.active_from, key.retires_at ?? 0])
    .filter((time) => time > now)
  return times.length === 0 ? null : Math.min(...times)
}
