// The first signing keys, made when the server first starts.
import { signingAlgorithms } from '../../platform/database/column-types.ts'
import { checkServerKey } from './check-server-key.ts'
import { createKeyGenerations, getNextKeyGeneration } from './create-key-generations.ts'
import type { SigningKeyContext } from './create-key-generations.ts'
import { computeKeyStates } from './signing-key-state.ts'
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
    checkServerKey(context.serverKey, keys, now)
    const usable = new Set(
      computeKeyStates(keys, now)
        .filter(({ state }) => state !== 'gone')
        .map(({ key }) => key.algorithm),
    )
    const steps = (context.algorithms ?? signingAlgorithms)
      .filter((algorithm) => !usable.has(algorithm))
      .map((algorithm) => ({
        algorithm,
        generation: getNextKeyGeneration(keys, algorithm),
        activeFrom: now,
        endsOlder: false,
      }))
    if (steps.length === 0) return
    await createKeyGenerations(context, steps, now)
  }
}
