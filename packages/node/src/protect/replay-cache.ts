// Remembers identifiers that may be used once, for as long as they would be valid.
import type { Now } from '../settings/clock.ts'

export interface ReplayCache {
  /** @returns `seen` if the identifier was added before, `full` if it cannot be remembered */
  add: (identifier: string, expiresAt: number) => 'new' | 'seen' | 'full'
  /** Allows the identifier again, because its use failed. */
  remove: (identifier: string) => void
}

/**
 * The cache never evicts an identifier that is still valid, because the evicted one could be
 * replayed. When it is full, new identifiers are refused instead.
 */
export function createReplayCache(now: Now, maxEntries: number): ReplayCache {
  const expirations = new Map<string, number>()
  let nextPruneAt = 0
  const prune = (): void => {
    for (const [identifier, expiresAt] of expirations) if (expiresAt <= now()) expirations.delete(identifier)
    nextPruneAt = now() + 1000
  }
  return {
    add: (identifier, expiresAt) => {
      if ((expirations.get(identifier) ?? 0) > now()) return 'seen'
      if (expirations.size >= maxEntries && now() >= nextPruneAt) prune()
      if (expirations.size >= maxEntries) return 'full'
      expirations.set(identifier, expiresAt)
      return 'new'
    },
    remove: (identifier) => void expirations.delete(identifier),
  }
}
