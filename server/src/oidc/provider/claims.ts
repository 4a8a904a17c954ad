// The claims: what an application learns of a person, by the scopes that were allowed (SPEC point 7). The wallet stands in no claim but
// those of `wallet` and `proof`, and nothing is invented: there is no e-mail address (THREATS O11).
import { claimsByScope } from '@countersign/api/claim-names'
import type { ChainsOfSite, Site } from '../../chains/families/namespace.ts'
import { accountOf, shownAddress } from '../../chains/families/namespaces.ts'
import { sql } from 'kysely'
import { tellsInIdToken } from '../../store/applications/claim-mapping.ts'
import type { ApplicationRecord } from '../../store/applications/store.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { prepare } from '../../platform/database/prepared.ts'
import type { ProofMethod } from '../../platform/database/column-types.ts'
import type { WalletsTable } from '../../platform/database/schema.ts'
import { isAnswerable, isToldOf } from '../../store/grants/tellable.ts'
import { isWayIn } from '../../store/wallets/linked.ts'
import { readSigned, signedColumns } from '../../store/wallets/proofs.ts'
import type { SignedRow } from '../../store/wallets/proofs.ts'
import type { Ground, ShownPerson } from './records.ts'
import { readEmailClaims } from './email-claim.ts'
import type { AliasMaker } from './email-claim.ts'
import { readSharedName } from './user-name-claim.ts'

/** Which claims each scope stands for, as the provider wants it; `null` for claims of the protocol itself. */
export const claimsOfScopes = {
  acr: null,
  amr: null,
  auth_time: null,
  iss: null,
  sid: null,
  // The user name is told by a consent of its own (user-name-claim.ts), also where `profile` was withheld.
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
  method: ProofMethod
  chain: string
  block: { number: string; hash: string }
}

/** The wallet that an application is told, and the proof of it that it may be shown. */
interface ShownWallet extends Pick<WalletsTable, 'address' | 'chain_reference'> {
  /** The one that it has set for itself (ENS). */
  name: string | null
  proof: ProofClaim | ContractProofClaim | null
}

/**
 * A contract is named on its own chain: at its address on another can be somebody else's (THREATS S4). A plain key is the same
 * account on every chain of its family; CAIP-10 wants one to be named: Ethereum by convention, else the chain that the site is for.
 * @returns such as `eip155:1:0x7099…`
 */
const accountId = (
  { address, chain_reference }: Pick<WalletsTable, 'address' | 'chain_reference'>,
  site: ChainsOfSite,
): string => accountOf(address, chain_reference, site)

