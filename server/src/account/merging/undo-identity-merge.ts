// Undoes a merge. Ends all sessions except the caller's, which is kept if its sign-in method stays.
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { revokeApplicationAuthorizations } from '../../store/authorizations/revoke-application-authorizations.ts'
import { invalidateMembershipsOnWalletRemoved } from '../../groups/membership/read-group-memberships.ts'
import {
  lockConsentGrantRowsOfPerson,
  moveConsentGrantsOnMerge,
} from '../../store/grants/move-consent-grants-on-merge.ts'
import { restoreSubjectIdentifiers } from '../../oidc/provider/move-subject-identifiers.ts'
import { movePasskeysToPerson } from '../../auth/passkeys/passkey-store.ts'
import {
  listUndoableIdentityMerges,
  markIdentityMergeRowUndone,
  parseIdentityMergeMovedRecords,
} from '../../store/people/identity-merge-store.ts'
import type { IdentityMergeMovedRecords } from '../../store/people/identity-merge-store.ts'
import { setPersonStatus } from '../../store/people/person-store.ts'
import { countSignInMethods } from '../../store/people/sign-in-method-removal-guard.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { IdentityMergesTable, SessionsTable } from '../../platform/database/database-schema.ts'
import { ApiError } from '../../platform/api-error.ts'
import { endSessionsInTransaction } from '../../store/sessions/end-sessions-with-audit-events.ts'
import { untrustBrowsersTrustedByMethods } from '../../store/sessions/untrust-browsers.ts'
import { restoreMergedSessions } from '../../store/sessions/restore-merged-sessions.ts'
import { lockSessionRow, lockActiveSessionRowsOfPeople } from '../../store/sessions/lock-session-rows.ts'
import { restoreEmailAddressOnMergeUndo } from '../../store/email/email-store.ts'
import { restoreUsernameOnMergeUndo } from '../../store/usernames/username-store.ts'
import { moveWalletsToPerson } from '../../store/wallets/update-wallet-rows.ts'
import { ensurePrimaryWallet, findOwnWallet, setPrimaryWallet } from '../../store/wallets/wallet-store.ts'
import { lockPeopleForMerge } from './lock-people-for-merge.ts'
import { detachSignInMethodsAfterMergeUndo } from './detach-sign-in-methods-after-merge-undo.ts'

export interface UndoIdentityMergeRequest {
  signedIn: { person: { id: string }; session: Pick<SessionsTable, 'id' | 'wallet_id' | 'passkey_id'> }
  id: string
  now: number
}

/** Returns true if the caller was signed out. */
export async function undoIdentityMerge(
  { queries, random }: { queries: DatabaseQueryBuilder; random: RandomBytes },
  request: UndoIdentityMergeRequest,
): Promise<boolean> {
  const { signedIn, now } = request
  return queries.transaction().execute(async (transaction) => {
    const merge = await lockMerge(transaction, request)
    const moved = parseIdentityMergeMovedRecords(merge)
    await restoreSignInMethods(transaction, merge, moved, now)
    for (const id of [merge.person_id, merge.merged_person_id])
      if ((await countSignInMethods(transaction, id)) === 0) throw new ApiError('sign_in_method.last')
    const signedOut =
      includesId(moved.wallets, signedIn.session.wallet_id) || includesId(moved.passkeys, signedIn.session.passkey_id)
    const ended = await restoreApplications(transaction, random, merge, moved, {
      staying: signedOut ? null : signedIn.session.id,
      now,
    })
    if (moved.username != null)
      await restoreUsernameOnMergeUndo(
        transaction,
        { from: merge.person_id, to: merge.merged_person_id },
        moved.username,
      )
    if (moved.email === true)
      await restoreEmailAddressOnMergeUndo(
        transaction,
        { from: merge.person_id, to: merge.merged_person_id },
        { since: merge.merged_at ?? now },
      )
    await untrustBrowsersTrustedByMethods(transaction, merge.person_id, {
      walletIds: moved.wallets,
      passkeyIds: moved.passkeys,
    })
    await restoreMergedSessions(transaction, { from: merge.person_id, to: merge.merged_person_id })
    await detachSignInMethodsAfterMergeUndo(transaction, [merge.merged_person_id])
    await setPersonStatus(transaction, merge.merged_person_id, 'active')
    await markIdentityMergeRowUndone(transaction, merge.id, now)
    await appendAuditEvents(transaction, random, now, [
      createMergeUndoneEvent(merge.person_id, {
        mergeId: merge.id,
        separatedPersonId: merge.merged_person_id,
        sessionId: signedIn.session.id,
      }),
      createMergeUndoneEvent(merge.merged_person_id, { mergeId: merge.id }),
      ...ended,
    ])
    return signedOut
  })
}

