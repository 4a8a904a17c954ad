// Which wallet an application is to know: what is offered to the person, what they chose, and when they are asked again. The wallet that an
// application knows goes on being told without a question. Who signs in with another is asked once whether it shall be known instead, and where
// nobody can be asked (`prompt=none`) nothing changes (THREATS O18).
import type { ServerLimitValues } from '@countersign/api/server-limits'
import type { ApiApplicationWalletChoices } from '@countersign/api/api-endpoints'
import { formatStoredWalletAddress } from '../../chains/families/chain-family-registry.ts'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { createApplicationGrantWalletChangedEvent } from './change-application-grant-wallet.ts'
import {
  isWalletDisclosureUndecided,
  saveDisclosedWalletSelection,
  includesWalletDisclosingScope,
  wasWalletOfferedAtConsent,
} from '../../store/grants/wallet-disclosed-to-application.ts'
import type { DisclosedWallet, DisclosedWalletSelection } from '../../store/grants/wallet-disclosed-to-application.ts'
import type { StoredConsentGrant } from '../../store/grants/consent-grant-store.ts'
import {
  findUnverifiableDisclosedWallet,
  canDiscloseWalletToApplication,
  listWalletsDisclosableToApplication,
} from '../../store/grants/wallets-disclosable-to-application.ts'
import type { ChainSettings } from '../../platform/chain-settings.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { AuthenticatedSession } from '../../auth/session-guard/require-request-session.ts'
import { describeWalletForApiResponse, findOwnWallet } from '../../store/wallets/wallet-store.ts'
import type { WalletWithEnsName } from '../../store/wallets/wallet-store.ts'

/** What stands between a person and an application that asks for their wallet. */
export interface WalletChoiceRequirement {
  /** Whether the person has to be asked. */
  isRequired: boolean
  /** The wallet that would be told now; null where none would. */
  walletToShare: string | null
}

/**
 * Whether to ask who is signed in. It costs a query only where they signed in with something else than the wallet that is known.
 * @param isSilent whether nobody can be asked
 */
export async function evaluateWalletChoiceRequirement(
  queries: DatabaseQueryBuilder,
  { person, session }: AuthenticatedSession,
  application: Pick<ApplicationRecord, 'definition'>,
  grant: StoredConsentGrant | undefined,
  { isSilent, now }: { isSilent: boolean; now: number },
): Promise<WalletChoiceRequirement> {
  const signedInWith = session.wallet_id
  // Without a consent there is a question anyway; one that nobody has decided yet is decided by this sign-in.
  if (grant === undefined || !includesWalletDisclosingScope(grant.scopes) || isWalletDisclosureUndecided(grant))
    return { isRequired: false, walletToShare: signedInWith }
  if (signedInWith !== null && signedInWith === grant.walletId)
    return { isRequired: false, walletToShare: signedInWith }
  const known = grant.walletId === null ? undefined : await findOwnWallet(queries, person.id, grant.walletId)
  if (known === undefined || !canDiscloseWalletToApplication(application, known)) {
    const tellable = await listWalletsDisclosableToApplication(queries, person.id, application, [signedInWith], now)
    return { isRequired: tellable.length > 0, walletToShare: signedInWith }
  }
  const isRequired = !isSilent && signedInWith !== null && !wasWalletOfferedAtConsent(grant, signedInWith)
  return { isRequired, walletToShare: isRequired ? signedInWith : grant.walletId }
}

/**
 * Decides for a consent that is older than the question: the wallet of this sign-in, or for a passkey the primary one, as it was told until now.
 * @param grant held by this transaction
 */
export async function chooseWalletForOlderConsent(
  transaction: DatabaseTransaction,
  { person, session }: AuthenticatedSession,
  application: Pick<ApplicationRecord, 'definition'>,
  grant: StoredConsentGrant,
  now: number,
): Promise<StoredConsentGrant> {
  if (!includesWalletDisclosingScope(grant.scopes) || !isWalletDisclosureUndecided(grant)) return grant
  const signedInWith = session.wallet_id
  const [first] =
    signedInWith === null ? await listWalletsDisclosableToApplication(transaction, person.id, application, [], now) : []
  const choice: DisclosedWalletSelection = { walletId: signedInWith ?? first?.id ?? null, signedInWith, before: grant }
  return { ...grant, ...(await saveDisclosedWalletSelection(transaction, grant.id, choice)) }
}

