// The claims about a person, by allowed scope (SPEC point 7). Only `wallet` and `proof` name a wallet, and no claim is invented: an email
// address is in one only where the person verified it or the application gets an alias (THREATS O11).
import { claimsByScope } from '@countersign/api/claims-by-scope'
import type { ChainFamilySettings, Caip10AccountIdServerSettings } from '../../chains/families/chain-family.ts'
import { formatCaip10AccountId, formatStoredWalletAddress } from '../../chains/families/chain-family-registry.ts'
import { sql } from 'kysely'
import { includesClaimsInIdToken } from '../../store/applications/claim-mapping.ts'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { WalletProofMethod } from '../../platform/database/database-column-types.ts'
import type { WalletsTable } from '../../platform/database/database-schema.ts'
import {
  isVerifiableWalletSql,
  canDiscloseWalletToApplication,
} from '../../store/grants/wallets-disclosable-to-application.ts'
import { isSignInWalletSql } from '../../store/wallets/linked-wallet-sql-condition.ts'
import { parseWalletProofMessageRow, walletProofMessageColumns } from '../../store/wallets/wallet-proof-record-store.ts'
import type { WalletProofMessageRow } from '../../store/wallets/wallet-proof-record-store.ts'
import type { OidcAuthorizationSnapshot, PersonProfile } from './find-valid-oidc-provider-records.ts'
import { readEmailClaimsOrCreateAlias } from './email-claim.ts'
import type { EmailAliasCreationOptions } from './email-claim.ts'
import { readDisclosedUsername } from './preferred-username-claim.ts'

/** Which claims each scope stands for, as the provider wants it; `null` for claims of the protocol itself. */
export const oidcProviderClaimsByScope = {
  acr: null,
  amr: null,
  auth_time: null,
  iss: null,
  sid: null,
  // The user name is told by a consent of its own (preferred-username-claim.ts), also where `profile` was withheld.
  openid: ['sub', 'acr', 'amr', 'auth_time', 'preferred_username'],
  ...claimsByScope,
} as const

/** The signed message, so that an application can check it without trusting this server. */
interface ProofClaim {
  message: string
  signature: string
}

/** Of a contract's proof: how it was asked, on which chain (CAIP-2) and at which block. At another block it may say something else. */
interface ContractProofClaim extends ProofClaim {
  method: WalletProofMethod
  chain: string
  block: { number: string; hash: string }
}

/** The wallet that an application is told, and the proof of it that it may be shown. */
interface DisclosedWallet extends Pick<WalletsTable, 'address' | 'chain_reference'> {
  /** The one that it has set for itself (ENS). */
  name: string | null
  proof: ProofClaim | ContractProofClaim | null
}

/**
 * A contract is named on its own chain: at its address on another can be somebody else's (THREATS S4). A plain key is the same
 * account on every chain of its family; CAIP-10 wants one to be named: Ethereum by convention, else the chain that the site is for.
 * @returns such as `eip155:1:0x7099…`
 */
const toWalletAccountId = (
  { address, chain_reference }: Pick<WalletsTable, 'address' | 'chain_reference'>,
  site: ChainFamilySettings,
): string => formatCaip10AccountId(address, chain_reference, site)

interface ClaimsRequest {
  queries: DatabaseQueryBuilder
  site: Caip10AccountIdServerSettings
  person: PersonProfile
  application: ApplicationRecord
  /** What the token stands on, where that was read already. */
  authorizationSnapshot: Pick<OidcAuthorizationSnapshot, 'grant' | 'username'> | undefined
  /** Makes aliases; null where none are made. */
  aliases: EmailAliasCreationOptions | null
  /** The session that the application was let in by. */
  sessionId: string
  /** Where the claims go to. */
  use: string
  scopes: ReadonlySet<string>
  /** The ids of the groups that the person belongs to. */
  groups: readonly string[]
  /** Milliseconds since 1970. */
  now: number
}

/** The claims of a person for one application; the provider leaves out what the scopes do not allow. */
export async function readPersonClaims({
  queries,
  site,
  person,
  application,
  authorizationSnapshot,
  aliases,
  sessionId,
  use,
  scopes,
  groups,
  now,
}: ClaimsRequest): Promise<Record<string, unknown>> {
  const subject = { sub: person.id }
  if (use !== 'userinfo' && !includesClaimsInIdToken(application.definition)) return subject
  const wallet =
    scopes.has('wallet') || scopes.has('proof')
      ? await findDisclosedWallet(queries, sessionId, application, now)
      : undefined
  return {
    ...subject,
    ...(scopes.has('profile') && describeProfileClaims(person, site.origin)),
    ...(await describePreferredUsername(
      { queries, person, application, authorizationSnapshot, scopes },
      scopes.has('wallet') ? wallet : undefined,
    )),
    ...(scopes.has('email') &&
      (await readEmailClaimsOrCreateAlias(queries, { personId: person.id, application, aliases }))),
    ...(scopes.has('wallet') && wallet !== undefined && describeWalletClaims(wallet, site)),
    ...(scopes.has('groups') && { groups: groups.toSorted() }),
    ...(scopes.has('proof') && wallet !== undefined && wallet.proof !== null && { proof: wallet.proof }),
  }
}

/** The name of a wallet tells the wallet, and so goes with it alone (THREATS O11). It is never who somebody is: another wallet can have
 * it tomorrow (THREATS P7). */
const describeWalletClaims = (wallet: DisclosedWallet, site: ChainFamilySettings): Record<string, unknown> => ({
  wallet: toWalletAccountId(wallet, site),
  wallets: [toWalletAccountId(wallet, site)],
  ...(wallet.name !== null && { wallet_name: wallet.name }),
})

