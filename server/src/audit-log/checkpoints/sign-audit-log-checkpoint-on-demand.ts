import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { Logger } from '../../platform/logger.ts'
import { ServerStartupError } from '../../platform/server-startup-error.ts'
import { requestCheckpointCosignatures } from './request-checkpoint-cosignatures.ts'
import type { CosignatureRequestContext } from './request-checkpoint-cosignatures.ts'
import { AuditLogRewrittenError, signAuditLogCheckpointIfDue } from './sign-audit-log-checkpoint.ts'
import type { AuditLogCheckpointSigningContext, SignedAuditLogCheckpoint } from './sign-audit-log-checkpoint.ts'

/** Another signer finishes or loses its lock within two seconds, so this is enough. */
const maxAttempts = 60
const pauseMs = 50

/** Returns null if another instance keeps the lock. */
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

/** Errors that only the operator can fix are logged; the last checkpoint remains available. */
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
  log.error({ err: error }, 'could not sign an audit log checkpoint; serving the last signed one')

export interface AuditLogCheckpointAndVerifierKey {
  size: number
  note: string
  verifierKey: string
}

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
