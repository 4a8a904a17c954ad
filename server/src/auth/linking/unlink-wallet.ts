// Unlinks a wallet: it signs in as this person no longer, and what it began ends, here and at every application.
import { shownAddress } from '../../chains/families/namespaces.ts'
import { appendEvents } from '../../audit-log/append.ts'
import { noteWalletLeft } from '../../groups/membership/memberships.ts'
import { holdForRemoval } from '../../store/people/ways-in.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import type { WalletsTable } from '../../platform/database/schema.ts'
import { Refusal } from '../../platform/refusal.ts'
import { endChosen } from '../../store/sessions/end.ts'
import { forgetKnownBy } from '../../store/sessions/forget-browsers.ts'
import { holdSignedIn } from '../../store/sessions/hold.ts'
import type { Holder } from '../../store/sessions/hold.ts'
import { markUnlinked } from '../../store/wallets/change.ts'
import { isHeld } from '../../store/wallets/linked.ts'
import { describeIdentity, ensurePrimary, findOwnWallet } from '../../store/wallets/store.ts'

/** Who unlinks which wallet. */
export interface Unlinking {
  signedIn: Holder
  id: string
  now: number
}

/**
 * @throws Refusal `session.required`, `wallet.not_found`, `merge.open`, `way_in.last`; the database's errors
 */
export async function unlinkWallet(
  { queries, random }: { queries: Queries; random: Random },
  { signedIn, id, now }: Unlinking,
): Promise<void> {
  const personId = signedIn.person.id
  await queries.transaction().execute(async (transaction) => {
    await holdSignedIn(transaction, signedIn)
    const wallet = await findOwnWallet(transaction, personId, id)
    if (wallet === undefined) throw new Refusal('wallet.not_found')
    await holdForRemoval(transaction, personId, now, !isHeld(wallet))
    await takeWallet(transaction, random, wallet, now, { sessionId: signedIn.session.id })
  })
}

/**
 * Takes a wallet from a person whom the transaction holds, with the sessions that it began.
 * @param said what the line of the log has of who does it
 * @param details what stands in the line for ever
 */
export async function takeWallet(
  transaction: Transaction,
  random: Random,
  wallet: WalletsTable,
  now: number,
  said: Record<string, unknown>,
  details: Record<string, string> = {},
): Promise<void> {
  const { id, person_id: personId } = wallet
  await markUnlinked(transaction, wallet, now)
  await ensurePrimary(transaction, personId)
  await noteWalletLeft(transaction, personId, now)
  const ended = await endChosen(transaction, random, { walletId: id }, 'wallet-unlinked', now)
  await forgetKnownBy(transaction, personId, { walletIds: [id] })
  await appendEvents(transaction, random, now, [
    {
      type: 'wallet.unlinked',
      outcome: 'success',
      details: {
        ...describeIdentity({
          namespace: wallet.namespace,
          kind: wallet.kind,
          chainReference: wallet.chain_reference,
        }),
        ...details,
      },
      evidence: {
        personId,
        content: {
          walletId: id,
          address: shownAddress(wallet.address),
          ...(wallet.label !== null && { label: wallet.label }),
          ...said,
        },
      },
    },
    ...ended,
  ])
}
