// A person chooses what programs call them, and changes it. Whoever had a name keeps it for ever, so that no program takes somebody for
// somebody else (THREATS P11, decision 0037).
import type { Limits } from '@countersign/api/limits'
import { isUserName } from '@countersign/api/user-names'
import { appendEvents } from '../../activity/append.ts'
import { identitiesOf } from '../people/identities.ts'
import { hasOpenMerge, holdPerson } from '../people/ways-in.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { holdSession } from '../sessions/hold.ts'
import type { Holder } from '../sessions/hold.ts'
import { isKeptBack } from './kept-back.ts'
import { foldUserName } from './look-alike.ts'
import { findTaken, findUserName, insertUserName, listUserNames, makeCurrent } from './store.ts'

export interface World {
  queries: Queries
  random: Random
  /** The keyed hash of a folded name. */
  hash: (folded: string) => string
  limits: Pick<Limits, 'userNamesPerPerson'>
}

/** Whose rows a person may take a name back from: who was merged into them has theirs until that cannot be undone. */
async function ownersFor(queries: Queries, personId: string, now: number): Promise<string[]> {
  return (await hasOpenMerge(queries, personId, now)) ? [personId] : identitiesOf(queries, personId)
}

/** Whether a person could take a name now. A name that they had is free to them. */
export async function isFree(
  { queries, hash }: Pick<World, 'queries' | 'hash'>,
  personId: string,
  name: string,
  now: number,
): Promise<boolean> {
  const folded = foldUserName(name)
  if (isKeptBack(folded)) return false
  const taken = await findTaken(queries, { hash: hash(folded), folded })
  if (taken === undefined) return true
  return taken.person_id !== null && (await ownersFor(queries, personId, now)).includes(taken.person_id)
}

/**
 * Gives a person their first name.
 * @throws Refusal `user_name.chosen`, `user_name.unusable`, `user_name.taken`; `session.required` where the session has ended since it was looked up
 */
export async function chooseUserName(world: World, name: string, holder: Holder, now: number): Promise<void> {
  await world.queries.transaction().execute(async (transaction) => {
    await hold(transaction, holder)
    if ((await findUserName(transaction, holder.person.id)) !== null) throw new Refusal('user_name.chosen')
    await take(transaction, world, name, holder.person.id, now)
  })
}

/**
 * Gives a person another name.
 * @throws Refusal `user_name.unusable`, `user_name.taken`, `user_name.too_many`; `session.required` where the session has ended since it was looked up
 */
export async function changeUserName(world: World, name: string, holder: Holder, now: number): Promise<void> {
  await world.queries.transaction().execute(async (transaction) => {
    await hold(transaction, holder)
    if ((await findUserName(transaction, holder.person.id)) === name) return
    await take(transaction, world, name, holder.person.id, now)
  })
}

async function hold(transaction: Transaction, { person, session }: Holder): Promise<void> {
  // Held first: of two choices at the same time, the second sees the first.
  await holdPerson(transaction, person.id)
  await holdSession(transaction, session)
}

async function take(
  transaction: Transaction,
  world: World,
  name: string,
  personId: string,
  now: number,
): Promise<void> {
  if (!isUserName(name)) throw new Refusal('user_name.unusable')
  const folded = foldUserName(name)
  if (isKeptBack(folded)) throw new Refusal('user_name.taken', { privateDetail: 'it is kept back' })
  const owners = await ownersFor(transaction, personId, now)
  const had = await listUserNames(transaction, owners)
  const own = had.find((one) => foldUserName(one.name) === folded)
  const hash = own?.name_hash ?? world.hash(folded)
  if (own === undefined) {
    if (had.length >= world.limits.userNamesPerPerson) throw new Refusal('user_name.too_many')
    if (!(await insertUserName(transaction, { hash, folded, name, personId, now })))
      throw new Refusal('user_name.taken')
  }
  await makeCurrent(transaction, personId, { hash, name })
  await appendEvents(transaction, world.random, now, [
    {
      type: 'person.changed',
      outcome: 'success',
      details: { changed: 'user_name' },
      evidence: { personId, content: {} },
    },
  ])
}
