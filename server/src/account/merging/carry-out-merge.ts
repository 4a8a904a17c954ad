// Carries a merge out: makes two identities one. Both people are held, and the offer was judged again.
import type { Limits } from '@countersign/api/limits'
import { shownAddress } from '../../chains/families/namespaces.ts'
import { appendEvents } from '../../audit-log/append.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import { forgetMemberships, noteWalletCame } from '../../groups/membership/memberships.ts'
import { moveGrants } from '../../store/grants/move.ts'
import { takeSubjects } from '../../oidc/provider/move-subjects.ts'
import { movePasskeys } from '../../auth/passkeys/store.ts'
import { markMerged } from '../../store/people/merges.ts'
import type { AcceptedBy, Agreement, Direction, Moved } from '../../store/people/merges.ts'
import { endPendingOf } from '../../store/people/pending-merges.ts'
import { setStatus } from '../../store/people/store.ts'
import type { Random } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import type { MergesTable, WalletsTable } from '../../platform/database/schema.ts'
import { createIdentifier } from '../../platform/identifier.ts'
import { endChosen } from '../../store/sessions/end.ts'
import { holdSessionsOf } from '../../store/sessions/hold.ts'
import { moveEmail } from '../../store/email/store.ts'
import { moveUserName } from '../../store/usernames/store.ts'
import { moveWallets } from '../../store/wallets/change.ts'
import { insertProof, proofEvidence } from '../../store/wallets/proofs.ts'
import { listWallets, makePrimary } from '../../store/wallets/store.ts'
import { planApplications } from './plan-applications.ts'

/** A merge that nothing is against, and who accepted it. */
export interface ReadyMerge {
  offer: MergesTable
  agreement: Agreement
  /** The wallet that agreed. */
  wallet: WalletsTable
  acceptedBy: AcceptedBy
}

/** Hold both people and the grants of the other before. @returns the merge */
export async function carryOutMerge(
  transaction: Transaction,
  { random, limits }: { random: Random; limits: Pick<Limits, 'mergeUndoSeconds'> },
  ready: ReadyMerge,
  now: number,
): Promise<MergesTable> {
  const { offer, agreement } = ready
  const direction = { from: offer.merged_person_id, to: offer.person_id }
  const { moved, ended } = await move(transaction, random, direction, now)
  await setStatus(transaction, direction.from, 'merged')
  const proofId = createIdentifier(random)
  await insertProof(transaction, agreement, {
    id: proofId,
    walletId: agreement.walletId,
    applicationId: null,
    now: offer.offered_at,
  })
  const merge = await markMerged(transaction, offer.id, {
    moved,
    now,
    undoUntil: now + limits.mergeUndoSeconds * 1000,
  })
  await appendEvents(transaction, random, now, [...merged({ ...ready, moved, proofId }), ...ended])
  for (const personId of [direction.from, direction.to])
    await endPendingOf(transaction, random, personId, { reason: 'one of the two was merged', now })
  return merge
}

async function move(
  transaction: Transaction,
  random: Random,
  direction: Direction,
  now: number,
): Promise<{ moved: Moved; ended: NewEvent[] }> {
  const { from, to } = direction
  const primary = (await listWallets(transaction, from)).find((wallet) => wallet.is_primary === 1)?.id ?? null
  const hadPrimary = (await listWallets(transaction, to)).some((wallet) => wallet.is_primary === 1)
  const wallets = await moveWallets(transaction, direction, 'all')
  if (!hadPrimary && primary !== null) await makePrimary(transaction, to, primary)
  const passkeys = await movePasskeys(transaction, direction, 'all')
  await forgetMemberships(transaction, [from])
  await noteWalletCame(transaction, to)
  await holdSessionsOf(transaction, [from, to])
  const applications = (await planApplications(transaction, to, from)).map(({ id, outcome }) => ({ id, outcome }))
  const going = new Set(applications.filter(({ outcome }) => outcome === 'moves').map(({ id }) => id))
  const grants = await moveGrants(transaction, direction, (grant) => going.has(grant.application_id))
  const ended = await endChosen(transaction, random, { personId: from, except: null }, 'identity-merged', now)
  const subjects = await takeSubjects(transaction, direction)
  const userName = await moveUserName(transaction, direction)
  const email = await moveEmail(transaction, direction)
  return {
    moved: { wallets, primary, passkeys, grants, subjects, userName, email, sessions: ended.length, applications },
    ended,
  }
}

type Line = ReadyMerge & { moved: Moved; proofId: string }

/** The log lines of a merge, one for each side. The message by which the other side agreed is evidence of theirs, and goes with them
 * should they be separated and then erased. */
const merged = ({ moved, agreement, proofId, wallet, offer, acceptedBy }: Line): NewEvent[] => [
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
      content: { mergeId: offer.id, address: shownAddress(wallet.address), ...proofEvidence(agreement) },
    },
  },
]
