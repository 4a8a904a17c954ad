// A contract wallet that has changed hands is held: it signs nobody in, is told to nobody, and waits until another way of its person confirms it
// (decision 0042, THREATS S12). What hung on it ends at once.
import { shownAddress } from '../../chains/families/namespaces.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import { noteWalletLeft } from '../../groups/membership/memberships.ts'
import { countWaysIn } from '../../store/people/ways-in.ts'
import type { Random } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import type { WalletsTable } from '../../platform/database/schema.ts'
import { endChosen } from '../../store/sessions/end.ts'
import { forgetKnownBy } from '../../store/sessions/forget-browsers.ts'
import { markHeld } from '../../store/wallets/change.ts'
import { describeIdentity, ensurePrimary } from '../../store/wallets/store.ts'

/** Whether its person has another way in. A contract that is the only one is the identity itself, whoever controls it. Hold the person before. */
export const hasAnotherWay = async (
  transaction: Transaction,
  { person_id }: Pick<WalletsTable, 'person_id'>,
): Promise<boolean> => (await countWaysIn(transaction, person_id)) > 1

/** Holds a wallet that is not held yet. Hold the person before. @returns the log lines, to be appended last */
export async function holdWallet(
  transaction: Transaction,
  random: Random,
  wallet: WalletsTable,
  now: number,
): Promise<NewEvent[]> {
  const { id, person_id: personId } = wallet
  await markHeld(transaction, id, now)
  await ensurePrimary(transaction, personId)
  await noteWalletLeft(transaction, personId, now)
  const ended = await endChosen(transaction, random, { walletId: id }, 'wallet-no-longer-valid', now)
  await forgetKnownBy(transaction, personId, { walletIds: [id] })
  return [custodyEvent('wallet.held', wallet), ...ended]
}

/** A log line about the control over a wallet. */
export const custodyEvent = (
  type: 'wallet.held' | 'wallet.changed' | 'wallet.confirmed',
  { id, person_id: personId, namespace, kind, chain_reference: chainReference, address }: WalletsTable,
  more: Record<string, unknown> = {},
): NewEvent => ({
  type,
  outcome: 'success',
  details: describeIdentity({ namespace, kind, chainReference }),
  evidence: { personId, content: { walletId: id, address: shownAddress(address), ...more } },
})
