// Undoes a merge: what has moved and is still there goes back, and with it everything that was begun by it. Nobody stays signed
// in but, where their way in stays, who undoes it; and no application knows anybody by a name that is no longer theirs.
import { appendEvents } from '../../audit-log/append.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import { endAuthorizations } from '../../store/authorizations/end.ts'
import { noteWalletLeft } from '../../groups/membership/memberships.ts'
import { holdGrants, moveGrants } from '../../store/grants/move.ts'
import { returnSubjects } from '../../oidc/provider/move-subjects.ts'
import { movePasskeys } from '../../auth/passkeys/store.ts'
import { listOpenMerges, markUndone, readMoved } from '../../store/people/merges.ts'
import type { Moved } from '../../store/people/merges.ts'
import { setStatus } from '../../store/people/store.ts'
import { countWaysIn } from '../../store/people/ways-in.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import type { MergesTable, SessionsTable } from '../../platform/database/schema.ts'
import { Refusal } from '../../platform/refusal.ts'
import { endChosen } from '../../store/sessions/end.ts'
import { forgetKnownBy } from '../../store/sessions/forget-browsers.ts'
import { giveBackSessions } from '../../store/sessions/give-back-sessions.ts'
import { holdSession, holdSessionsOf } from '../../store/sessions/hold.ts'
import { returnEmail } from '../../store/email/store.ts'
import { returnUserName } from '../../store/usernames/store.ts'
import { moveWallets } from '../../store/wallets/change.ts'
import { ensurePrimary, findOwnWallet, makePrimary } from '../../store/wallets/store.ts'
import { holdBoth } from './hold-both.ts'
import { releaseWaysIn } from './release-ways-in.ts'

/** Who undoes which merge. */
export interface Undoing {
  signedIn: { person: { id: string }; session: Pick<SessionsTable, 'id' | 'wallet_id' | 'passkey_id'> }
  id: string
  now: number
}

/**
 * @returns whether this session has ended with it
 * @throws Refusal `session.required`, `merge.unusable`, `way_in.last` where one of the two would be left without any; the database's errors
 */
export async function undoMerge(
  { queries, random }: { queries: Queries; random: Random },
  undoing: Undoing,
): Promise<boolean> {
  const { signedIn, now } = undoing
  return queries.transaction().execute(async (transaction) => {
    const merge = await holdMerge(transaction, undoing)
    const moved = readMoved(merge)
    await giveBackWaysIn(transaction, merge, moved, now)
    for (const id of [merge.person_id, merge.merged_person_id])
      if ((await countWaysIn(transaction, id)) === 0) throw new Refusal('way_in.last')
    const signedOut =
      isAmong(moved.wallets, signedIn.session.wallet_id) || isAmong(moved.passkeys, signedIn.session.passkey_id)
    const ended = await giveBackApplications(transaction, random, merge, moved, {
      staying: signedOut ? null : signedIn.session.id,
      now,
    })
    if (moved.userName != null)
      await returnUserName(transaction, { from: merge.person_id, to: merge.merged_person_id }, moved.userName)
    if (moved.email === true)
      await returnEmail(
        transaction,
        { from: merge.person_id, to: merge.merged_person_id },
        { since: merge.merged_at ?? now },
      )
    await forgetKnownBy(transaction, merge.person_id, { walletIds: moved.wallets, passkeyIds: moved.passkeys })
    await giveBackSessions(transaction, { from: merge.person_id, to: merge.merged_person_id })
    await releaseWaysIn(transaction, [merge.merged_person_id])
    await setStatus(transaction, merge.merged_person_id, 'active')
    await markUndone(transaction, merge.id, now)
    await appendEvents(transaction, random, now, [
      separated(merge.person_id, {
        mergeId: merge.id,
        separatedPersonId: merge.merged_person_id,
        sessionId: signedIn.session.id,
      }),
      separated(merge.merged_person_id, { mergeId: merge.id }),
      ...ended,
    ])
    return signedOut
  })
}

const isAmong = (ids: readonly string[], id: string | null): boolean => id !== null && ids.includes(id)

/** Holds both people, and makes sure that the merge can still be undone. */
async function holdMerge(transaction: Transaction, { signedIn, id, now }: Undoing): Promise<MergesTable> {
  const find = async (): Promise<MergesTable> => {
    const merge = (await listOpenMerges(transaction, signedIn.person.id, now)).find((open) => open.id === id)
    if (merge === undefined) throw new Refusal('merge.unusable')
    return merge
  }
  await holdBoth(transaction, signedIn.person.id, (await find()).merged_person_id)
  await holdGrants(transaction, signedIn.person.id)
  await holdSession(transaction, signedIn.session)
  return find()
}

async function giveBackWaysIn(
  transaction: Transaction,
  { person_id: from, merged_person_id: to }: MergesTable,
  moved: Moved,
  now: number,
): Promise<void> {
  await moveWallets(transaction, { from, to }, { ids: moved.wallets })
  await noteWalletLeft(transaction, from, now)
  if (moved.primary !== null && (await findOwnWallet(transaction, to, moved.primary)) !== undefined)
    await makePrimary(transaction, to, moved.primary)
  await ensurePrimary(transaction, to)
  await ensurePrimary(transaction, from)
  await movePasskeys(transaction, { from, to }, { ids: moved.passkeys })
}

/** @returns the log lines of the sessions that ended */
async function giveBackApplications(
  transaction: Transaction,
  random: Random,
  { person_id: from, merged_person_id: to }: MergesTable,
  { grants, subjects }: Moved,
  { staying, now }: { staying: string | null; now: number },
): Promise<NewEvent[]> {
  await moveGrants(transaction, { from, to }, (grant) => grants.includes(grant.id))
  await holdSessionsOf(transaction, [from])
  const ended = await endChosen(transaction, random, { personId: from, except: staying }, 'identity-separated', now)
  // The session that stays loses the applications that know it by a name of the other.
  const leaving = new Set(subjects.map(({ subject }) => subject))
  const authorizations = await transaction
    .selectFrom('authorizations')
    .select(['application_id', 'subject'])
    .where('person_id', '=', from)
    .execute()
  for (const { application_id: applicationId } of authorizations.filter(({ subject }) => leaving.has(subject))) {
    await endAuthorizations(transaction, random, { personId: from, applicationId }, now)
  }
  await returnSubjects(transaction, { from, to }, subjects)
  return ended
}

const separated = (personId: string, content: Readonly<Record<string, string>>): NewEvent => ({
  type: 'identity.separated',
  outcome: 'success',
  details: {},
  evidence: { personId, content },
})
