// What a signing key is for right now. It follows from the clock alone, so that every instance comes to the same answer
// without being told: next (published, does not sign yet), current (signs), retiring (its tokens still live), gone.
import { tokenSigningAlgorithms } from '../../platform/database/database-column-types.ts'
import type { SigningKeysTable } from '../../platform/database/database-schema.ts'

export type TokenSigningKeyRotationState = 'next' | 'current' | 'retiring' | 'gone'

/** A signing key with its state. */
export interface TokenSigningKeyWithRotationState {
  key: SigningKeysTable
  state: TokenSigningKeyRotationState
}

/**
 * The state of each key, in the order of the algorithms and generations.
 * @param now milliseconds since 1970
 */
export function computeTokenSigningKeyRotationStates(
  keys: readonly SigningKeysTable[],
  now: number,
): TokenSigningKeyWithRotationState[] {
  return tokenSigningAlgorithms.flatMap((algorithm) => {
    const generations = keys
      .filter((key) => key.algorithm === algorithm)
      .sort((one, other) => one.generation - other.generation)
    const usable = generations.filter((key) => !isKeyGone(key, now))
    // Before the first of them begins only a clock that was set back can stand: the oldest then signs, rather than none.
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

/** A key without its private half stays gone even where the clock is set back (THREATS O12). */
const isKeyGone = (key: SigningKeysTable, now: number): boolean =>
  key.private_key === null || (key.retires_at !== null && key.retires_at <= now)

/** When the clock alone next changes the state of a key; null where it will not. */
export function findNextTokenSigningKeyStateChange(keys: readonly SigningKeysTable[], now: number): number | null {
  const times = keys
    .filter((key) => !isKeyGone(key, now))
    .flatMap((key) => [key.active_from, key.retires_at ?? 0])
    .filter((time) => time > now)
  return times.length === 0 ? null : Math.min(...times)
}
