import type { Clock } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { SigningKeysTable } from '../../platform/database/database-schema.ts'
import { isDatabaseUnavailable } from '../../platform/database/database-errors.ts'
import { createTokenSigningKeySet, computeTokenSigningKeySetVersion } from './token-signing-key-set.ts'
import type { TokenSigningKeySet } from './token-signing-key-set.ts'
import { findNextTokenSigningKeyStateChange } from './compute-token-signing-key-rotation-states.ts'
import { listSigningKeysWithPrivateKey } from './token-signing-key-store.ts'

export interface TokenSigningKeyCache {
  /** Returns the same object until the set changes. Throws if the keys were never loaded. */
  current: () => Promise<TokenSigningKeySet>
}

const refreshIntervalMs = 2000

/** During a database outage, the known keys still change state on schedule. */
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
    if (set === null || set.version !== computeTokenSigningKeySetVersion(keys, now))
      set = createTokenSigningKeySet(keys, serverKey, now)
    changesAt = findNextTokenSigningKeyStateChange(keys, now)
    readAt = now
    return set
  }

  return {
    current: async () => {
      if (set !== null && isFresh(clock())) return set
      reading ??= read().finally(() => (reading = null))
      return reading
    },
  }
}
