import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import { findOrCreateAuthorization } from '../../store/authorizations/authorization-store.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { AuthorizationsTable } from '../../platform/database/database-schema.ts'
import { lockSessionRowForApplication } from '../../store/sessions/lock-session-rows.ts'
import type { AuthenticatedSession } from '../../auth/session-guard/require-request-session.ts'
import { recordDisclosedWalletProof } from './wallet-proof-disclosure-to-application.ts'
import { findOrCreateSubjectIdentifier } from './subject-identifier-store.ts'

export interface NewApplicationAuthorization {
  application: ApplicationRecord
  signedIn: AuthenticatedSession
  scopes: readonly string[]
  walletId: string | null
  now: number
}

/** Undefined if the session has ended. */
export async function findOrCreateApplicationAuthorization(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  { application, signedIn, scopes, walletId, now }: NewApplicationAuthorization,
): Promise<AuthorizationsTable | undefined> {
  const { session, person } = signedIn
  // Undoing a merge locks sessions before it moves subjects, so the session is locked first.
  if (!(await lockSessionRowForApplication(transaction, { id: session.id, person_id: person.id }))) return undefined
  const authorization = await findOrCreateAuthorization(transaction, random, {
    sessionId: session.id,
    personId: person.id,
    applicationId: application.id,
    findSubject: () => findOrCreateSubjectIdentifier(transaction, random, person.id, application),
    now,
  })
  // A proof of another wallet is never disclosed.
  if (scopes.includes('proof') && session.wallet_id === walletId) {
    await recordDisclosedWalletProof(transaction, {
      authorizationId: authorization.id,
      proofId: session.proof_id,
      applicationId: application.id,
    })
  }
  return authorization
}
