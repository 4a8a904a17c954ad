// Each merge is rechecked under lock in its own transaction, so that only one instance executes it.
import { lockConsentGrantRowsOfPerson } from '../../store/grants/move-consent-grants-on-merge.ts'
import {
  findPendingIdentityMerge,
  listIdentityMergesDueForExecution,
} from '../../store/people/identity-merge-offer-store.ts'
import { endPendingIdentityMerge } from '../../store/people/end-pending-identity-merges.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { IdentityMergesTable, PeopleTable } from '../../platform/database/database-schema.ts'
import type { IdentityMergeContext } from './accept-identity-merge.ts'
import { executeIdentityMerge } from './execute-identity-merge.ts'
import type { ExecutableIdentityMerge } from './execute-identity-merge.ts'
import { lockPeopleForMerge } from './lock-people-for-merge.ts'
import { recheckIdentityMergeOffer } from './recheck-identity-merge-offer.ts'

const batchSize = 100

export async function executeOrEndDueIdentityMerges(context: IdentityMergeContext, now: number): Promise<number> {
  let processedCount = 0
  for (const due of await listIdentityMergesDueForExecution(context.queries, now, batchSize))
    processedCount += await context.queries
      .transaction()
      .execute((transaction) => carryOutOrEndMerge(context, transaction, due, now))
  return processedCount
}

async function carryOutOrEndMerge(
  context: IdentityMergeContext,
  transaction: DatabaseTransaction,
  { id, person_id, merged_person_id }: IdentityMergesTable,
  now: number,
): Promise<number> {
  const { person, other } = await lockPeopleForMerge(transaction, person_id, merged_person_id)
  await lockConsentGrantRowsOfPerson(transaction, merged_person_id)
  const offer = await findPendingIdentityMerge(transaction, id)
  if (offer === undefined) return 0
  const offerCheck = await recheckDueMerge(context, transaction, { offer, person, other, now })
  if ('reason' in offerCheck)
    await endPendingIdentityMerge(transaction, context.random, offer, { reason: offerCheck.reason, now })
  else await executeIdentityMerge(transaction, context, offerCheck, now)
  return 1
}

async function recheckDueMerge(
  { limits }: IdentityMergeContext,
  transaction: DatabaseTransaction,
  {
    offer,
    person,
    other,
    now,
  }: { offer: IdentityMergesTable; person: PeopleTable | undefined; other: PeopleTable | undefined; now: number },
): Promise<ExecutableIdentityMerge | { reason: string }> {
  if (person?.status !== 'active') return { reason: 'this identity is not in use' }
  const offerCheck = await recheckIdentityMergeOffer(transaction, limits, { offer, other, now })
  if (offerCheck.outcome === 'refused') return offerCheck
  const { acceptedBy } = offerCheck.agreement
  return acceptedBy === null ? { reason: 'the requester is unknown' } : { offer, ...offerCheck, acceptedBy }
}
