// The first signing keys, made when the server first starts.
import { signingAlgorithms } from '../../platform/database/database-column-types.ts'
import { checkServerKeyMatchesDatabase } from './check-server-key-matches-database.ts'
import { createSigningKeyGenerations, getNextSigningKeyGeneration } from './create-signing-key-generations.ts'
import type { SigningKeyContext } from './create-signing-key-generations.ts'
import { computeSigningKeyStates } from './signing-key-state.ts'
import { listSigningKeys } from './signing-key-store.ts'

/**
 * Makes a key for each algorithm that has none; it signs at once. Of several instances that start at the same time one
 * makes them.
 * @throws SettingsError where the key of the server does not belong to this database
 */
export async function ensureSigningKeys(context: SigningKeyContext, now: number): Promise<void> {
  // Every time round another instance has made a key, and there are few to make.
  for (;;) {
    const keys = await listSigningKeys(context.queries)
    checkServerKeyMatchesDatabase(context.serverKey, keys, now)
    const usable = new Set(
      computeSigningKeyStates(keys, now)
        .filter(({ state }) => state !== 'gone')
        .map(({ key }) => key.algorithm),
    )
    const steps = (context.algorithms ?? signingAlgorithms)
      .filter((algorithm) => !usable.has(algorithm))
      .map((algorithm) => ({
        algorithm,
        generation: getNextSigningKeyGeneration(keys, algorithm),
        activeFrom: now,
        endsOlder: false,
      }))
    if (steps.length === 0) return
    await createSigningKeyGenerations(context, steps, now)
  }
}
