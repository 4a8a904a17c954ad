// Gives an application its authorization in a session, by whatever way the person let it in: under which name it knows the
// person, and which signed message it may be shown.
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import { findOrCreateAuthorization } from '../../store/authorizations/authorization-store.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { AuthorizationsTable } from '../../platform/database/database-schema.ts'
import { lockSessionRowForApplication } from '../../store/sessions/lock-session-rows.ts'
import type { AuthenticatedSession } from '../../auth/session-guard/require-request-session.ts'
import { recordDisclosedWalletProof } from './wallet-proof-disclosure-to-application.ts'
import { findOrCreateSubjectIdentifier } from './subject-identifier-store.ts'

/** Who is let in by whom, and what was allowed. */
export interface NewApplicationAuthorization {
  application: ApplicationRecord
  signedIn: AuthenticatedSession
  scopes: readonly string[]
  /** The wallet that the application knows. */
  walletId: string | null
  now: number
}

/** @returns undefined where the session has ended meanwhile */
export async function findOrCreateApplicationAuthorization(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  { application, signedIn, scopes, walletId, now }: NewApplicationAuthorization,
): Promise<AuthorizationsTable | undefined> {
  const { session, person } = signedIn
  // The session first: a merge of identities that is undone at the same time takes names back, and holds the sessions before it does.
  if (!(await lockSessionRowForApplication(transaction, { id: session.id, person_id: person.id }))) return undefined
  const authorization = await findOrCreateAuthorization(transaction, random, {
    sessionId: session.id,
    personId: person.id,
    applicationId: application.id,
    findSubject: () => findOrCreateSubjectIdentifier(transaction, random, person.id, application),
    now,
  })
  // Of another wallet nothing is shown, be it that it was just proved.
  if (scopes.includes('proof') && session.wallet_id === walletId) {
    await recordDisclosedWalletProof(transaction, {
      authorizationId: authorization.id,
      proofId: session.proof_id,
      applicationId: application.id,
    })
  }
  return authorization
}
