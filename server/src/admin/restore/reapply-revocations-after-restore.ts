// Ends all sessions and tokens, and repeats what was revoked after the backup (THREATS N14).
import type { AdminRole } from '@countersign/api/admin-role-permissions'
import { createAuditEventActorFields, operatorAuditActor } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import { unlinkWalletInTransaction } from '../../auth/linking/unlink-wallet.ts'
import { erasePerson } from '../../account/personal-data/erase-person.ts'
import { deletePasskey } from '../../auth/passkeys/passkey-store.ts'
import { removePasskeyInTransaction } from '../../auth/passkeys/remove-passkey.ts'
import { removeAllPendingIdentityMerges } from '../../store/people/identity-merge-offer-store.ts'
import { suspendPerson } from '../people/suspend-or-reactivate-person.ts'
import { countSignInMethods, lockPersonRowUnlessErased } from '../../store/people/sign-in-method-removal-guard.ts'
import { untrustAllBrowsers } from '../../store/sessions/untrust-browsers.ts'
import { invalidateAllIssuedChallenges } from '../../auth/challenges/challenge-database-rollback-guard.ts'
import { detachPasskeyFromSessions } from '../../store/sessions/restore-merged-sessions.ts'
import { endSessions } from '../../store/sessions/end-sessions-with-audit-events.ts'
import { reserveUsernameAfterDatabaseRestore } from '../../store/usernames/username-store.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { disableApplication } from '../../store/applications/disable-application.ts'
import { lockApplicationRow, updateApplication } from '../../store/applications/application-store.ts'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import { removeOidcProviderRecordsExceptReplays } from '../../store/authorizations/remove-oidc-provider-records.ts'
import { revokeConsentGrant } from '../../store/grants/revoke-consent-grant.ts'
import { restoreResourceServerFromBackup } from '../../store/resources/resource-server-store.ts'
import { deleteRoleAssignment, hasEverHadOwner } from '../../store/roles/role-store.ts'
import { listActiveApiTokenIds } from '../../store/roles/api-tokens.ts'
import { revokeApiToken } from '../../store/roles/revoke-api-token.ts'
import type { DatabaseBackupComparison } from './compare-database-with-backup.ts'

interface RestoreContext {
  queries: DatabaseQueryBuilder
  random: RandomBytes
  now: number
}

export interface RevocationsReappliedAfterRestore {
  sessions: number
  tokens: number
  manualSteps: string[]
}

/** @param comparison null if the previous database cannot be read */
export async function reapplyRevocationsAfterRestore(
  context: RestoreContext,
  comparison: DatabaseBackupComparison | null,
): Promise<RevocationsReappliedAfterRestore> {
  const { queries, random, now } = context
  const actor = operatorAuditActor
  const sessions = await endSessions({ queries, random }, 'all', 'revoked', now)
  await queries.transaction().execute(async (transaction) => {
    await removeOidcProviderRecordsExceptReplays(transaction)
    await untrustAllBrowsers(transaction)
    await removeAllPendingIdentityMerges(transaction)
    await invalidateAllIssuedChallenges(transaction, now)
  })
  const manualSteps: string[] = []

  const revived = comparison?.revived
  const tokens = revived?.tokens ?? (await listActiveApiTokenIds(queries, now))
  for (const id of tokens) await revokeApiToken({ queries, random }, { id, ownerId: null, actor, now })
  for (const { personId, role } of revived?.roles ?? []) await removeRole(context, personId, role)
  for (const personId of revived?.erased ?? []) {
    const isErased = await tryOnPerson(context, personId, () =>
      erasePerson({ queries, random }, { personId, session: null, now }),
    )
    if (!isErased)
      manualSteps.push(
        `person ${personId} was erased after the backup, but could not be erased again yet: run "countersign person erase ${personId}" later`,
      )
  }
  for (const personId of revived?.suspended ?? [])
    if (!(await tryOnPerson(context, personId, () => suspendPerson({ queries, random }, personId, now))))
      manualSteps.push(
        `person ${personId} was suspended after the backup, but could not be suspended again: their status in the restored database does not allow it`,
      )
  for (const { id, personId } of revived?.grants ?? [])
    await tryOnPerson(context, personId, () => revokeConsentGrant({ queries, random }, { personId, id, now }))
  for (const way of [...(revived?.wallets ?? []), ...(revived?.passkeys ?? [])])
    if (!(await removeSignInMethod(context, way)))
      manualSteps.push(await suspendForLostSignInMethod(context, way.person_id))
  for (const id of revived?.applications ?? []) await disableApplication({ queries, random, actor }, id, now)
  for (const record of revived?.changedApplications ?? []) await keepCurrentSettings(context, record)
  for (const { identifier, now: present } of revived?.changedResources ?? [])
    await queries
      .transaction()
      .execute((transaction) => restoreResourceServerFromBackup(transaction, identifier, present))
  for (const name of revived?.usernames ?? [])
    await queries.transaction().execute((transaction) => reserveUsernameAfterDatabaseRestore(transaction, name))
  for (const name of revived?.changedGroups ?? [])
    manualSteps.push(`group ${JSON.stringify(name)} now has the rule from the backup: check whether it is correct`)
  if (!(await hasEverHadOwner(queries)))
    manualSteps.push('this server no longer has an owner: the next start prints a setup code')
  await queries.transaction().execute((transaction) =>
    appendAuditEvents(transaction, random, now, [
      {
        type: 'database.restored',
        outcome: 'success',
        details: comparison === null ? {} : { lines: comparison.lost.lines },
        evidence: { personId: null, content: createAuditEventActorFields(operatorAuditActor) },
      },
    ]),
  )
  return { sessions, tokens: tokens.length, manualSteps }
}