const includesId = (ids: readonly string[], id: string | null): boolean => id !== null && ids.includes(id)

async function lockMerge(
  transaction: DatabaseTransaction,
  { signedIn, id, now }: UndoIdentityMergeRequest,
): Promise<IdentityMergesTable> {
  const find = async (): Promise<IdentityMergesTable> => {
    const merge = (await listUndoableIdentityMerges(transaction, signedIn.person.id, now)).find(
      (open) => open.id === id,
    )
    if (merge === undefined) throw new ApiError('merge.invalid')
    return merge
  }
  await lockPeopleForMerge(transaction, signedIn.person.id, (await find()).merged_person_id)
  await lockConsentGrantRowsOfPerson(transaction, signedIn.person.id)
  await lockSessionRow(transaction, signedIn.session)
  return find()
}

async function restoreSignInMethods(
  transaction: DatabaseTransaction,
  { person_id: from, merged_person_id: to }: IdentityMergesTable,
  moved: IdentityMergeMovedRecords,
  now: number,
): Promise<void> {
  await moveWalletsToPerson(transaction, { from, to }, { ids: moved.wallets })
  await invalidateMembershipsOnWalletRemoved(transaction, from, now)
  if (moved.primary !== null && (await findOwnWallet(transaction, to, moved.primary)) !== undefined)
    await setPrimaryWallet(transaction, to, moved.primary)
  await ensurePrimaryWallet(transaction, to)
  await ensurePrimaryWallet(transaction, from)
  await movePasskeysToPerson(transaction, { from, to }, { ids: moved.passkeys })
}

async function restoreApplications(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  { person_id: from, merged_person_id: to }: IdentityMergesTable,
  { grants, subjects }: IdentityMergeMovedRecords,
  { staying: keptSessionId, now }: { staying: string | null; now: number },
): Promise<NewAuditEvent[]> {
  await moveConsentGrantsOnMerge(transaction, { from, to }, (grant) => grants.includes(grant.id))
  await lockActiveSessionRowsOfPeople(transaction, [from])
  const ended = await endSessionsInTransaction(
    transaction,
    random,
    { personId: from, except: keptSessionId },
    'identity-separated',
    now,
  )
  // The remaining session's authorizations that use a subject of the other identity are revoked.
  const restoredSubjects = new Set(subjects.map(({ subject }) => subject))
  const authorizations = await transaction
    .selectFrom('authorizations')
    .select(['application_id', 'subject'])
    .where('person_id', '=', from)
    .execute()
  for (const { application_id: applicationId } of authorizations.filter(({ subject }) =>
    restoredSubjects.has(subject),
  )) {
    await revokeApplicationAuthorizations(transaction, random, { personId: from, applicationId }, now)
  }
  await restoreSubjectIdentifiers(transaction, { from, to }, subjects)
  return ended
}

const createMergeUndoneEvent = (personId: string, content: Readonly<Record<string, string>>): NewAuditEvent => ({
  type: 'identity.merge_undone',
  outcome: 'success',
  details: {},
  evidence: { personId, content },
})
