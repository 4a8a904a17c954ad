// A person chooses what programs call them, and changes it. Whoever had a name keeps it for ever, so that no program takes somebody for
// somebody else (THREATS P11, decision 0037).
import type { ServerLimits } from '@countersign/api/server-limits'
import { isUsername } from '@countersign/api/username'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import { listIdentityIdsOfPerson } from '../people/merged-identities.ts'
import { hasUndoableIdentityMerge, lockPerson } from '../people/sign-in-method-removal-guard.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueries, DatabaseTransaction } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { lockSession } from '../sessions/lock-sessions.ts'
import type { AuthenticatedSessionIds } from '../sessions/lock-sessions.ts'
import { isReservedUsername } from './reserved-usernames.ts'
import { foldUsername, toUsernameHashForm, listUsernameHashForms } from './username-confusables.ts'
import {
  findCurrentUsername,
  insertUsername,
  listTakenUsernames,
  listUsernames,
  setCurrentUsername,
} from './username-store.ts'
import type { TakenUsername } from './username-store.ts'

export interface UsernameContext {
  queries: DatabaseQueries
  random: RandomBytes
  /** The keyed hash of a name's hashed form. */
  hash: (form: string) => string
  limits: Pick<ServerLimits, 'usernamesPerPerson'>
}

/** Whose rows a person may take a name back from: who was merged into them has theirs until that cannot be undone. */
async function listNameOwnerIds(queries: DatabaseQueries, personId: string, now: number): Promise<string[]> {
  return (await hasUndoableIdentityMerge(queries, personId, now))
    ? [personId]
    : listIdentityIdsOfPerson(queries, personId)
}

/** The names that look like this one, whose they are or were not being told. */
function listConfusableUsernames(
  { queries, hash }: Pick<UsernameContext, 'queries' | 'hash'>,
  name: string,
): Promise<TakenUsername[]> {
  const forms = listUsernameHashForms(name)
  return listTakenUsernames(queries, { forms, hashes: forms.map(hash) })
}

/**
 * The name of a person that a text stands for: in its spelling, or in another that looks the same. Where somebody else
 * has one that looks alike, taken before these counted as one, another spelling could be exactly theirs: then only the
 * own spelling counts.
 */
function findOwnUsername(
  taken: readonly TakenUsername[],
  owners: readonly string[],
  name: string,
): TakenUsername | undefined {
  const isOwn = ({ person_id: id }: TakenUsername): boolean => id !== null && owners.includes(id)
  return taken.find((one) => isOwn(one) && one.name === name) ?? (taken.every(isOwn) ? taken[0] : undefined)
}

/** Whether nobody may take this name. One that a person has had in this spelling stays theirs. */
const isReservedForOthers = (own: TakenUsername | undefined, name: string): boolean =>
  own?.name !== name && isReservedUsername(foldUsername(name))

/** Whether a person could take a name now. A name that they had is free to them. */
export async function isUsernameAvailable(
  context: Pick<UsernameContext, 'queries' | 'hash'>,
  personId: string,
  name: string,
  now: number,
): Promise<boolean> {
  const taken = await listConfusableUsernames(context, name)
  const own =
    taken.length === 0
      ? undefined
      : findOwnUsername(taken, await listNameOwnerIds(context.queries, personId, now), name)
  return !isReservedForOthers(own, name) && (taken.length === 0 || own !== undefined)
}

/**
 * Gives a person their first name.
 * @throws ApiError `username.already_set`, `username.invalid`, `username.taken`; `session.required` where the session has ended since it was looked up
 */
export async function chooseUsername(
  context: UsernameContext,
  name: string,
  holder: AuthenticatedSessionIds,
  now: number,
): Promise<void> {
  await context.queries.transaction().execute(async (transaction) => {
    await lockHolder(transaction, holder)
    if ((await findCurrentUsername(transaction, holder.person.id)) !== null) throw new ApiError('username.already_set')
    await takeUsername(transaction, context, name, holder.person.id, now)
  })
}

/**
 * Gives a person another name.
 * @throws ApiError `username.invalid`, `username.taken`, `username.too_many`; `session.required` where the session has ended since it was looked up
 */
export async function changeUsername(
  context: UsernameContext,
  name: string,
  holder: AuthenticatedSessionIds,
  now: number,
): Promise<void> {
  await context.queries.transaction().execute(async (transaction) => {
    await lockHolder(transaction, holder)
    if ((await findCurrentUsername(transaction, holder.person.id)) === name) return
    await takeUsername(transaction, context, name, holder.person.id, now)
  })
}

async function lockHolder(
  transaction: DatabaseTransaction,
  { person, session }: AuthenticatedSessionIds,
): Promise<void> {
  // Held first: of two choices at the same time, the second sees the first.
  await lockPerson(transaction, person.id)
  await lockSession(transaction, session)
}

async function takeUsername(
  transaction: DatabaseTransaction,
  context: UsernameContext,
  name: string,
  personId: string,
  now: number,
): Promise<void> {
  if (!isUsername(name)) throw new ApiError('username.invalid')
  const owners = await listNameOwnerIds(transaction, personId, now)
  const taken = await listConfusableUsernames({ queries: transaction, hash: context.hash }, name)
  const own = findOwnUsername(taken, owners, name)
  if (isReservedForOthers(own, name)) throw new ApiError('username.taken', { privateDetail: 'it is kept back' })
  const hash = own?.name_hash ?? context.hash(toUsernameHashForm(name))
  if (own === undefined) {
    const had = await listUsernames(transaction, owners)
    if (had.length >= context.limits.usernamesPerPerson) throw new ApiError('username.too_many')
    const row = { hash, folded: foldUsername(name), name, personId, now }
    if (taken.length > 0 || !(await insertUsername(transaction, row))) throw new ApiError('username.taken')
  }
  await setCurrentUsername(transaction, personId, { hash, name })
  await appendAuditEvents(transaction, context.random, now, [
    {
      type: 'person.changed',
      outcome: 'success',
      details: { changed: 'user_name' },
      evidence: { personId, content: {} },
    },
  ])
}
