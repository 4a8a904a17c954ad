import type { ServerLimitValues } from '@countersign/api/server-limits'
import { formatStoredWalletAddress } from '../../chains/families/chain-family-registry.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import {
  deleteGroupMembershipsOfPeople,
  invalidateMembershipsOnWalletAdded,
} from '../../groups/membership/read-group-memberships.ts'
import { moveConsentGrantsOnMerge } from '../../store/grants/move-consent-grants-on-merge.ts'
import { moveSubjectIdentifiers } from '../../oidc/provider/move-subject-identifiers.ts'
import { movePasskeysToPerson } from '../../auth/passkeys/passkey-store.ts'
import { markIdentityMergeRowCompleted } from '../../store/people/identity-merge-store.ts'
import type {
  IdentityMergeAcceptorSession,
  SignedIdentityMergeAgreement,
} from '../../store/people/identity-merge-offer-store.ts'
import type { IdentityMergeDirection, IdentityMergeMovedRecords } from '../../store/people/identity-merge-store.ts'
import { endPendingIdentityMergesOfPerson } from '../../store/people/end-pending-identity-merges.ts'
import { setPersonStatus } from '../../store/people/person-store.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { IdentityMergesTable, WalletsTable } from '../../platform/database/database-schema.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import { endSessionsInTransaction } from '../../store/sessions/end-sessions-with-audit-events.ts'
import { lockActiveSessionRowsOfPeople } from '../../store/sessions/lock-session-rows.ts'
import { moveEmailAddressOnMerge } from '../../store/email/email-store.ts'
import { moveUsernameOnMerge } from '../../store/usernames/username-store.ts'
import { moveWalletsToPerson } from '../../store/wallets/update-wallet-rows.ts'
import { insertWalletProof, createWalletProofAuditEvidence } from '../../store/wallets/wallet-proof-record-store.ts'
import { listLinkedWalletsOfPerson, setPrimaryWallet } from '../../store/wallets/wallet-store.ts'
import { planIdentityMergeEffectsOnApplications } from './plan-identity-merge-effects-on-applications.ts'

export interface ExecutableIdentityMerge {
  offer: IdentityMergesTable
  agreement: SignedIdentityMergeAgreement
  wallet: WalletsTable
  acceptedBy: IdentityMergeAcceptorSession
}

/** The caller must have locked both people and the grants of the other person. */
export async function executeIdentityMerge(
  transaction: DatabaseTransaction,
  { random, limits }: { random: RandomBytes; limits: Pick<ServerLimitValues, 'mergeUndoSeconds'> },
  ready: ExecutableIdentityMerge,
  now: number,
): Promise<IdentityMergesTable> {
  const { offer, agreement } = ready
  const direction = { from: offer.merged_person_id, to: offer.person_id }
  const { moved, ended } = await moveRecords(transaction, random, direction, now)
  await setPersonStatus(transaction, direction.from, 'merged')
  const proofId = createRandomId(random)
  await insertWalletProof(transaction, agreement, {
    id: proofId,
    walletId: agreement.walletId,
    applicationId: null,
    now: offer.offered_at,
  })
  const merge = await markIdentityMergeRowCompleted(transaction, offer.id, {
    moved,
    now,
    undoUntil: now + limits.mergeUndoSeconds * 1000,
  })
  await appendAuditEvents(transaction, random, now, [...createMergedEvents({ ...ready, moved, proofId }), ...ended])
  for (const personId of [direction.from, direction.to])
    await endPendingIdentityMergesOfPerson(transaction, random, personId, { reason: 'one of the two was merged', now })
  return merge
}

async function moveRecords(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  direction: IdentityMergeDirection,
  now: number,
): Promise<{ moved: IdentityMergeMovedRecords; ended: NewAuditEvent[] }> {
  const { from, to } = direction
  const primary =
    (await listLinkedWalletsOfPerson(transaction, from)).find((wallet) => wallet.is_primary === 1)?.id ?? null
  const hadPrimary = (await listLinkedWalletsOfPerson(transaction, to)).some((wallet) => wallet.is_primary === 1)
  const wallets = await moveWalletsToPerson(transaction, direction, 'all')
  if (!hadPrimary && primary !== null) await setPrimaryWallet(transaction, to, primary)
  const passkeys = await movePasskeysToPerson(transaction, direction, 'all')
  await deleteGroupMembershipsOfPeople(transaction, [from])
  await invalidateMembershipsOnWalletAdded(transaction, to)
  await lockActiveSessionRowsOfPeople(transaction, [from, to])
  const applications = (await planIdentityMergeEffectsOnApplications(transaction, to, from)).map(({ id, outcome }) => ({
    id,
    outcome,
  }))
  const movingApplicationIds = new Set(applications.filter(({ outcome }) => outcome === 'moves').map(({ id }) => id))
  const grants = await moveConsentGrantsOnMerge(transaction, direction, (grant) =>
    movingApplicationIds.has(grant.application_id),
  )
  const ended = await endSessionsInTransaction(
    transaction,
    random,
    { personId: from, except: null },
    'identity-merged',
    now,
  )
  const subjects = await moveSubjectIdentifiers(transaction, direction)
  const username = await moveUsernameOnMerge(transaction, direction)
  const email = await moveEmailAddressOnMerge(transaction, direction)
  return {
    moved: { wallets, primary, passkeys, grants, subjects, username, email, sessions: ended.length, applications },
    ended,
  }
}

type MergedEventInput = ExecutableIdentityMerge & { moved: IdentityMergeMovedRecords; proofId: string }

/** The message is evidence about the merged identity, so it is erased with that identity. */
const createMergedEvents = ({
  moved,
  agreement,
  proofId,
  wallet,
  offer,
  acceptedBy,
}: MergedEventInput): NewAuditEvent[] => [
  {
    type: 'identity.merged',
    outcome: 'success',
    details: {
      wallets: moved.wallets.length,
      passkeys: moved.passkeys.length,
      sessions: moved.sessions,
      applications: moved.applications.length,
    },
    evidence: {
      personId: offer.person_id,
      content: {
        mergeId: offer.id,
        mergedPersonId: offer.merged_person_id,
        ...acceptedBy,
      },
    },
  },
  {
    type: 'identity.merged',
    outcome: 'success',
    details: {},
    evidence: {
      personId: offer.merged_person_id,
      proofId,
      content: {
        mergeId: offer.id,
        address: formatStoredWalletAddress(wallet.address),
        ...createWalletProofAuditEvidence(agreement),
      },
    },
  },
]