/** What a person is offered: their wallets, and the one that is told where they choose none. */
function getOfferedWallets(
  wallets: readonly WalletWithEnsName[],
  known: DisclosedWallet | undefined,
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
export async function describeDisclosableWalletOptions(
  {
    queries,
    chains,
    limits,
    now,
  }: {
    queries: DatabaseQueryBuilder
    chains: readonly ChainSettings[]
    limits: Pick<ServerLimitValues, 'walletHoldSeconds'>
    now: number
  },
  { person, session }: AuthenticatedSession,
  application: Pick<ApplicationRecord, 'definition'>,
  scopes: readonly string[],
  before: StoredConsentGrant | undefined,
): Promise<ApiApplicationWalletChoices | null> {
  if (!includesWalletDisclosingScope(scopes)) return null
  const wallets = await listWalletsDisclosableToApplication(
    queries,
    person.id,
    application,
    [session.wallet_id, before?.walletId],
    now,
  )
  const signedInWith = session.wallet_id
  const { knownId, firstId } = getOfferedWallets(wallets, before, signedInWith)
  return {
    wallets: wallets.map((wallet) => describeWalletForApiResponse(wallet, { chains, limits })),
    known: before !== undefined && includesWalletDisclosingScope(before.scopes) ? knownId : null,
    chosen: firstId,
    paused: await findUnverifiableDisclosedWallet(queries, person.id, application, knownId, signedInWith, now),
    signedInWith,
  }
}

/**
 * What a person chose, whom the transaction holds.
 * @param scopes that they allow
 * @param chosen the wallet of their answer; undefined where the page is of a release that does not ask
 * @returns null where no wallet is told
 * @throws ApiError `wallet.not_found` where it cannot be told, or is not theirs (any more)
 */
export async function resolveDisclosedWalletChoice(
  transaction: DatabaseTransaction,
  { person, session }: AuthenticatedSession,
  application: Pick<ApplicationRecord, 'definition'>,
  scopes: readonly string[],
  { before, chosen, now }: { before: DisclosedWallet | undefined; chosen: string | undefined; now: number },
): Promise<Omit<DisclosedWalletSelection, 'before'> | null> {
  if (!includesWalletDisclosingScope(scopes)) return null
  const wallets = await listWalletsDisclosableToApplication(
    transaction,
    person.id,
    application,
    [session.wallet_id, before?.walletId],
    now,
  )
  if (chosen !== undefined && !wallets.some(({ id }) => id === chosen)) throw new ApiError('wallet.not_found')
  const walletId = chosen ?? getOfferedWallets(wallets, before, session.wallet_id).firstId
  return { walletId, signedInWith: session.wallet_id }
}

/** The log line of a choice, where another wallet was known before. */
export const createDisclosedWalletAuditEvents = (
  personId: string,
  applicationId: string,
  choice: Omit<DisclosedWalletSelection, 'before'> | null,
  before: DisclosedWallet | undefined,
): NewAuditEvent[] =>
  choice === null || choice.walletId === null || before?.walletId == null || before.walletId === choice.walletId
    ? []
    : [createApplicationGrantWalletChangedEvent(personId, applicationId, choice.walletId)]

/** The wallet to sign in with where an application is to be shown the message of the one that it knows; null where nothing hangs on it. */
export async function findExpectedWalletAddress(
  queries: DatabaseQueryBuilder,
  signedIn: AuthenticatedSession | null,
  prompt: { name: string; reasons?: readonly string[] },
  before: StoredConsentGrant | undefined,
): Promise<string | null> {
  if (signedIn === null || before?.walletId == null || prompt.reasons?.includes('proof_of_another') !== true)
    return null
  const wallet = await findOwnWallet(queries, signedIn.person.id, before.walletId)
  return wallet === undefined || wallet.id === signedIn.session.wallet_id
    ? null
    : formatStoredWalletAddress(wallet.address)
}
