// What an application learns of a person: claims, by the scopes that were allowed (SPEC point 7). The wallet stands in no
// claim but those of `wallet` and `proof`, and nothing is invented: there is no e-mail address (THREATS O11).
import { toChecksumAddress } from '@countersign/message'
import type { ApplicationRecord } from '../applications/store.ts'
import type { Queries } from '../platform/database/open-database.ts'
import { prepare } from '../platform/database/prepared.ts'
import type { PeopleTable } from '../platform/database/schema.ts'

/** Which claims each scope stands for, as the provider wants it; `null` for claims of the protocol itself. */
export const claimsOfScopes = {
  acr: null,
  amr: null,
  auth_time: null,
  iss: null,
  sid: null,
  openid: ['sub', 'acr', 'amr', 'auth_time'],
  profile: ['name', 'preferred_username', 'picture', 'locale'],
  wallet: ['wallet', 'wallets'],
  groups: ['groups'],
  proof: ['proof'],
} as const

/** The signed message, so that an application can check it without trusting this server. */
interface ProofClaim {
  message: string
  signature: string
}

/** The wallet that an application is told, and the proof of it that it may be shown. */
interface ShownWallet {
  address: string
  proof: ProofClaim | null
}

/**
 * A plain key is the same account on every EVM chain; CAIP-10 wants one to be named, and names Ethereum by convention.
 * @returns such as `eip155:1:0x7099…`
 */
export const accountId = (address: string): string => `eip155:1:${toChecksumAddress(address)}`

interface ClaimsRequest {
  queries: Queries
  /** This server's, under which pictures are. */
  origin: string
  person: PeopleTable
  application: ApplicationRecord
  /** The session that the application was let in by. */
  sessionId: string
  /** Where the claims go to. */
  use: string
  scopes: ReadonlySet<string>
}

/** The claims of a person for one application; the provider leaves out what the scopes do not allow. */
export async function readClaims({ queries, origin, person, application, sessionId, use, scopes }: ClaimsRequest): Promise<Record<string, unknown>> {
  const subject = { sub: person.id }
  if (use !== 'userinfo' && application.definition.claimsIn !== 'id-token') return subject
  const wallet = scopes.has('wallet') || scopes.has('proof') ? await findShownWallet(queries, sessionId, application.id) : undefined
  return {
    ...subject,
    ...(scopes.has('profile') && describeProfile(person, origin, scopes.has('wallet') ? wallet : undefined)),
    ...(scopes.has('wallet') && wallet !== undefined && { wallet: accountId(wallet.address), wallets: [accountId(wallet.address)] }),
    ...(scopes.has('groups') && { groups: [] }),
    ...(scopes.has('proof') && wallet !== undefined && wallet.proof !== null && { proof: wallet.proof }),
  }
}

/** A name only where there is one; who shares the wallet may be called by it. The picture is kept as a path of this site. */
function describeProfile(person: PeopleTable, origin: string, wallet: ShownWallet | undefined): Record<string, string> {
  const name = person.display_name ?? (wallet === undefined ? undefined : toChecksumAddress(wallet.address))
  return {
    ...(person.display_name !== null && { name: person.display_name }),
    ...(name !== undefined && { preferred_username: name }),
    ...(person.picture_url !== null && { picture: new URL(person.picture_url, origin).href }),
    ...(person.locale !== null && { locale: person.locale }),
  }
}

/**
 * The wallet whose proof the application is shown, so that the two always agree, whatever proof came after it in this session;
 * without such a proof the wallet that the session began with; for a passkey the person's primary one, where they have one.
 * What was unlinked, or belongs to somebody else by now, is neither told nor shown.
 */
const selectWallet = prepare((queries, sessionId: string, applicationId: string) =>
  queries
    .selectFrom('sessions')
    .leftJoin('authorizations', (join) => join.onRef('authorizations.session_id', '=', 'sessions.id').on('authorizations.application_id', '=', applicationId))
    .leftJoin('proofs', 'proofs.id', 'authorizations.proof_id')
    .leftJoin('wallets as proved', (join) =>
      join.onRef('proved.id', '=', 'proofs.wallet_id').onRef('proved.person_id', '=', 'sessions.person_id').on('proved.unlinked_at', 'is', null),
    )
    .leftJoin('wallets as own', (join) => join.onRef('own.id', '=', 'sessions.wallet_id').on('own.unlinked_at', 'is', null))
    .leftJoin('wallets as first', (join) =>
      join.onRef('first.person_id', '=', 'sessions.person_id').on('first.is_primary', '=', 1).on('first.unlinked_at', 'is', null),
    )
    .select(['proved.address as proved', 'own.address as own', 'first.address as first', 'proofs.message', 'proofs.signature'])
    .where('sessions.id', '=', sessionId),
)

async function findShownWallet(queries: Queries, sessionId: string, applicationId: string): Promise<ShownWallet | undefined> {
  const [row] = await selectWallet(queries, sessionId, applicationId)
  const address = row?.proved ?? row?.own ?? row?.first ?? null
  if (row === undefined || address === null) return undefined
  const { message, signature } = row
  return { address, proof: row.proved === null || message === null || signature === null ? null : { message, signature } }
}
