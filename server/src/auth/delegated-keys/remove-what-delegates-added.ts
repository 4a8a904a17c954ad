import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { createEmailChangedEvent, deleteEmailRecordsOfPeople } from '../../store/email/email-store.ts'
import { revokeAllConsentGrants } from '../../store/grants/revoke-consent-grant.ts'
import { endPendingIdentityMergesOfPerson } from '../../store/people/end-pending-identity-merges.ts'
import { removeOpenIdentityMergeOffers } from '../../store/people/identity-merge-offer-store.ts'

/**
 * A careless delegate may have accepted a stranger. Prepared merges would give the stranger access
 * again, and applications would know the holder of the key by the stranger's email address and
 * consents (THREATS S7). Requires the person row lock. The caller appends the returned events last.
 */
export async function removeWhatDelegatesAdded(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  personId: string,
  now: number,
): Promise<NewAuditEvent[]> {
  await endPendingIdentityMergesOfPerson(transaction, random, personId, {
    reason: 'the key of the delegate signed in',
    now,
  })
  await removeOpenIdentityMergeOffers(transaction, personId)
  const revoked = await revokeAllConsentGrants(transaction, random, personId, now)
  const isEmailRemoved = await deleteEmailRecordsOfPeople(transaction, [personId])
  return isEmailRemoved ? [...revoked, createEmailChangedEvent(personId)] : revoked
}
