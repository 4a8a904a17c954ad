// Account merging: makes two identities one, as it was offered. Nothing of the offer is taken for granted: both people are held, and
// everything is looked up again.
import type { Limits } from '@countersign/api/limits'
import { shownAddress } from '../namespaces/namespaces.ts'
import { appendEvents } from '../../activity/append.ts'
import type { NewEvent } from '../../activity/append.ts'
import { forgetMemberships, noteWalletCame } from '../../chain/groups/memberships.ts'
import { holdGrants, moveGrants } from '../../protocol/grants/move.ts'
import { takeSubjects } from '../../protocol/openid/move-subjects.ts'
import { movePasskeys } from '../passkeys/store.ts'
import { findOffer, markMerged, readAgreement } from '../people/merges.ts'
import type { Agreement, Direction, Moved } from '../people/merges.ts'
import { setStatus } from '../people/store.ts'
import { hasOpenMerge } from '../people/ways-in.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import type { MergesTable, WalletsTable } from '../../platform/database/schema.ts'
import { createIdentifier } from '../../platform/identifier.ts'
import { Refusal } from '../../platform/refusal.ts'
import { endChosen } from '../sessions/end.ts'
import { holdSession, holdSessionsOf } from '../sessions/hold.ts'
import type { Holder } from '../sessions/hold.ts'
import { moveEmail } from '../email/store.ts'
import { moveUserName } from '../user-names/store.ts'
import { moveWallets } from '../wallets/change.ts'
import { isHeld } from '../wallets/linked.ts'
import { insertProof, proofEvidence } from '../wallets/proofs.ts'
import { findOwnWallet, listWallets, makePrimary } from '../wallets/store.ts'
import { holdBoth } from './hold-both.ts'
import { judgeMerge } from './judge-merge.ts'
import { planApplications } from './plan-applications.ts'

interface World {
  queries: Queries
  random: Random
  limits: Pick<Limits, 'walletsPerPerson' | 'passkeysPerPerson' | 'mergeUndoSeconds'>
}

/** Who accepts which offer, and from where. */
export interface Acceptance {
  signedIn: Holder
  id: string
  networkPrefix: string
  userAgent: string
  now: number
}

/**
 * @returns the merge
 * @throws Refusal `session.required`, `merge.unusable`, `merge.open`, `merge.impossible`; the database's errors
 */
export async function acceptMerge(world: World, acceptance: Acceptance): Promise<MergesTable> {
  const { random, limits } = world
  const { now } = acceptance
  return world.queries.transaction().execute(async (transaction) => {
    const { offer, agreement, wallet } = await holdOffer(world, transaction, acceptance)
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
    await appendEvents(transaction, random, now, [
      ...merged({ moved, agreement, proofId, wallet, offer, ...acceptance }),
      ...ended,
    ])
    return merge
  })
}

/** Holds both people, and makes sure that the offer still holds. */
async function holdOffer(
  { limits }: World,
  transaction: Transaction,
  { signedIn, id, now }: Acceptance,
): Promise<{ offer: MergesTable; agreement: Agreement; wallet: WalletsTable }> {
  const personId = signedIn.person.id
  const found = await findOffer(transaction, personId, id, now)
  if (found === undefined) throw new Refusal('merge.unusable')
  const other = await holdBoth(transaction, personId, found.merged_person_id)
  await holdGrants(transaction, found.merged_person_id)
  await holdSession(transaction, signedIn.session)
  // Another request can have accepted or replaced it since.
  const offer = await findOffer(transaction, personId, id, now)
  if (offer === undefined) throw new Refusal('merge.unusable')
  if (await hasOpenMerge(transaction, personId, now)) throw new Refusal('merge.open')
  const obstacle = await judgeMerge(transaction, limits, { personId, other, now })
  if (obstacle !== null) throw new Refusal('merge.impossible', { privateDetail: obstacle })
  const agreement = readAgreement(offer)
  // A wallet that was unlinked since does not speak for the other identity any more.
  const wallet = await findOwnWallet(transaction, offer.merged_person_id, agreement.walletId)
  if (wallet === undefined) throw new Refusal('merge.impossible', { privateDetail: 'the wallet that agreed has left' })
  if (isHeld(wallet)) throw new Refusal('merge.impossible', { privateDetail: 'the wallet that agreed is held' })
  return { offer, agreement, wallet }
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

type Line = Acceptance & {
  moved: Moved
  agreement: Agreement
  proofId: string
  wallet: WalletsTable
  offer: MergesTable
}

/** The log lines of a merge, one for each side. The message by which the other side agreed is evidence of theirs, and goes with them
 * should they be separated and then erased. */
const merged = ({ moved, agreement, proofId, wallet, offer, signedIn, networkPrefix, userAgent }: Line): NewEvent[] => [
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
        sessionId: signedIn.session.id,
        networkPrefix,
        userAgent,
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
