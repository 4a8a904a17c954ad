// The signing keys in the memory of an instance, kept so close to the database that instances agree without a restart.
import type { Clock } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { SigningKeysTable } from '../../platform/database/database-schema.ts'
import { isDatabaseUnavailable } from '../../platform/database/database-errors.ts'
import { createTokenSigningKeySet, computeTokenSigningKeySetVersion } from './token-signing-key-set.ts'
import type { TokenSigningKeySet } from './token-signing-key-set.ts'
import { findNextTokenSigningKeyStateChange } from './compute-token-signing-key-rotation-states.ts'
import { listSigningKeysWithPrivateKey } from './token-signing-key-store.ts'

/** Gives the keys in force. */
export interface TokenSigningKeyCache {
  /**
   * The set of this moment: the same object for as long as nothing in it changes.
   * @throws where the keys were never read and the database cannot be
   */
  current: () => Promise<TokenSigningKeySet>
}

const refreshIntervalMs = 2000

/**
 * A ring that reads the keys again after two seconds, and when the clock changes what they are. While the database
 * cannot be read it goes on with the keys that it knows, and each of them begins and ends by the clock as it was to.
 */
export function createTokenSigningKeyCache({
  queries,
  serverKey,
  clock,
}: {
  queries: DatabaseQueryBuilder
  serverKey: Buffer
  clock: Clock
}): TokenSigningKeyCache {
  let keys: SigningKeysTable[] | null = null
  let set: TokenSigningKeySet | null = null
  let readAt = 0
  let changesAt: number | null = null
  let reading: Promise<TokenSigningKeySet> | null = null

  const isFresh = (now: number): boolean =>
    now >= readAt && now < readAt + refreshIntervalMs && (changesAt === null || now < changesAt)

  const read = async (): Promise<TokenSigningKeySet> => {
    try {
      keys = await listSigningKeysWithPrivateKey(queries)
    } catch (error) {
      if (keys === null || !isDatabaseUnavailable(error)) throw error
    }
    const now = clock()
    // Opening the keys costs more than looking at them.
    if (set === null || set.version !== computeTokenSigningKeySetVersion(keys, now))
      set = createTokenSigningKeySet(keys, serverKey, now)
    changesAt = findNextTokenSigningKeyStateChange(keys, now)
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
