// Sets usernames. A name is reserved for its person forever (THREATS P11, decision 0037).
import type { ServerLimitValues } from '@countersign/api/server-limits'
import { isUsername } from '@countersign/api/username-format'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import { listIdentityIdsOfPerson } from '../people/find-merged-identities.ts'
import { hasUndoableIdentityMerge, lockPersonRow } from '../people/sign-in-method-removal-guard.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { lockSessionRow } from '../sessions/lock-session-rows.ts'
import type { AuthenticatedSessionIds } from '../sessions/lock-session-rows.ts'
import { isReservedUsername } from './is-reserved-username.ts'
import {
  foldUsernameConfusables,
  foldUsernameForHashing,
  listUsernameFormsForHashing,
} from './fold-username-confusables.ts'
import {
  findCurrentUsername,
  insertUsername,
  listTakenUsernames,
  listUsernamesOfPeople,
  setCurrentUsername,
} from './username-store.ts'
import type { TakenUsernameRow } from './username-store.ts'

export interface UsernameStoreContext {
  queries: DatabaseQueryBuilder
  random: RandomBytes
  hash: (form: string) => string
  limits: Pick<ServerLimitValues, 'usernamesPerPerson'>
}

/** Names of merged identities become usable once the merge cannot be undone. */
async function listNameOwnerIds(queries: DatabaseQueryBuilder, personId: string, now: number): Promise<string[]> {
  return (await hasUndoableIdentityMerge(queries, personId, now))
    ? [personId]
    : listIdentityIdsOfPerson(queries, personId)
}

function listConfusableUsernames(
  { queries, hash }: Pick<UsernameStoreContext, 'queries' | 'hash'>,
  name: string,
): Promise<TakenUsernameRow[]> {
  const forms = listUsernameFormsForHashing(name)
  return listTakenUsernames(queries, { forms, hashes: forms.map(hash) })
}

/** A confusable spelling counts as the person's own only if no one else has a similar name. */
function findOwnUsername(
  taken: readonly TakenUsernameRow[],
  owners: readonly string[],
  name: string,
): TakenUsernameRow | undefined {
  const isOwn = ({ person_id: id }: TakenUsernameRow): boolean => id !== null && owners.includes(id)
  return taken.find((one) => isOwn(one) && one.name === name) ?? (taken.every(isOwn) ? taken[0] : undefined)
}

/** A reserved name stays available to a person who had this exact spelling. */
const isReservedForOthers = (own: TakenUsernameRow | undefined, name: string): boolean =>
  own?.name !== name && isReservedUsername(foldUsernameConfusables(name))

/** The person's own earlier names are available. */
export async function isUsernameAvailable(
  context: Pick<UsernameStoreContext, 'queries' | 'hash'>,
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

/** @throws `username.already_set`, `username.invalid`, `username.taken`, `session.required` */
export async function chooseFirstUsername(
  context: UsernameStoreContext,
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

/** @throws `username.invalid`, `username.taken`, `username.too_many`, `session.required` */
export async function changeUsername(
  context: UsernameStoreContext,
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
  // The person is locked first, so that concurrent choices see each other.
  await lockPersonRow(transaction, person.id)
  await lockSessionRow(transaction, session)
}

async function takeUsername(
  transaction: DatabaseTransaction,
  context: UsernameStoreContext,
  name: string,
  personId: string,
  now: number,
): Promise<void> {
  if (!isUsername(name)) throw new ApiError('username.invalid')
  const owners = await listNameOwnerIds(transaction, personId, now)
  const taken = await listConfusableUsernames({ queries: transaction, hash: context.hash }, name)
  const own = findOwnUsername(taken, owners, name)
  if (isReservedForOthers(own, name))
    throw new ApiError('username.taken', { privateDetail: 'the username is reserved' })
  const hash = own?.name_hash ?? context.hash(foldUsernameForHashing(name))
  if (own === undefined) {
    const had = await listUsernamesOfPeople(transaction, owners)
    if (had.length >= context.limits.usernamesPerPerson) throw new ApiError('username.too_many')
    const row = { hash, folded: foldUsernameConfusables(name), name, personId, now }
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
