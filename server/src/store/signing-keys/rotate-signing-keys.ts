// Key rotation: one signing key follows another, by itself when its time comes, when the operator asks, or at once after a theft.
import { tokenSigningAlgorithms } from '../../platform/database/database-column-types.ts'
import type { TokenSigningAlgorithm } from '../../platform/database/database-column-types.ts'
import type { SigningKeysTable } from '../../platform/database/database-schema.ts'
import { checkServerMasterKeyMatchesDatabase } from './check-server-master-key-matches-database.ts'
import { createNextSigningKeys, getNextSigningKeyGeneration } from './create-next-signing-keys.ts'
import type { SigningKeyContext } from './create-next-signing-keys.ts'
import { computeTokenSigningKeyRotationStates } from './compute-token-signing-key-rotation-states.ts'
import type { TokenSigningKeyRotationState } from './compute-token-signing-key-rotation-states.ts'
import { listSigningKeys } from './token-signing-key-store.ts'

/** How a rotation is done. */
export interface SigningKeyRotationOptions {
  /** New keys sign now, and all others end now, those that wait as well: every token that they signed is refused from now on. */
  immediately?: boolean
  /** Goes on where the key of the server does not open the keys that there are; only with `immediately`. */
  keyFileLost?: boolean
}

/** A key that follows, or will. */
export interface SigningKeyRotationResult {
  algorithm: TokenSigningAlgorithm
  keyId: string
  /** When the key begins to sign. */
  activeFrom: number
  /** `made` now; or it waits already, so that no other was made. */
  outcome: 'created' | 'pending'
}

/**
 * Makes the next key of each algorithm. It is published at once and signs when applications have had the time to fetch
 * it. Where one waits already, no other is made; unless it has to be immediately, because who stole the current key may
 * have stolen the one beside it.
 * @returns those that were made, then those that wait already
 * @throws SettingsError where the key of the server does not belong to this database
 */
export async function rotateSigningKeys(
  context: SigningKeyContext,
  now: number,
  options: SigningKeyRotationOptions = {},
): Promise<SigningKeyRotationResult[]> {
  const { immediately = false, keyFileLost = false } = options
  const algorithms = context.algorithms ?? tokenSigningAlgorithms
  for (;;) {
    const keys = await listSigningKeys(context.queries)
    if (!(immediately && keyFileLost)) checkServerMasterKeyMatchesDatabase(context.serverKey, keys, now)
    const stated = computeTokenSigningKeyRotationStates(keys, now).filter(({ key }) =>
      algorithms.includes(key.algorithm),
    )
    const having = (wanted: TokenSigningKeyRotationState): SigningKeysTable[] =>
      stated.filter(({ state }) => state === wanted).map(({ key }) => key)
    const [signing, waiting] = immediately ? [[], []] : [having('current'), having('next')]
    const isOf = (algorithm: TokenSigningAlgorithm) => (key: SigningKeysTable) => key.algorithm === algorithm
    const steps = algorithms
      .filter((algorithm) => !waiting.some(isOf(algorithm)))
      .map((algorithm) => ({
        algorithm,
        generation: getNextSigningKeyGeneration(keys, algorithm),
        // Where none signs there is nothing to wait for.
        activeFrom: signing.some(isOf(algorithm)) ? now + context.limits.signingKeyLeadSeconds * 1000 : now,
        endsOlder: immediately,
      }))
    const made = await createNextSigningKeys(context, steps, now)
    // Where another instance was faster, what is left to do is decided anew.
    if (made !== null)
      return [
        ...made.map((key) => toRotationResult(key, 'created')),
        ...waiting.map((key) => toRotationResult(key, 'pending')),
      ]
  }
}

const toRotationResult = (
  { id, algorithm, active_from }: SigningKeysTable,
  outcome: SigningKeyRotationResult['outcome'],
): SigningKeyRotationResult => ({
  algorithm,
  keyId: id,
  activeFrom: active_from,
  outcome,
})

/**
 * Makes the next key of each algorithm whose current key will soon have signed for long enough.
 * @returns how many were made
 */
export async function rotateDueSigningKeys(context: SigningKeyContext, now: number): Promise<number> {
  const { signingKeyLifetimeSeconds, signingKeyLeadSeconds } = context.limits
  const keys = await listSigningKeys(context.queries)
  const stated = computeTokenSigningKeyRotationStates(keys, now)
  const isDue = ({ key, state }: (typeof stated)[number]): boolean =>
    state === 'current' &&
    key.active_from + (signingKeyLifetimeSeconds - signingKeyLeadSeconds) * 1000 <= now &&
    !stated.some((other) => other.state === 'next' && other.key.algorithm === key.algorithm)
  const steps = stated.filter(isDue).map(({ key: { algorithm } }) => ({
    algorithm,
    generation: getNextSigningKeyGeneration(keys, algorithm),
    activeFrom: now + signingKeyLeadSeconds * 1000,
    endsOlder: false,
  }))
  if (steps.length === 0) return 0
  checkServerMasterKeyMatchesDatabase(context.serverKey, keys, now)
  return (await createNextSigningKeys(context, steps, now))?.length ?? 0
}
