// An application may see a signed message that names it, or that names no application.
import { saveDisclosedWalletProof } from '../../store/authorizations/authorization-store.ts'
import { countSignInMethodsByKind } from '../../store/people/sign-in-method-removal-guard.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { SessionsTable } from '../../platform/database/database-schema.ts'

/** The session's own proof of the disclosed wallet, or one that was disclosed before. */
export async function canDiscloseWalletProof(
  queries: DatabaseQueryBuilder,
  session: Pick<SessionsTable, 'id' | 'proof_id' | 'wallet_id'>,
  applicationId: string,
  walletId: string | null,
): Promise<boolean> {
  if (
    session.wallet_id === walletId &&
    (await findDisclosableProof(queries, session.proof_id, applicationId)) !== undefined
  )
    return true
  const shown = await queries
    .selectFrom('authorizations')
    .innerJoin('proofs', 'proofs.id', 'authorizations.proof_id')
    .select('proofs.id')
    .where('authorizations.session_id', '=', session.id)
    .where('authorizations.application_id', '=', applicationId)
    .where('proofs.wallet_id', '=', walletId)
    .executeTakeFirst()
  return shown !== undefined
}

/** The person is asked only once: before the application's first authorization in the session. */
export async function canRequestWalletProof(
  queries: DatabaseQueryBuilder,
  session: Pick<SessionsTable, 'id' | 'person_id'>,
  applicationId: string,
  now: number,
): Promise<boolean> {
  if ((await countSignInMethodsByKind(queries, session.person_id)).wallet === 0) return false
  const before = await queries
    .selectFrom('authorizations')
    .select('id')
    .where('session_id', '=', session.id)
    .where('application_id', '=', applicationId)
    // This request itself may have created an authorization.
    .where('created_at', '<', now)
    .executeTakeFirst()
  return before === undefined
}

export async function recordDisclosedWalletProof(
  transaction: DatabaseTransaction,
  {
    authorizationId,
    proofId,
    applicationId,
  }: { authorizationId: string; proofId: string | null; applicationId: string },
): Promise<void> {
  const showable = await findDisclosableProof(transaction, proofId, applicationId)
  if (showable !== undefined) await saveDisclosedWalletProof(transaction, authorizationId, showable.id)
}

async function findDisclosableProof(
  queries: DatabaseQueryBuilder,
  proofId: string | null,
  applicationId: string,
): Promise<{ id: string } | undefined> {
  if (proofId === null) return undefined
  return queries
    .selectFrom('proofs')
    .select('id')
    .where('id', '=', proofId)
    .where((expression) =>
      expression.or([expression('application_id', 'is', null), expression('application_id', '=', applicationId)]),
    )
    .executeTakeFirst()
}
