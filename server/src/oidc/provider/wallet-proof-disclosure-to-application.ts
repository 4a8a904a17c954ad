// Which signed message an application may be shown. A message names the application that the person signed in to, so that
// it is for that one alone; one that names none can be shown to any.
import { saveDisclosedWalletProof } from '../../store/authorizations/authorization-store.ts'
import { countSignInMethodsByKind } from '../../store/people/sign-in-method-removal-guard.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { SessionsTable } from '../../platform/database/database-schema.ts'

/** Whether an application can be shown a proof of the wallet that it is told, through this session: the session's own, or one it was
 * shown before. */
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

/**
 * Whether to ask who signed in by another way than the wallet that is told for its proof: they have a wallet, and did not come to this
 * application through this session before, when they were asked already.
 */
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
    // This request itself may have made one.
    .where('created_at', '<', now)
    .executeTakeFirst()
  return before === undefined
}

/** Notes the proof that an application is shown from now on, where the session has one for it. */
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

/** A session that began with a passkey has no signed message. */
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