/** A name only where there is one. The picture is kept as a path of this site. */
function describeProfileClaims(person: PersonProfile, origin: string): Record<string, string> {
  return {
    ...(person.display_name !== null && { name: person.display_name }),
    ...(person.picture_url !== null && { picture: new URL(person.picture_url, origin).href }),
    ...(person.locale !== null && { locale: person.locale }),
  }
}

/** What the application calls the person by, as it was set up: by their user name; or by their display name, or else by the wallet that they
 * share. */
async function describePreferredUsername(
  {
    queries,
    person,
    application,
    authorizationSnapshot,
    scopes,
  }: Pick<ClaimsRequest, 'queries' | 'person' | 'application' | 'authorizationSnapshot' | 'scopes'>,
  wallet: DisclosedWallet | undefined,
): Promise<Record<string, string>> {
  if (application.definition.preferredUsername === 'user-name') {
    const name = await readDisclosedUsername(queries, {
      personId: person.id,
      application,
      ground: authorizationSnapshot,
      given: scopes,
    })
    return name === null ? {} : { preferred_username: name }
  }
  if (!scopes.has('profile')) return {}
  const name =
    person.display_name ??
    (wallet === undefined ? undefined : (wallet.name ?? formatStoredWalletAddress(wallet.address)))
  return name === undefined ? {} : { preferred_username: name }
}

/**
 * The wallet that the person chose for this application, and the proof of it that this session has for the application. What was unlinked, or
 * belongs to somebody else by now, is neither told nor shown, and no other in its place (THREATS O18). Nor is a contract wallet that nobody
 * asks, unless the session is its own (THREATS S8).
 *
 * A consent that an instance of the release before took, beside this one, has no choice until its person comes again. There it is the wallet
 * of the proof, else the one that the session began with, else the primary one.
 */
const selectDisclosedWallet = prepareSqlQuery((queries, sessionId: string, applicationId: string, now: number) =>
  queries
    .selectFrom('sessions')
    .innerJoin('grants', (join) =>
      join
        .onRef('grants.person_id', '=', 'sessions.person_id')
        .on('grants.application_id', '=', applicationId)
        .on('grants.revoked_at', 'is', null),
    )
    .leftJoin('authorizations', (join) =>
      join
        .onRef('authorizations.session_id', '=', 'sessions.id')
        .on('authorizations.application_id', '=', applicationId),
    )
    .leftJoin('proofs as shown', 'shown.id', 'authorizations.proof_id')
    .innerJoin('wallets as told', (join) =>
      join
        .onRef('told.person_id', '=', 'sessions.person_id')
        .on(isSignInWalletSql('told'))
        .on((expression) =>
          expression.or([
            isVerifiableWalletSql(now, 'told'),
            expression('told.id', '=', expression.ref('sessions.wallet_id')),
          ]),
        )
        .on((expression) => expression('told.id', '=', expression.fn.coalesce('grants.wallet_id', legacyWalletChoice))),
    )
    .leftJoin('proofs', (join) =>
      join.onRef('proofs.id', '=', 'authorizations.proof_id').onRef('proofs.wallet_id', '=', 'told.id'),
    )
    .leftJoin('wallet_names', 'wallet_names.wallet_id', 'told.id')
    .select(['told.address', 'told.namespace', 'told.chain_reference', 'wallet_names.name'])
    .select([
      ...walletProofMessageColumns,
      'proofs.method',
      'proofs.chain_reference as proof_chain',
      'proofs.block_number',
      'proofs.block_hash',
    ])
    .where('sessions.id', '=', sessionId),
)

/** Of a consent without a choice. */
const legacyWalletChoice = sql<string>`case when grants.wallets_offered is null then coalesce(
  shown.wallet_id,
  sessions.wallet_id,
  (select first.id from wallets as first
    where first.person_id = sessions.person_id and first.is_primary = 1 and ${isSignInWalletSql('first')})
) end`

async function findDisclosedWallet(
  queries: DatabaseQueryBuilder,
  sessionId: string,
  application: ApplicationRecord,
  now: number,
): Promise<DisclosedWallet | undefined> {
  const [row] = await selectDisclosedWallet(queries, sessionId, application.id, now)
  // What it accepts can have been changed after the person chose.
  if (row === undefined || !canDiscloseWalletToApplication(application, row)) return undefined
  const { address, chain_reference, name } = row
  return { address, chain_reference, name, proof: describeProofClaim(row) }
}

/** The wallet that an application is told, as a resource is told it that the application calls. */
export async function findDisclosedWalletAccountId(
  queries: DatabaseQueryBuilder,
  site: ChainFamilySettings,
  sessionId: string,
  application: ApplicationRecord,
  now: number,
): Promise<string | undefined> {
  const wallet = await findDisclosedWallet(queries, sessionId, application, now)
  return wallet && toWalletAccountId(wallet, site)
}

type ProofRow = WalletProofMessageRow & {
  method: WalletProofMethod | null
  proof_chain: string | null
  block_number: string | null
  block_hash: string | null
}

function describeProofClaim(row: ProofRow): DisclosedWallet['proof'] {
  const { method, proof_chain: chain, block_number: number, block_hash: hash } = row
  const signed = parseWalletProofMessageRow(row)
  if (signed === null || method === null) return null
  const { message, signature } = signed
  if (chain === null || number === null || hash === null) return { message, signature }
  return { message, signature, method, chain: `eip155:${chain}`, block: { number, hash } }
}