/** Removes an owner role that blocks the action, and suspends the person if the action fails. */
async function tryOnPerson(
  context: RestoreContext,
  personId: string,
  action: () => Promise<unknown>,
): Promise<boolean> {
  const { queries, random, now } = context
  try {
    return (await action()) !== null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'role.last_owner') {
      await removeRole(context, personId, 'owner')
      return tryOnPerson(context, personId, action)
    }
    await suspendPerson({ queries, random }, personId, now).catch((other: unknown) => {
      if (!(other instanceof ApiError)) throw other
    })
    return false
  }
}

function removeRole({ queries, random, now }: RestoreContext, personId: string, role: AdminRole): Promise<void> {
  return queries.transaction().execute(async (transaction) => {
    if (!(await deleteRoleAssignment(transaction, personId, role))) return
    await appendAuditEvents(transaction, random, now, [
      {
        type: 'role.revoked',
        outcome: 'success',
        details: { role },
        evidence: { personId, content: createAuditEventActorFields(operatorAuditActor) },
      },
    ])
  })
}

/** The definition in the backup may contain a removed redirect URI or an old secret. */
function keepCurrentSettings({ queries, now }: RestoreContext, present: ApplicationRecord): Promise<void> {
  return queries.transaction().execute(async (transaction) => {
    const record = await lockApplicationRow(transaction, present.id)
    if (record !== undefined) await updateApplication(transaction, { ...present, changedAt: now })
  })
}

type SignInMethodRow =
  | DatabaseBackupComparison['revived']['wallets'][number]
  | DatabaseBackupComparison['revived']['passkeys'][number]

/** Returns false if this is the person's only sign-in method in the backup. */
function removeSignInMethod({ queries, random, now }: RestoreContext, way: SignInMethodRow): Promise<boolean> {
  return queries.transaction().execute(async (transaction) => {
    if ((await lockPersonRowUnlessErased(transaction, way.person_id)) === undefined) return true
    if ((await countSignInMethods(transaction, way.person_id)) <= 1) return false
    if ('address' in way)
      await unlinkWalletInTransaction(transaction, random, way, now, createAuditEventActorFields(operatorAuditActor))
    else {
      await removePasskeyInTransaction(transaction, random, { id: way.id, personId: way.person_id }, now)
      if (!way.isRemovedNow) await forgetPasskey(transaction, way.id)
    }
    return true
  })
}

/** No one removed it, so the server must never report it as removed (THREATS P19). */
async function forgetPasskey(transaction: DatabaseTransaction, id: string): Promise<void> {
  await detachPasskeyFromSessions(transaction, id)
  await deletePasskey(transaction, id)
}

/** The person is suspended because a thief may hold the removed sign-in method (THREATS P3, P4). */
async function suspendForLostSignInMethod(context: RestoreContext, personId: string): Promise<string> {
  const { queries, random, now } = context
  const reason = 'The only sign-in method in the restored backup was removed after the backup.'
  await tryOnPerson(context, personId, () => suspendPerson({ queries, random }, personId, now, { reason }))
  return `person ${personId} is suspended: their only sign-in method in the backup was removed after the backup. Contact them, then run "countersign person reactivate ${personId}"`
}
