// Tests that concurrent changes of groups and memberships lock rows in the same order, without
// deadlocks.
import { operatorAuditActor } from '../../audit-log/audit-actor.ts'
import { noWorkQueueLeases } from '../../platform/cluster/work-queue-leases.ts'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { expect, test } from 'vitest'
import { insertPerson } from '../../store/people/person-store.ts'
import { lockPersonRowUnlessErased } from '../../store/people/sign-in-method-removal-guard.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { createTestServer } from '../../testing/countersign-test-server.ts'
import { addTestGroup } from '../../testing/group-and-token-fixtures.ts'
import { applyGroupsFileChanges } from './apply-groups-file.ts'
import { validateGroupDefinition } from './validate-group-definition.ts'
import {
  deleteGroupMembershipsOfPeople,
  invalidateMembershipsOnWalletAdded,
  invalidateMembershipsOnWalletRemoved,
} from './read-group-memberships.ts'
import { recheckDueGroupMemberships } from './recheck-group-memberships.ts'

const groups = ['aa', 'bb', 'cc', 'dd']
const people = Array.from({ length: 24 }, (_, index) => `person-${index}`)

function wantedWith(address: string) {
  return groups.map((id) => {
    const checked = validateGroupDefinition({ id, name: id, rule: { type: 'wallets', wallets: [address] } })
    if (checked.outcome !== 'valid') throw new Error(JSON.stringify(checked))
    return { path: id, definition: checked.definition }
  })
}

test('rule changes, unlinks, merges and group rechecks run concurrently on PostgreSQL without error', async () => {
  const app = await createTestServer({ database: 'postgres' })
  const { database, limits } = app
  const { queries } = database
  for (const id of groups) await addTestGroup(app, id, { type: 'wallets', wallets: [ethereumTestKeys.alice.address] })
  const know = async (personId: string) => {
    const rows = groups.toReversed().map((group_id) => ({
      group_id,
      person_id: personId,
      is_member: 1,
      checked_at: 1,
      unreachable_since: null,
      recheck_at: 1,
    }))
    await queries
      .insertInto('group_members')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  for (const id of people) {
    await queries.transaction().execute((transaction) => insertPerson(transaction, id, 1))
    await know(id)
  }
  const failed: string[] = []
  for (let round = 0; round < 25; round++) {
    const now = app.clock.now + round
    const wanted = wantedWith(round % 2 === 0 ? ethereumTestKeys.bob.address : ethereumTestKeys.alice.address)
    const applied = applyGroupsFileChanges(
      { queries, random: systemRandomBytes, actor: operatorAuditActor },
      wanted,
      { prune: false, findNaming: async () => [] },
      now,
    )
    const changes = people.map((id, index) =>
      queries.transaction().execute(async (transaction) => {
        await lockPersonRowUnlessErased(transaction, id)
        if (index % 3 > 0) return invalidateMembershipsOnWalletRemoved(transaction, id, now)
        // This simulates merging one identity into the next one.
        await lockPersonRowUnlessErased(transaction, people[index + 1] ?? '')
        await deleteGroupMembershipsOfPeople(transaction, [id])
        return invalidateMembershipsOnWalletAdded(transaction, people[index + 1] ?? '')
      }),
    )
    const looked = recheckDueGroupMemberships(
      { database, chains: new Map(), random: systemRandomBytes, limits, workLeases: noWorkQueueLeases },
      now,
    )
    for (const result of await Promise.allSettled([applied, looked, ...changes]))
      if (result.status === 'rejected') failed.push(String(result.reason))
    for (const [index, id] of people.entries()) if (index % 3 === 0) await know(id)
  }
  expect(failed).toEqual([])
})