interface ClaimsRequest {
  queries: Queries
  site: Site
  person: ShownPerson
  application: ApplicationRecord
  /** What the token stands on, where that was read already. */
  ground: Pick<Ground, 'grant' | 'userName'> | undefined
  /** Makes aliases; null where none are made. */
  aliases: AliasMaker | null
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
export async function readClaims({
  queries,
  site,
  person,
  application,
  ground,
  aliases,
  sessionId,
  use,
  scopes,
  groups,
  now,
}: ClaimsRequest): Promise<Record<string, unknown>> {
  const subject = { sub: person.id }
  if (use !== 'userinfo' && !tellsInIdToken(application.definition)) return subject
  const wallet =
    scopes.has('wallet') || scopes.has('proof')
      ? await findShownWallet(queries, sessionId, application, now)
      : undefined
  return {
    ...subject,
    ...(scopes.has('profile') && describeProfile(person, site.origin)),
    ...(await describeUserName(
      { queries, person, application, ground, scopes },
      scopes.has('wallet') ? wallet : undefined,
    )),
    ...(scopes.has('email') && (await readEmailClaims(queries, { personId: person.id, application, aliases }))),
    ...(scopes.has('wallet') && wallet !== undefined && describeAccount(wallet, site)),
    ...(scopes.has('groups') && { groups: groups.toSorted() }),
    ...(scopes.has('proof') && wallet !== undefined && wallet.proof !== null && { proof: wallet.proof }),
  }
}

/** The name of a wallet tells the wallet, and so goes with it alone (THREATS O11). It is never who somebody is: another wallet can have
 * it tomorrow (THREATS P7). */
const describeAccount = (wallet: ShownWallet, site: ChainsOfSite): Record<string, unknown> => ({
  wallet: accountId(wallet, site),
  wallets: [accountId(wallet, site)],
  ...(wallet.name !== null && { wallet_name: wallet.name }),
})

/** A name only where there is one. The picture is kept as a path of this site. */
function describeProfile(person: ShownPerson, origin: string): Record<string, string> {
  return {
    ...(person.display_name !== null && { name: person.display_name }),
    ...(person.picture_url !== null && { picture: new URL(person.picture_url, origin).href }),
    ...(person.locale !== null && { locale: person.locale }),
  }
}

/** What the application calls the person by, as it was set up: by their user name; or by their display name, or else by the wallet that they
 * share. */
async function describeUserName(
  {
    queries,
    person,
    application,
    ground,
    scopes,
  }: Pick<ClaimsRequest, 'queries' | 'person' | 'application' | 'ground' | 'scopes'>,
  wallet: ShownWallet | undefined,
): Promise<Record<string, string>> {
  if (application.definition.preferredUsername === 'user-name') {
    const name = await readSharedName(queries, { personId: person.id, application, ground, given: scopes })
    return name === null ? {} : { preferred_username: name }
  }
  if (!scopes.has('profile')) return {}
  const name = person.display_name ?? (wallet === undefined ? undefined : (wallet.name ?? shownAddress(wallet.address)))
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
const selectWallet = prepare((queries, sessionId: string, applicationId: string, now: number) =>
  queries
    .selectFrom('sessions')
    .innerJoin('grants', (join) =>
      join
        .onRef('grants.person_id', '=', 'sessions.person_id')
        .on('grants.application_id', '=', applicationId)
        .on('grants.withdrawn_at', 'is', null),
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
        .on(isWayIn('told'))
        .on((expression) =>
          expression.or([isAnswerable(now, 'told'), expression('told.id', '=', expression.ref('sessions.wallet_id'))]),
        )
        .on((expression) => expression('told.id', '=', expression.fn.coalesce('grants.wallet_id', undecided))),
    )
    .leftJoin('proofs', (join) =>
      join.onRef('proofs.id', '=', 'authorizations.proof_id').onRef('proofs.wallet_id', '=', 'told.id'),
    )
    .leftJoin('wallet_names', 'wallet_names.wallet_id', 'told.id')
    .select(['told.address', 'told.namespace', 'told.chain_reference', 'wallet_names.name'])
    .select([
      ...signedColumns,
      'proofs.method',
      'proofs.chain_reference as proof_chain',
      'proofs.block_number',
      'proofs.block_hash',
    ])
    .where('sessions.id', '=', sessionId),
)

/** Of a consent without a choice. */
const undecided = sql<string>`case when grants.wallets_asked is null then coalesce(
  shown.wallet_id,
  sessions.wallet_id,
  (select first.id from wallets as first
    where first.person_id = sessions.person_id and first.is_primary = 1 and ${isWayIn('first')})
) end`

async function findShownWallet(
  queries: Queries,
  sessionId: string,
  application: ApplicationRecord,
  now: number,
): Promise<ShownWallet | undefined> {
  const [row] = await selectWallet(queries, sessionId, application.id, now)
  // What it accepts can have been changed after the person chose.
  if (row === undefined || !isToldOf(application, row)) return undefined
  const { address, chain_reference, name } = row
  return { address, chain_reference, name, proof: describeProof(row) }
}

/** The wallet that an application is told, as a resource is told it that the application calls. */
export async function readShownAccount(
  queries: Queries,
  site: ChainsOfSite,
  sessionId: string,
  application: ApplicationRecord,
  now: number,
): Promise<string | undefined> {
  const wallet = await findShownWallet(queries, sessionId, application, now)
  return wallet && accountId(wallet, site)
}

type ProofRow = SignedRow & {
  method: ProofMethod | null
  proof_chain: string | null
  block_number: string | null
  block_hash: string | null
}

function describeProof(row: ProofRow): ShownWallet['proof'] {
  const { method, proof_chain: chain, block_number: number, block_hash: hash } = row
  const signed = readSigned(row)
  if (signed === null || method === null) return null
  const { message, signature } = signed
  if (chain === null || number === null || hash === null) return { message, signature }
  return { message, signature, method, chain: `eip155:${chain}`, block: { number, hash } }
}
