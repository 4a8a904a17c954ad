import { tokenSigningAlgorithms } from '../../platform/database/database-column-types.ts'
import { checkServerMasterKeyMatchesDatabase } from './check-server-master-key-matches-database.ts'
import { createNextSigningKeys, getNextSigningKeyGeneration } from './create-next-signing-keys.ts'
import type { SigningKeyContext } from './create-next-signing-keys.ts'
import { computeTokenSigningKeyRotationStates } from './compute-token-signing-key-rotation-states.ts'
import { listSigningKeys } from './token-signing-key-store.ts'

/** Several instances can run this at once. @throws if the master key does not match the database */
export async function ensureSigningKeys(context: SigningKeyContext, now: number): Promise<void> {
  // The loop repeats only if another instance created a key concurrently.
  for (;;) {
    const keys = await listSigningKeys(context.queries)
    checkServerMasterKeyMatchesDatabase(context.serverKey, keys, now)
    const usable = new Set(
      computeTokenSigningKeyRotationStates(keys, now)
        .filter(({ state }) => state !== 'gone')
        .map(({ key }) => key.algorithm),
    )
    const steps = (context.algorithms ?? tokenSigningAlgorithms)
      .filter((algorithm) => !usable.has(algorithm))
      .map((algorithm) => ({
        algorithm,
        generation: getNextSigningKeyGeneration(keys, algorithm),
        activeFrom: now,
        endsOlder: false,
      }))
    if (steps.length === 0) return
    await createNextSigningKeys(context, steps, now)
  }
}
