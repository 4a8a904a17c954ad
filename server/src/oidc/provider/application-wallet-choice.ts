// A person is asked once about another wallet, and never with `prompt=none` (THREATS O18).
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

export interface WalletChoiceRequirement {
  isRequired: boolean
  /** The ID of the wallet that would be disclosed now; null if none. */
  walletToShare: string | null
}

/** `isSilent`: whether the person cannot be asked (`prompt=none`). */
export async function evaluateWalletChoiceRequirement(
  queries: DatabaseQueryBuilder,
  { person, session }: AuthenticatedSession,
  application: Pick<ApplicationRecord, 'definition'>,
  grant: StoredConsentGrant | undefined,
  { isSilent, now }: { isSilent: boolean; now: number },
): Promise<WalletChoiceRequirement> {
  const signedInWith = session.wallet_id
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

/** Keeps disclosing the same wallet: this sign-in's, or for a passkey the primary one. */
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

/** Null if no requested scope discloses a wallet. */
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

/** Requires the person's lock. @throws ApiError `wallet.not_found` if `chosen` is not allowed */
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

export const createDisclosedWalletAuditEvents = (
  personId: string,
  applicationId: string,
  choice: Omit<DisclosedWalletSelection, 'before'> | null,
  before: DisclosedWallet | undefined,
): NewAuditEvent[] =>
  choice === null || choice.walletId === null || before?.walletId == null || before.walletId === choice.walletId
    ? []
    : [createApplicationGrantWalletChangedEvent(personId, applicationId, choice.walletId)]

/** Address to sign in with if the application needs a proof of the wallet it knows; null if not. */
export async function findExpectedWalletAddress(
  queries: DatabaseQueryBuilder,
  signedIn: AuthenticatedSession | null,
  prompt: { name: string; reasons?: readonly string[] },
  before: StoredConsentGrant | undefined,
): Promise<string | null> {
  const needsProof = prompt.reasons?.some((reason) => reason === 'proof_of_another' || reason === 'proof_unbound')
  if (signedIn === null || before?.walletId == null || needsProof !== true) return null
  const wallet = await findOwnWallet(queries, signedIn.person.id, before.walletId)
  return wallet === undefined || wallet.id === signedIn.session.wallet_id
    ? null
    : formatStoredWalletAddress(wallet.address)
}
