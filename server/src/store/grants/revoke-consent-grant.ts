import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import { revokeApplicationAuthorizations } from '../authorizations/revoke-application-authorizations.ts'
import { listIdentityIdsOfPerson } from '../people/find-merged-identities.ts'
import { lockPersonRow } from '../people/sign-in-method-removal-guard.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { markConsentGrantRevoked } from './consent-grant-store.ts'

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
    const { applicationId } = withdrawn
    await appendAuditEvents(transaction, random, now, [
      { type: 'grant.revoked', outcome: 'success', details: { applicationId }, evidence: { personId, content: {} } },
    ])
    return true
  })
}
