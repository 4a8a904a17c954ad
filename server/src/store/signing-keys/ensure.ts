// The first signing keys, made when the server first starts.
import { signingAlgorithms } from '../../platform/database/column-types.ts'
import { checkServerKey } from './check-server-key.ts'
import { makeKeys, nextGeneration } from './make-keys.ts'
import type { KeyWorld } from './make-keys.ts'
import { stateKeys } from './state.ts'
import { listKeys } from './store.ts'

/**
 * Makes a key for each algorithm that has none; it signs at once. Of several instances that start at the same time one
 * makes them.
 * @throws SettingsFault where the key of the server does not belong to this database
 */
export async function ensureKeys(world: KeyWorld, now: number): Promise<void> {
  // Every time round another instance has made a key, and there are few to make.
  for (;;) {
    const keys = await listKeys(world.queries)
    checkServerKey(world.serverKey, keys, now)
    const usable = new Set(
      stateKeys(keys, now)
        .filter(({ state }) => state !== 'gone')
        .map(({ key }) => key.algorithm),
    )
    const steps = (world.algorithms ?? signingAlgorithms)
      .filter((algorithm) => !usable.has(algorithm))
      .map((algorithm) => ({
        algorithm,
        generation: nextGeneration(keys, algorithm),
        activeFrom: now,
        endsOlder: false,
      }))
    if (steps.length === 0) return
    await makeKeys(world, steps, now)
  }
}
