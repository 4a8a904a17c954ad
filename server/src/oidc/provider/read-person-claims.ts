// Only `wallet` and `proof` reveal a wallet (SPEC point 7, THREATS O11).
import { claimsByScope } from '@countersign/api/claims-by-scope'
import type { ChainFamilySettings, Caip10AccountIdServerSettings } from '../../chains/families/chain-family.ts'
import { formatCaip10AccountId, formatStoredWalletAddress } from '../../chains/families/chain-family-registry.ts'
import { sql } from 'kysely'
import { includesClaimsInIdToken } from '../../store/applications/claim-mapping.ts'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { KeyOrContractWalletKind, WalletProofMethod } from '../../platform/database/database-column-types.ts'
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

/** `null` marks claims of the protocol itself. */
export const oidcProviderClaimsByScope = {
  acr: null,
  amr: null,
  auth_time: null,
  iss: null,
  sid: null,
  // The user name has its own consent item (preferred-username-claim.ts), without `profile` too.
  openid: ['sub', 'acr', 'amr', 'auth_time', 'preferred_username'],
  ...claimsByScope,
} as const

/** Lets an application verify the signature without trusting this server. */
interface ProofClaim {
  message: string
  signature: string
}

/** Includes chain (CAIP-2) and block: at another block, the contract can answer differently. */
interface ContractProofClaim extends ProofClaim {
  method: WalletProofMethod
  chain: string
  block: { number: string; hash: string }
}

interface DisclosedWallet extends Pick<WalletsTable, 'address' | 'chain_reference' | 'kind'> {
  name: string | null
  proof: ProofClaim | ContractProofClaim | null
}

/** Uses a contract's own chain (CAIP-10); elsewhere, others may own its address (THREATS S4). */
const toWalletAccountId = (
  { address, chain_reference }: Pick<WalletsTable, 'address' | 'chain_reference'>,
  site: ChainFamilySettings,
): string => formatCaip10AccountId(address, chain_reference, site)

interface ClaimsRequest {
  queries: DatabaseQueryBuilder
  site: Caip10AccountIdServerSettings
  person: PersonProfile
  application: ApplicationRecord
  authorizationSnapshot: Pick<OidcAuthorizationSnapshot, 'grant' | 'username'> | undefined
  aliases: EmailAliasCreationOptions | null
  sessionId: string
  /** The only proof to disclose: empty for none, undefined for that of the authorization. */
  boundProofId?: string | undefined
  use: string
  scopes: ReadonlySet<string>
  groups: readonly string[]
  /** Epoch milliseconds. */
  now: number
}

export async function readPersonClaims({
  queries,
  site,
  person,
  application,
  authorizationSnapshot,
  aliases,
  sessionId,
  boundProofId,
  use,
  scopes,
  groups,
  now,
}: ClaimsRequest): Promise<Record<string, unknown>> {
  const subject = { sub: person.id }
  if (use !== 'userinfo' && !includesClaimsInIdToken(application.definition)) return subject
  const wallet =
    scopes.has('wallet') || scopes.has('proof')
      ? await findDisclosedWallet(queries, sessionId, application, now, boundProofId)
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

/** The name reveals the wallet (THREATS O11), but identifies no person (THREATS P7). */
const describeWalletClaims = (wallet: DisclosedWallet, site: ChainFamilySettings): Record<string, unknown> => ({
  wallet: toWalletAccountId(wallet, site),
  wallets: [toWalletAccountId(wallet, site)],
  wallet_kind: wallet.kind,
  ...(wallet.name !== null && { wallet_name: wallet.name }),
})

function describeProfileClaims(person: PersonProfile, origin: string): Record<string, string> {
  return {
    ...(person.display_name !== null && { name: person.display_name }),
    ...(person.picture_url !== null && { picture: new URL(person.picture_url, origin).href }),
    ...(person.locale !== null && { locale: person.locale }),
  }
}

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

// An unlinked wallet is not replaced (THREATS O18). An unverified contract wallet is disclosed only
// in its own session (THREATS S8).
const selectDisclosedWallet = prepareSqlQuery(
  (queries, sessionId: string, applicationId: string, now: number, boundProofId: string | null) =>
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
      .innerJoin('wallets as disclosed', (join) =>
        join
          .onRef('disclosed.person_id', '=', 'sessions.person_id')
          .on(isSignInWalletSql('disclosed'))
          .on((expression) =>
            expression.or([
              isVerifiableWalletSql(now, 'disclosed'),
              expression('disclosed.id', '=', expression.ref('sessions.wallet_id')),
            ]),
          )
          .on((expression) =>
            expression('disclosed.id', '=', expression.fn.coalesce('grants.wallet_id', legacyWalletChoice)),
          ),
      )
      .leftJoin('proofs', (join) =>
        join
          .on('proofs.id', '=', sql<string>`coalesce(cast(${boundProofId} as text), authorizations.proof_id)`)
          .onRef('proofs.wallet_id', '=', 'disclosed.id'),
      )
      .leftJoin('wallet_names', 'wallet_names.wallet_id', 'disclosed.id')
      .select([
        'disclosed.address',
        'disclosed.kind',
        'disclosed.namespace',
        'disclosed.chain_reference',
        'wallet_names.name',
      ])
      .select([
        ...walletProofMessageColumns,
        'proofs.method',
        'proofs.chain_reference as proof_chain',
        'proofs.block_number',
        'proofs.block_hash',
      ])
      .where('sessions.id', '=', sessionId),
)

// Grants stored by the previous release during a rolling upgrade have no wallet choice yet.
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
  boundProofId?: string,
): Promise<DisclosedWallet | undefined> {
  const [row] = await selectDisclosedWallet(queries, sessionId, application.id, now, boundProofId ?? null)
  // The wallets that the application accepts can have changed after the choice.
  if (row === undefined || !canDiscloseWalletToApplication(application, row)) return undefined
  const { address, chain_reference, kind, name } = row
  return { address, chain_reference, kind, name, proof: describeProofClaim(row) }
}

/** The wallet claims of resource tokens (RFC 9068 §2.2.2). */
export async function readResourceTokenWalletClaims(
  queries: DatabaseQueryBuilder,
  site: ChainFamilySettings,
  sessionId: string,
  application: ApplicationRecord,
  now: number,
): Promise<{ wallet: string; wallet_kind: KeyOrContractWalletKind } | undefined> {
  const wallet = await findDisclosedWallet(queries, sessionId, application, now)
  return wallet && { wallet: toWalletAccountId(wallet, site), wallet_kind: wallet.kind }
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
