// Has a checkpoint signed for somebody who waits for it (on demand), so that it covers all that is sealed by now: for the command, and for who takes along what is theirs with its proofs.
import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { Logger } from '../../platform/logger.ts'
import { ServerStartupError } from '../../platform/server-startup-error.ts'
import { requestCheckpointCosignatures } from './request-checkpoint-cosignatures.ts'
import type { CosignatureRequestContext } from './request-checkpoint-cosignatures.ts'
import { AuditLogRewrittenError, signAuditLogCheckpointIfDue } from './sign-audit-log-checkpoint.ts'
import type { AuditLogCheckpointSigningContext, SignedAuditLogCheckpoint } from './sign-audit-log-checkpoint.ts'

/** How often somebody else is waited for who is signing, who is done or has lost the row within two seconds. */
const maxAttempts = 60
const pauseMs = 50

/**
 * Signs a checkpoint of the log as it is sealed, whenever the last one was.
 * @returns the newest; null where somebody else has been signing for seconds
 * @throws as `signCheckpointIfDue`
 */
export async function signAuditLogCheckpointOnDemand(
  context: AuditLogCheckpointSigningContext,
  now: number,
): Promise<SignedAuditLogCheckpoint | null> {
  for (let left = maxAttempts; left > 0; left -= 1) {
    const signed = await signAuditLogCheckpointIfDue(context, now)
    if (signed !== null) return signed
    await wait(pauseMs)
  }
  return null
}

/**
 * Signs one, and asks the witnesses that are due to cosign it. Whatever keeps it from being signed is for the operator to fix, and keeps nobody from what was signed
 * before: it is logged.
 */
export async function signAndCosignAuditLogCheckpoint(
  context: AuditLogCheckpointSigningContext & CosignatureRequestContext,
): Promise<void> {
  try {
    await signAuditLogCheckpointOnDemand(context, context.clock())
    await requestCheckpointCosignatures(context)
  } catch (error) {
    if (!(error instanceof AuditLogRewrittenError || error instanceof ServerStartupError)) throw error
    logSigningError(context.log, error)
  }
}

const logSigningError = (log: Logger, error: Error): void =>
  log.error({ err: error }, 'no checkpoint of the activity could be signed; what was signed last is given out')

/** What the log has signed last, and by which key. */
export interface AuditLogCheckpointAndVerifierKey {
  /** Leaves of its tree. */
  size: number
  /** The signed note. */
  note: string
  verifierKey: string
}

/** The newest checkpoint with its key; null where none was signed yet. */
export async function readAuditLogCheckpointAndVerifierKey(
  queries: DatabaseQueryBuilder,
): Promise<AuditLogCheckpointAndVerifierKey | null> {
  const row = await queries
    .selectFrom('checkpoints')
    .innerJoin('log_signing_keys', 'log_signing_keys.generation', 'checkpoints.generation')
    .select(['checkpoints.size', 'checkpoints.note', 'log_signing_keys.verifier_key as verifierKey'])
    .where('checkpoints.id', '=', 1)
    .where('checkpoints.size', '>', 0)
    .executeTakeFirst()
  return row ?? null
}
