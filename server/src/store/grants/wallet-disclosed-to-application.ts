// This wallet never changes automatically: a second one could be linked to it (THREATS O18).
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { GrantsTable } from '../../platform/database/database-schema.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'

export interface DisclosedWallet {
  walletId: string | null
  featuredWallets: readonly string[] | null
}

export interface DisclosedWalletSelection {
  /** Null if no wallet can be disclosed. */
  walletId: string | null
  /** Null for a passkey sign-in. */
  signedInWith: string | null
  before: DisclosedWallet | undefined
}

/** `proof` also discloses the wallet, because the signed message contains the address. */
export const includesWalletDisclosingScope = (scopes: Iterable<string>): boolean =>
  [...scopes].some((scope) => scope === 'wallet' || scope === 'proof')

/** True for consents given in releases that had no wallet choice. */
export const isWalletDisclosureUndecided = ({ walletId, featuredWallets }: DisclosedWallet): boolean =>
  walletId === null && featuredWallets === null

export const wasWalletOfferedAtConsent = (
  { walletId, featuredWallets }: DisclosedWallet,
  signedInWith: string,
): boolean => signedInWith === walletId || (featuredWallets ?? []).includes(signedInWith)

export function toStoredDisclosedWalletSelection({
  walletId,
  signedInWith,
  before,
}: DisclosedWalletSelection): Pick<GrantsTable, 'wallet_id' | 'wallets_offered'> {
  const asked = [...(before?.featuredWallets ?? []), before?.walletId, walletId, signedInWith]
  const known = asked.filter((id): id is string => typeof id === 'string')
  return { wallet_id: walletId, wallets_offered: JSON.stringify([...new Set(known)].slice(-maxOfferedWallets)) }
}

/** Beyond this number, the oldest wallets are forgotten and offered again. */
const maxOfferedWallets = 100

const updateSharedWallet = prepareSqlQuery(
  (queries, id: string, walletId: string | null, walletsAsked: string | null) =>
    queries.updateTable('grants').set({ wallet_id: walletId, wallets_offered: walletsAsked }).where('id', '=', id),
)

/** Requires the grant or person row lock. */
export async function saveDisclosedWalletSelection(
  transaction: DatabaseTransaction,
  id: string,
  choice: DisclosedWalletSelection,
): Promise<DisclosedWallet> {
  const { wallet_id, wallets_offered } = toStoredDisclosedWalletSelection(choice)
  await updateSharedWallet(transaction, id, wallet_id, wallets_offered)
  return { walletId: wallet_id, featuredWallets: JSON.parse(wallets_offered ?? '[]') as string[] }
}
