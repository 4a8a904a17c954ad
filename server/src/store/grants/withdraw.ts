// Takes back what a person allowed an application: consent, codes and tokens end together, and the application is told.
import { appendEvents } from '../../audit-log/append.ts'
import { endAuthorizations } from '../authorizations/end.ts'
import { identitiesOf } from '../people/identities.ts'
import { holdPerson } from '../people/ways-in.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { markWithdrawn } from './store.ts'

/**
 * @throws Refusal `session.required` where the person was erased meanwhile
 * @returns whether there was such a consent in force
 */
export async function withdrawGrant(
  { queries, random }: { queries: Queries; random: Random },
  { personId, id, now }: { personId: string; id: string; now: number },
): Promise<boolean> {
  return queries.transaction().execute(async (transaction) => {
    await holdPerson(transaction, personId)
    // What an identity allowed that was merged into this one stays where it was, and can be taken back from here (decision 0012).
    const withdrawn = await markWithdrawn(transaction, await identitiesOf(transaction, personId), id, now)
    if (withdrawn === undefined) return false
    await endAuthorizations(transaction, random, withdrawn, now)
    const { applicationId } = withdrawn
    await appendEvents(transaction, random, now, [
      { type: 'grant.withdrawn', outcome: 'success', details: { applicationId }, evidence: { personId, content: {} } },
    ])
    return true
  })
}
