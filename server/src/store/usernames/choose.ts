// A person chooses what programs call them, and changes it. Whoever had a name keeps it for ever, so that no program takes somebody for
// somebody else (THREATS P11, decision 0037).
import type { Limits } from '@countersign/api/limits'
import { isUserName } from '@countersign/api/user-names'
import { appendEvents } from '../../audit-log/append.ts'
import { identitiesOf } from '../people/identities.ts'
import { hasOpenMerge, holdPerson } from '../people/ways-in.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { holdSession } from '../sessions/hold.ts'
import type { Holder } from '../sessions/hold.ts'
import { isKeptBack } from './kept-back.ts'
import { foldUserName, hashedForm, hashedFormsOf } from './look-alike.ts'
import { findUserName, insertUserName, listTaken, listUserNames, makeCurrent } from './store.ts'
import type { TakenName } from './store.ts'

export interface World {
  queries: Queries
  random: Random
  /** The keyed hash of a name's hashed form. */
  hash: (form: string) => string
  limits: Pick<Limits, 'userNamesPerPerson'>
}

/** Whose rows a person may take a name back from: who was merged into them has theirs until that cannot be undone. */
async function ownersFor(queries: Queries, personId: string, now: number): Promise<string[]> {
  return (await hasOpenMerge(queries, personId, now)) ? [personId] : identitiesOf(queries, personId)
}

/** The names that look like this one, whose they are or were not being told. */
function listLookAlikes({ queries, hash }: Pick<World, 'queries' | 'hash'>, name: string): Promise<TakenName[]> {
  const forms = hashedFormsOf(name)
  return listTaken(queries, { forms, hashes: forms.map(hash) })
}

/**
 * The name of a person that a text stands for: in its spelling, or in another that looks the same. Where somebody else
 * has one that looks alike, taken before these counted as one, another spelling could be exactly theirs: then only the
 * own spelling counts.
 */
function findOwn(taken: readonly TakenName[], owners: readonly string[], name: string): TakenName | undefined {
  const isOwn = ({ person_id: id }: TakenName): boolean => id !== null && owners.includes(id)
  return taken.find((one) => isOwn(one) && one.name === name) ?? (taken.every(isOwn) ? taken[0] : undefined)
}

/** Whether nobody may take this name. One that a person has had in this spelling stays theirs. */
const isRefused = (own: TakenName | undefined, name: string): boolean =>
  own?.name !== name && isKeptBack(foldUserName(name))

/** Whether a person could take a name now. A name that they had is free to them. */
export async function isFree(
  world: Pick<World, 'queries' | 'hash'>,
  personId: string,
  name: string,
  now: number,
): Promise<boolean> {
  const taken = await listLookAlikes(world, name)
  const own = taken.length === 0 ? undefined : findOwn(taken, await ownersFor(world.queries, personId, now), name)
  return !isRefused(own, name) && (taken.length === 0 || own !== undefined)
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
  const owners = await ownersFor(transaction, personId, now)
  const taken = await listLookAlikes({ queries: transaction, hash: world.hash }, name)
  const own = findOwn(taken, owners, name)
  if (isRefused(own, name)) throw new Refusal('user_name.taken', { privateDetail: 'it is kept back' })
  const hash = own?.name_hash ?? world.hash(hashedForm(name))
  if (own === undefined) {
    const had = await listUserNames(transaction, owners)
    if (had.length >= world.limits.userNamesPerPerson) throw new Refusal('user_name.too_many')
    const row = { hash, folded: foldUserName(name), name, personId, now }
    if (taken.length > 0 || !(await insertUserName(transaction, row))) throw new Refusal('user_name.taken')
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
