// After a copy was put back, nothing that had ended is alive again (THREATS N14): every session and everything that applications hold ends, and what the
// present database knew to have ended since ends anew, by the same steps as then.
import type { Role } from '@countersign/api/permissions'
import { actorEvidence, operator } from '../../audit-log/actor.ts'
import { appendEvents } from '../../audit-log/append.ts'
import { takeWallet } from '../../auth/linking/unlink-wallet.ts'
import { erasePerson } from '../../account/personal-data/erase.ts'
import { takePasskey } from '../../auth/passkeys/remove.ts'
import { removeAllPending } from '../../store/people/merges.ts'
import { suspendPerson } from '../people/suspend.ts'
import { countWaysIn, holdUnlessErased } from '../../store/people/ways-in.ts'
import { forgetAllKnown } from '../../store/sessions/forget-browsers.ts'
import { raiseFloor } from '../../auth/challenges/rollback-floor.ts'
import { endSessions } from '../../store/sessions/end.ts'
import { keepTaken } from '../../store/usernames/store.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { disableApplication } from '../../store/applications/disable.ts'
import { lockApplication, updateApplication } from '../../store/applications/store.ts'
import type { ApplicationRecord } from '../../store/applications/store.ts'
import { removeAllRecords } from '../../store/authorizations/records.ts'
import { withdrawGrant } from '../../store/grants/withdraw.ts'
import { keepResource } from '../../store/resources/store.ts'
import { deleteRole, isOwned } from '../../store/roles/store.ts'
import { listLiveTokens } from '../../store/roles/tokens.ts'
import { revokeToken } from '../../store/roles/revoke-token.ts'
import type { Comparison } from './compare-databases.ts'

interface World {
  queries: Queries
  random: Random
  now: number
}

/** What was ended, and what somebody has to look at. */
export interface Kept {
  sessions: number
  tokens: number
  /** In words, each a thing that could not be ended by itself. */
  left: string[]
}

/**
 * @param world of the copy, in the schema of this version
 * @param comparison with the present database; null where that cannot be read, and then nobody knows what else had ended
 */
export async function keepEnded(world: World, comparison: Comparison | null): Promise<Kept> {
  const { queries, random, now } = world
  const actor = operator
  const sessions = await endSessions({ queries, random }, 'all', 'revoked', now)
  await queries.transaction().execute(async (transaction) => {
    await removeAllRecords(transaction)
    await forgetAllKnown(transaction)
    await removeAllPending(transaction)
    await raiseFloor(transaction, now)
  })
  const left: string[] = []

  const revived = comparison?.revived
  // Where nobody can say which were revoked since, all are: a new one is made in a minute.
  const tokens = revived?.tokens ?? (await listLiveTokens(queries, now))
  for (const id of tokens) await revokeToken({ queries, random }, { id, ownerId: null, actor, now })
  for (const { personId, role } of revived?.roles ?? []) await takeRole(world, personId, role)
  for (const personId of revived?.erased ?? []) {
    const isErased = await attempt(world, personId, () =>
      erasePerson({ queries, random }, { personId, session: null, now }),
    )
    if (!isErased)
      left.push(
        `person ${personId} was erased since, and cannot be yet: run "countersign person erase ${personId}" later`,
      )
  }
  for (const personId of revived?.suspended ?? [])
    if (!(await attempt(world, personId, () => suspendPerson({ queries, random }, personId, now))))
      left.push(`person ${personId} was suspended since, and is not in the copy as they were`)
  for (const { id, personId } of revived?.grants ?? [])
    await attempt(world, personId, () => withdrawGrant({ queries, random }, { personId, id, now }))
  for (const way of [...(revived?.wallets ?? []), ...(revived?.passkeys ?? [])])
    if (!(await takeWay(world, way))) left.push(await suspendFor(world, way.person_id))
  for (const id of revived?.applications ?? []) await disableApplication({ queries, random, actor }, id, now)
  for (const record of revived?.changedApplications ?? []) await keepSettings(world, record)
  for (const { identifier, now: present } of revived?.changedResources ?? [])
    await queries.transaction().execute((transaction) => keepResource(transaction, identifier, present))
  for (const name of revived?.userNames ?? [])
    await queries.transaction().execute((transaction) => keepTaken(transaction, name))
  for (const name of revived?.changedGroups ?? []) left.push(`group ${JSON.stringify(name)} has the rule of then`)
  if (!(await isOwned(queries))) left.push('nobody is an owner any more: the next start prints a code for one')
  await queries.transaction().execute((transaction) =>
    appendEvents(transaction, random, now, [
      {
        type: 'database.restored',
        outcome: 'success',
        details: comparison === null ? {} : { lines: comparison.lost.lines },
        evidence: { personId: null, content: actorEvidence(operator) },
      },
    ]),
  )
  return { sessions, tokens: tokens.length, left }
}

/**
 * Does what a person's last role or an open merge can stand against. Nobody stays an owner by having been the only one then: whoever has the machine
 * makes another. Who cannot be erased or moved is kept out.
 * @returns whether it was done
 */
async function attempt(world: World, personId: string, action: () => Promise<unknown>): Promise<boolean> {
  const { queries, random, now } = world
  try {
    return (await action()) !== null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'role.last_owner') {
      await takeRole(world, personId, 'owner')
      return attempt(world, personId, action)
    }
    await suspendPerson({ queries, random }, personId, now).catch((other: unknown) => {
      if (!(other instanceof Refusal)) throw other
    })
    return false
  }
}

/** Takes a role, be it the last one of its kind. */
function takeRole({ queries, random, now }: World, personId: string, role: Role): Promise<void> {
  return queries.transaction().execute(async (transaction) => {
    if (!(await deleteRole(transaction, personId, role))) return
    await appendEvents(transaction, random, now, [
      {
        type: 'role.revoked',
        outcome: 'success',
        details: { role },
        evidence: { personId, content: actorEvidence(operator) },
      },
    ])
  })
}

/** An address that was taken out and a secret that was rotated since are good for nobody again. */
function keepSettings({ queries, now }: World, present: ApplicationRecord): Promise<void> {
  return queries.transaction().execute(async (transaction) => {
    const record = await lockApplication(transaction, present.id)
    if (record !== undefined) await updateApplication(transaction, { ...present, changedAt: now })
  })
}

type Way = Comparison['revived']['wallets'][number] | Comparison['revived']['passkeys'][number]

/** @returns false where it is the only one that the person has in the copy */
function takeWay({ queries, random, now }: World, way: Way): Promise<boolean> {
  return queries.transaction().execute(async (transaction) => {
    if ((await holdUnlessErased(transaction, way.person_id)) === undefined) return true
    if ((await countWaysIn(transaction, way.person_id)) <= 1) return false
    if ('address' in way) await takeWallet(transaction, random, way, now, actorEvidence(operator))
    else await takePasskey(transaction, random, { id: way.id, personId: way.person_id }, now)
    return true
  })
}

/** Whoever took it away had another way in, of which the copy knows nothing; and who has this one now may be a thief (THREATS P3, P4). */
async function suspendFor(world: World, personId: string): Promise<string> {
  const { queries, random, now } = world
  const reason = 'The only way in of then was removed since.'
  await attempt(world, personId, () => suspendPerson({ queries, random }, personId, now, { reason }))
  return `person ${personId} is suspended: the only way in that the copy has was removed since. Speak with them, then run "countersign person restore ${personId}"`
}
