// Which wallet an application is to know: what is offered to the person, what they chose, and when they are asked again. The wallet that an
// application knows goes on being told without a question. Who signs in with another is asked once whether it shall be known instead, and where
// nobody can be asked (`prompt=none`) nothing changes (THREATS O18).
import type { Limits } from '@countersign/api/limits'
import type { WalletOffer } from '@countersign/api/calls'
import { shownAddress } from '../../chains/families/namespaces.ts'
import type { ApplicationRecord } from '../../store/applications/store.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import { walletChanged } from './change-wallet.ts'
import { isUndecided, rememberWallet, tellsWallet, wasAsked } from '../../store/grants/known-wallet.ts'
import type { KnownWallet, WalletChoice } from '../../store/grants/known-wallet.ts'
import type { RememberedGrant } from '../../store/grants/store.ts'
import { findPaused, isToldOf, listTellable } from '../../store/grants/tellable.ts'
import type { ChainSettings } from '../../platform/chain-settings.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { SignedIn } from '../../auth/session-guard/require-session.ts'
import { describeWallet, findOwnWallet } from '../../store/wallets/store.ts'
import type { NamedWallet } from '../../store/wallets/store.ts'

/** What stands between a person and an application that asks for their wallet. */
export interface WalletQuestion {
  /** Whether the person has to be asked. */
  isOpen: boolean
  /** The wallet that would be told now; null where none would. */
  wouldTell: string | null
}

/**
 * Whether to ask who is signed in. It costs a query only where they signed in with something else than the wallet that is known.
 * @param isSilent whether nobody can be asked
 */
export async function judgeWallet(
  queries: Queries,
  { person, session }: SignedIn,
  application: Pick<ApplicationRecord, 'definition'>,
  grant: RememberedGrant | undefined,
  { isSilent, now }: { isSilent: boolean; now: number },
): Promise<WalletQuestion> {
  const signedInWith = session.wallet_id
  // Without a consent there is a question anyway; one that nobody has decided yet is decided by this sign-in.
  if (grant === undefined || !tellsWallet(grant.scopes) || isUndecided(grant))
    return { isOpen: false, wouldTell: signedInWith }
  if (signedInWith !== null && signedInWith === grant.walletId) return { isOpen: false, wouldTell: signedInWith }
  const known = grant.walletId === null ? undefined : await findOwnWallet(queries, person.id, grant.walletId)
  if (known === undefined || !isToldOf(application, known)) {
    const tellable = await listTellable(queries, person.id, application, [signedInWith], now)
    return { isOpen: tellable.length > 0, wouldTell: signedInWith }
  }
  const isOpen = !isSilent && signedInWith !== null && !wasAsked(grant, signedInWith)
  return { isOpen, wouldTell: isOpen ? signedInWith : grant.walletId }
}

/**
 * Decides for a consent that is older than the question: the wallet of this sign-in, or for a passkey the primary one, as it was told until now.
 * @param grant held by this transaction
 */
export async function decideOldConsent(
  transaction: Transaction,
  { person, session }: SignedIn,
  application: Pick<ApplicationRecord, 'definition'>,
  grant: RememberedGrant,
  now: number,
): Promise<RememberedGrant> {
  if (!tellsWallet(grant.scopes) || !isUndecided(grant)) return grant
  const signedInWith = session.wallet_id
  const [first] = signedInWith === null ? await listTellable(transaction, person.id, application, [], now) : []
  const choice: WalletChoice = { walletId: signedInWith ?? first?.id ?? null, signedInWith, before: grant }
  return { ...grant, ...(await rememberWallet(transaction, grant.id, choice)) }
}

/** What a person is offered: their wallets, and the one that is told where they choose none. */
function offerOf(
  wallets: readonly NamedWallet[],
  known: KnownWallet | undefined,
  signedInWith: string | null,
): { knownId: string | null; firstId: string | null } {
  const among = (id: string | null | undefined): string | null =>
    wallets.some((wallet) => wallet.id === id) ? (id ?? null) : null
  const knownId = among(known?.walletId)
  return { knownId, firstId: knownId ?? among(signedInWith) ?? wallets[0]?.id ?? null }
}

/**
 * The wallets that an application can be told of, for the page on which it asks.
 * @param scopes that it asks for
 * @returns null where it asks for no wallet
 */
export async function describeWalletOffer(
  {
    queries,
    chains,
    limits,
    now,
  }: { queries: Queries; chains: readonly ChainSettings[]; limits: Pick<Limits, 'heldWalletSeconds'>; now: number },
  { person, session }: SignedIn,
  application: Pick<ApplicationRecord, 'definition'>,
  scopes: readonly string[],
  before: RememberedGrant | undefined,
): Promise<WalletOffer | null> {
  if (!tellsWallet(scopes)) return null
  const wallets = await listTellable(queries, person.id, application, [session.wallet_id, before?.walletId], now)
  const signedInWith = session.wallet_id
  const { knownId, firstId } = offerOf(wallets, before, signedInWith)
  return {
    wallets: wallets.map((wallet) => describeWallet(wallet, { chains, limits })),
    known: before !== undefined && tellsWallet(before.scopes) ? knownId : null,
    chosen: firstId,
    paused: await findPaused(queries, person.id, application, knownId, signedInWith, now),
    signedInWith,
  }
}

/**
 * What a person chose, whom the transaction holds.
 * @param scopes that they allow
 * @param chosen the wallet of their answer; undefined where the page is of a release that does not ask
 * @returns null where no wallet is told
 * @throws Refusal `wallet.not_found` where it cannot be told, or is not theirs (any more)
 */
export async function takeWalletChoice(
  transaction: Transaction,
  { person, session }: SignedIn,
  application: Pick<ApplicationRecord, 'definition'>,
  scopes: readonly string[],
  { before, chosen, now }: { before: KnownWallet | undefined; chosen: string | undefined; now: number },
): Promise<Omit<WalletChoice, 'before'> | null> {
  if (!tellsWallet(scopes)) return null
  const wallets = await listTellable(transaction, person.id, application, [session.wallet_id, before?.walletId], now)
  if (chosen !== undefined && !wallets.some(({ id }) => id === chosen)) throw new Refusal('wallet.not_found')
  const walletId = chosen ?? offerOf(wallets, before, session.wallet_id).firstId
  return { walletId, signedInWith: session.wallet_id }
}

/** The log line of a choice, where another wallet was known before. */
export const choiceEvents = (
  personId: string,
  applicationId: string,
  choice: Omit<WalletChoice, 'before'> | null,
  before: KnownWallet | undefined,
): NewEvent[] =>
  choice === null || choice.walletId === null || before?.walletId == null || before.walletId === choice.walletId
    ? []
    : [walletChanged(personId, applicationId, choice.walletId)]

/** The wallet to sign in with where an application is to be shown the message of the one that it knows; null where nothing hangs on it. */
export async function awaitedAddress(
  queries: Queries,
  signedIn: SignedIn | null,
  prompt: { name: string; reasons?: readonly string[] },
  before: RememberedGrant | undefined,
): Promise<string | null> {
  if (signedIn === null || before?.walletId == null || prompt.reasons?.includes('proof_of_another') !== true)
    return null
  const wallet = await findOwnWallet(queries, signedIn.person.id, before.walletId)
  return wallet === undefined || wallet.id === signedIn.session.wallet_id ? null : shownAddress(wallet.address)
}
