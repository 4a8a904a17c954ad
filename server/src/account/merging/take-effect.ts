// Carries out the pending merges whose waiting time has ended. Each is a transaction of its own that holds both people and reads everything
// again, so that of several instances one does it, once; one that something is against by now is dropped.
import { holdGrants } from '../../store/grants/move.ts'
import { findPending, listDueMerges } from '../../store/people/merges.ts'
import { endPending } from '../../store/people/pending-merges.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import type { MergesTable, PeopleTable } from '../../platform/database/schema.ts'
import type { MergeWorld } from './accept-merge.ts'
import { carryOutMerge } from './carry-out-merge.ts'
import type { ReadyMerge } from './carry-out-merge.ts'
import { holdBoth } from './hold-both.ts'
import { judgeOffer } from './judge-offer.ts'

const batch = 100

/** @returns how many took effect or were dropped now */
export async function takeEffect(world: MergeWorld, now: number): Promise<number> {
  let settled = 0
  for (const due of await listDueMerges(world.queries, now, batch))
    settled += await world.queries.transaction().execute((transaction) => settle(world, transaction, due, now))
  return settled
}

async function settle(
  world: MergeWorld,
  transaction: Transaction,
  { id, person_id, merged_person_id }: MergesTable,
  now: number,
): Promise<number> {
  const { person, other } = await holdBoth(transaction, person_id, merged_person_id)
  await holdGrants(transaction, merged_person_id)
  const offer = await findPending(transaction, id)
  if (offer === undefined) return 0
  const judged = await judgeNow(world, transaction, { offer, person, other, now })
  if ('reason' in judged) await endPending(transaction, world.random, offer, { reason: judged.reason, now })
  else await carryOutMerge(transaction, world, judged, now)
  return 1
}

async function judgeNow(
  { limits }: MergeWorld,
  transaction: Transaction,
  {
    offer,
    person,
    other,
    now,
  }: { offer: MergesTable; person: PeopleTable | undefined; other: PeopleTable | undefined; now: number },
): Promise<ReadyMerge | { reason: string }> {
  if (person?.status !== 'active') return { reason: 'this identity is not in use' }
  const judged = await judgeOffer(transaction, limits, { offer, other, now })
  if (judged.outcome === 'refused') return judged
  const { acceptedBy } = judged.agreement
  return acceptedBy === null ? { reason: 'unknown who asked' } : { offer, ...judged, acceptedBy }
}
