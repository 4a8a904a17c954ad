// Which wallet an application knows: one of a person's, chosen by them, and told until they choose another. An application that learned a
// second one would know that both are one person (THREATS O18), so that none is told in its place, also where it was unlinked.
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { GrantsTable } from '../../platform/database/database-schema.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'

/** What a consent remembers of it. */
export interface DisclosedWallet {
  walletId: string | null
  featuredWallets: readonly string[] | null
}

/** The answer of a person, or what takes its place where a consent is older than the question. */
export interface DisclosedWalletSelection {
  /** Null where the person has no wallet that could be told. */
  walletId: string | null
  /** The wallet by which they were signed in; null by a passkey. */
  signedInWith: string | null
  /** What was remembered before. */
  before: DisclosedWallet | undefined
}

/** Whether what is allowed tells the wallet: the signed message names it. */
export const includesWalletDisclosingScope = (scopes: Iterable<string>): boolean =>
  [...scopes].some((scope) => scope === 'wallet' || scope === 'proof')

/** Whether nobody has chosen yet: the consent was given to a release that did not ask. */
export const isWalletDisclosureUndecided = ({ walletId, featuredWallets }: DisclosedWallet): boolean =>
  walletId === null && featuredWallets === null

/** Whether a person who signed in with this wallet was asked already whether it is to be known in place of the one that is. */
export const wasWalletOfferedAtConsent = (
  { walletId, featuredWallets }: DisclosedWallet,
  signedInWith: string,
): boolean => signedInWith === walletId || (featuredWallets ?? []).includes(signedInWith)

/** A choice as it is stored. There are no more wallets in it than a person signed in with, one at a time, and can link. */
export function toStoredDisclosedWalletSelection({
  walletId,
  signedInWith,
  before,
}: DisclosedWalletSelection): Pick<GrantsTable, 'wallet_id' | 'wallets_offered'> {
  const asked = [...(before?.featuredWallets ?? []), before?.walletId, walletId, signedInWith]
  const known = asked.filter((id): id is string => typeof id === 'string')
  return { wallet_id: walletId, wallets_offered: JSON.stringify([...new Set(known)].slice(-maxOfferedWallets)) }
}

/** Wallets that were linked and unlinked again and again are forgotten, and asked about once more. */
const maxOfferedWallets = 100

const updateSharedWallet = prepareSqlQuery(
  (queries, id: string, walletId: string | null, walletsAsked: string | null) =>
    queries.updateTable('grants').set({ wallet_id: walletId, wallets_offered: walletsAsked }).where('id', '=', id),
)

/**
 * Remembers which wallet an application is to know.
 * @param id of a consent that the transaction holds, or whose person it holds
 * @returns what is remembered now
 */
export async function saveDisclosedWalletSelection(
  transaction: DatabaseTransaction,
  id: string,
  choice: DisclosedWalletSelection,
): Promise<DisclosedWallet> {
  const { wallet_id, wallets_offered } = toStoredDisclosedWalletSelection(choice)
  await updateSharedWallet(transaction, id, wallet_id, wallets_offered)
  return { walletId: wallet_id, featuredWallets: JSON.parse(wallets_offered ?? '[]') as string[] }
}
