import { tokenSigningAlgorithms } from '../../platform/database/database-column-types.ts'
import type { TokenSigningAlgorithm } from '../../platform/database/database-column-types.ts'
import type { SigningKeysTable } from '../../platform/database/database-schema.ts'
import { checkServerMasterKeyMatchesDatabase } from './check-server-master-key-matches-database.ts'
import { createNextSigningKeys, getNextSigningKeyGeneration } from './create-next-signing-keys.ts'
import type { SigningKeyContext } from './create-next-signing-keys.ts'
import { computeTokenSigningKeyRotationStates } from './compute-token-signing-key-rotation-states.ts'
import type { TokenSigningKeyRotationState } from './compute-token-signing-key-rotation-states.ts'
import { listSigningKeys } from './token-signing-key-store.ts'

export interface SigningKeyRotationOptions {
  /** Retires all other keys now, so that their tokens are refused. */
  immediately?: boolean
  /** Ignores a master key mismatch; allowed only with `immediately`. */
  keyFileLost?: boolean
}

export interface SigningKeyRotationResult {
  algorithm: TokenSigningAlgorithm
  keyId: string
  activeFrom: number
  /** `pending` means that a next key already exists. */
  outcome: 'created' | 'pending'
}

/** `immediately` also replaces a pending key, which may be compromised as well. */
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
        // If there is no current key, there is no reason to wait.
        activeFrom: signing.some(isOf(algorithm)) ? now + context.limits.signingKeyLeadSeconds * 1000 : now,
        endsOlder: immediately,
      }))
    const made = await createNextSigningKeys(context, steps, now)
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
