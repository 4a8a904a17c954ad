// Sessions that ended although a cookie for them may still exist.
import type { Now } from '../settings/clock.ts'
import type { StoredSession } from './session-store.ts'

export interface SessionRevocations {
  revokeId: (id: string) => void
  /** @param issuedAt epoch seconds: only sessions that started until then end */
  revokeSid: (sid: string, issuedAt: number) => void
  revokeSub: (sub: string, issuedAt: number) => void
  isRevoked: (id: string, session: StoredSession) => boolean
}

/** Entries last as long as a session can. When the list is full, the oldest entry is removed. */
export function createSessionRevocations(
  now: Now,
  { maxEntries, maxAgeMs }: { maxEntries: number; maxAgeMs: number },
): SessionRevocations {
  const entries = new Map<string, { readonly issuedAt: number; readonly expiresAt: number }>()
  const add = (key: string, endedAt: number): void => {
    // Retried deliveries can arrive in any order.
    const issuedAt = Math.max(endedAt, entries.get(key)?.issuedAt ?? 0)
    entries.delete(key)
    for (const [other, { expiresAt }] of entries) {
      if (entries.size < maxEntries && expiresAt > now()) break
      entries.delete(other)
    }
    entries.set(key, { issuedAt, expiresAt: now() + maxAgeMs })
  }
  const isCovered = (key: string, { signedInAt }: StoredSession): boolean => {
    const entry = entries.get(key)
    return entry !== undefined && Math.floor(signedInAt / 1000) <= entry.issuedAt
  }
  return {
    revokeId: (id) => add(`id ${id}`, Number.POSITIVE_INFINITY),
    revokeSid: (sid, issuedAt) => add(`sid ${sid}`, issuedAt),
    revokeSub: (sub, issuedAt) => add(`sub ${sub}`, issuedAt),
    isRevoked: (id, session) =>
      isCovered(`id ${id}`, session) ||
      isCovered(`sub ${session.sub}`, session) ||
      (session.sid !== null && isCovered(`sid ${session.sid}`, session)),
  }
}
