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

/** The wallet that a session began with, and the proof of it that the application may be shown. */
interface SessionProof {
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
  person: PeopleTable
  application: ApplicationRecord
  /** The session that the application was let in by. */
  sessionId: string
  /** Where the claims go to. */
  use: string
  scopes: ReadonlySet<string>
}

/** The claims of a person for one application; the provider leaves out what the scopes do not allow. */
export async function readClaims({ queries, person, application, sessionId, use, scopes }: ClaimsRequest): Promise<Record<string, unknown>> {
  const subject = { sub: person.id }
  if (use !== 'userinfo' && application.definition.claimsIn !== 'id-token') return subject
  const proof = scopes.has('wallet') || scopes.has('proof') ? await findProof(queries, sessionId, application.id) : undefined
  return {
    ...subject,
    ...(scopes.has('profile') && describeProfile(person, scopes.has('wallet') ? proof : undefined)),
    ...(scopes.has('wallet') && proof !== undefined && { wallet: accountId(proof.address), wallets: [accountId(proof.address)] }),
    ...(scopes.has('groups') && { groups: [] }),
    ...(scopes.has('proof') && proof !== undefined && proof.proof !== null && { proof: proof.proof }),
  }
}

/** A name only where there is one; who shares the wallet may be called by it. */
function describeProfile(person: PeopleTable, proof: SessionProof | undefined): Record<string, string> {
  const name = person.display_name ?? (proof === undefined ? undefined : toChecksumAddress(proof.address))
  return {
    ...(person.display_name !== null && { name: person.display_name }),
    ...(name !== undefined && { preferred_username: name }),
    ...(person.picture_url !== null && { picture: person.picture_url }),
    ...(person.locale !== null && { locale: person.locale }),
  }
}

const selectProof = prepare((queries, sessionId: string, applicationId: string) =>
  queries
    .selectFrom('sessions')
    .innerJoin('wallets', 'wallets.id', 'sessions.wallet_id')
    .leftJoin('authorizations', (join) => join.onRef('authorizations.session_id', '=', 'sessions.id').on('authorizations.application_id', '=', applicationId))
    .leftJoin('proofs', 'proofs.id', 'authorizations.proof_id')
    .select(['wallets.address', 'proofs.message', 'proofs.signature'])
    .where('sessions.id', '=', sessionId),
)

async function findProof(queries: Queries, sessionId: string, applicationId: string): Promise<SessionProof | undefined> {
  const [row] = await selectProof(queries, sessionId, applicationId)
  if (row === undefined) return undefined
  const { address, message, signature } = row
  return { address, proof: message === null || signature === null ? null : { message, signature } }
}
