// The signing keys in the memory of an instance, kept so close to the database that instances agree without a restart.
import type { Clock } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import type { SigningKeysTable } from '../../platform/database/schema.ts'
import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts'
import { openKeySet, versionOf } from './key-set.ts'
import type { KeySet } from './key-set.ts'
import { findNextChange } from './state.ts'
import { listWholeKeys } from './store.ts'

/** Gives the keys in force. */
export interface KeyRing {
  /**
   * The set of this moment: the same object for as long as nothing in it changes.
   * @throws where the keys were never read and the database cannot be
   */
  current: () => Promise<KeySet>
}

const rereadMs = 2000

/**
 * A ring that reads the keys again after two seconds, and when the clock changes what they are. While the database
 * cannot be read it goes on with the keys that it knows, and each of them begins and ends by the clock as it was to.
 */
export function createKeyRing({
  queries,
  serverKey,
  clock,
}: {
  queries: Queries
  serverKey: Buffer
  clock: Clock
}): KeyRing {
  let keys: SigningKeysTable[] | null = null
  let set: KeySet | null = null
  let readAt = 0
  let changesAt: number | null = null
  let reading: Promise<KeySet> | null = null

  const isFresh = (now: number): boolean =>
    now >= readAt && now < readAt + rereadMs && (changesAt === null || now < changesAt)

  const read = async (): Promise<KeySet> => {
    try {
      keys = await listWholeKeys(queries)
    } catch (error) {
      if (keys === null || !isDatabaseUnavailable(error)) throw error
    }
    const now = clock()
    // Opening the keys costs more than looking at them.
    if (set === null || set.version !== versionOf(keys, now)) set = openKeySet(keys, serverKey, now)
    changesAt = findNextChange(keys, now)
    readAt = now
    return set
  }

  return {
    current: async () => {
      if (set !== null && isFresh(clock())) return set
      // Whoever asks meanwhile waits for the same answer.
      reading ??= read().finally(() => (reading = null))
      return reading
    },
  }
}
