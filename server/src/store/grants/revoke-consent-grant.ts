import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { revokeApplicationAuthorizations } from '../authorizations/revoke-application-authorizations.ts'
import { listIdentityIdsOfPerson } from '../people/find-merged-identities.ts'
import { lockPersonRow } from '../people/sign-in-method-removal-guard.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { markAllConsentGrantsRevoked, markConsentGrantRevoked } from './consent-grant-store.ts'
import type { RevokedConsentGrant } from './consent-grant-store.ts'

/** @throws ApiError `session.required` if the person has been erased */
export async function revokeConsentGrant(
  { queries, random }: { queries: DatabaseQueryBuilder; random: RandomBytes },
  { personId, id, now }: { personId: string; id: string; now: number },
): Promise<boolean> {
  return queries.transaction().execute(async (transaction) => {
    await lockPersonRow(transaction, personId)
    // Merged identities keep their grants, which can be revoked here (decision 0012).
    const withdrawn = await markConsentGrantRevoked(
      transaction,
      await listIdentityIdsOfPerson(transaction, personId),
      id,
      now,
    )
    if (withdrawn === undefined) return false
    await revokeApplicationAuthorizations(transaction, random, withdrawn, now)
    await appendAuditEvents(transaction, random, now, [createGrantRevokedEvent(personId, withdrawn)])
    return true
  })
}

/** Requires the person row lock. The caller appends the returned events at the end of its transaction. */
export async function revokeAllConsentGrants(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  personId: string,
  now: number,
): Promise<NewAuditEvent[]> {
  const revoked = await markAllConsentGrantsRevoked(
    transaction,
    await listIdentityIdsOfPerson(transaction, personId),
    now,
  )
  for (const each of revoked) await revokeApplicationAuthorizations(transaction, random, each, now)
  return revoked.map((each) => createGrantRevokedEvent(personId, each))
}

const createGrantRevokedEvent = (
  personId: string,
  { applicationId }: Pick<RevokedConsentGrant, 'applicationId'>,
): NewAuditEvent => ({
  type: 'grant.revoked',
  outcome: 'success',
  details: { applicationId },
  evidence: { personId, content: {} },
})
