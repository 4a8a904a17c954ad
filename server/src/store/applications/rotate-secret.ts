// Gives an application a new secret. The old one can go on working for a while, so that no sign-in fails in between.
import { appendEvents } from '../../audit-log/append.ts'
import { createSecret, hashSecret } from '../../platform/secret.ts'
import type { World } from './add.ts'
import { usesSecret } from './definition.ts'
import { applicationEvent } from './event.ts'
import { lockApplication, updateApplication } from './store.ts'

/** What became of it: the new secret, told here once, and until when the old one works. */
export type Rotated =
  | { outcome: 'rotated'; secret: string; previousWorksUntil: number }
  | { outcome: 'unknown' }
  | { outcome: 'without-secret' }

/**
 * @param options.overlapMs how long the old secret works beside the new one
 * @param now milliseconds since 1970
 */
export async function rotateSecret(
  { queries, random, actor }: World,
  id: string,
  { overlapMs }: { overlapMs: number },
  now: number,
): Promise<Rotated> {
  return queries.transaction().execute(async (transaction) => {
    const record = await lockApplication(transaction, id)
    if (record === undefined) return { outcome: 'unknown' }
    if (!usesSecret(record.definition)) return { outcome: 'without-secret' }
    const secret = createSecret(random)
    const previousWorksUntil = now + overlapMs
    const previous =
      overlapMs > 0
        ? { previousSecretHash: record.secretHash, previousSecretExpiresAt: previousWorksUntil }
        : { previousSecretHash: null, previousSecretExpiresAt: null }
    await updateApplication(transaction, { ...record, ...previous, secretHash: hashSecret(secret), changedAt: now })
    await appendEvents(transaction, random, now, [
      applicationEvent('application.secret_rotated', { applicationId: id, overlapMs }, actor),
    ])
    return { outcome: 'rotated', secret, previousWorksUntil }
  })
}
