// Witnesses cosign checkpoints (C2SP tlog-witness, §add-checkpoint), so that the log cannot show
// different histories to different readers (split view; THREATS N21).
import { verifyLogCheckpoint, parseLogCheckpoint } from '@countersign/log/transparency-log-checkpoint'
import { TransparencyLogError } from '@countersign/log/transparency-log-error'
import { parseSignedNoteVerifierKey } from '@countersign/log/signed-note-key-formats'
import { createSignedNoteVerifier } from '@countersign/log/signed-note-signers'
import { addSignedNoteSignatures, isSameSignedNoteKey, parseSignedNote } from '@countersign/log/signed-note'
import type { SignedNoteSignature, SignedNoteVerifier } from '@countersign/log/signed-note'
import {
  formatAddCheckpointRequest,
  parseAddCheckpointResponse,
} from '@countersign/log/transparency-log-witness-protocol'
import type { AddCheckpointResult } from '@countersign/log/transparency-log-witness-protocol'
import { proveMerkleConsistency, readMerkleTreeHead } from '../read-audit-log-merkle-tree.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { isSqlite } from '../../platform/database/is-sqlite.ts'
import type { Logger } from '../../platform/logger.ts'
import { OutboundHttpError } from '../../platform/outbound/outbound-http-error.ts'
import type { OutboundHttpClient } from '../../platform/outbound/outbound-http-client.ts'
import type { WitnessSettings } from '../../platform/parse-witness-settings.ts'
import { listAuditLogSigningKeys } from './audit-log-signing-key-store.ts'
import { readLatestAuditLogCheckpoint } from './sign-audit-log-checkpoint.ts'

export interface CosignatureRequestContext {
  queries: DatabaseQueryBuilder
  clock: Clock
  outbound: OutboundHttpClient
  witnesses: readonly WitnessSettings[]
  log: Logger
}

/** Must be longer than two requests can take (`outboundTimeoutSeconds` allows 30). */
const leaseMs = 90_000

const firstBackoffMs = 5000
const maxBackoffMs = 3_600_000
const computeBackoffMs = (failures: number): number =>
  Math.min(firstBackoffMs * 2 ** Math.min(failures, 20), maxBackoffMs)

export async function requestCheckpointCosignatures(context: CosignatureRequestContext): Promise<number> {
  if (context.witnesses.length === 0) return 0
  const outcomes = await Promise.allSettled(context.witnesses.map((witness) => requestCosignature(context, witness)))
  const broken = outcomes.find((outcome) => outcome.status === 'rejected')
  if (broken !== undefined) throw broken.reason
  return outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length
}

async function requestCosignature(
  context: CosignatureRequestContext,
  { url, verifierKey }: WitnessSettings,
): Promise<boolean> {
  const { queries, clock, log } = context
  const witness = createSignedNoteVerifier(parseSignedNoteVerifierKey(verifierKey))
  const newest = await readLatestAuditLogCheckpoint(queries)
  if (newest === null || parseSignedNote(newest.note).signatures.some((one) => isSameSignedNoteKey(one, witness)))
    return false
  const taken = await claimWitness(queries, verifierKey, clock())
  if (taken === null) return false
  const outcome = await sendCosignatureRequest(context, { url, witness, note: newest.note, oldSize: taken.size })
  if (outcome.kind === 'cosigned') {
    await storeCosignature(queries, newest.note, outcome.signature)
    await recordWitnessResult(queries, verifierKey, {
      size: newest.size,
      cosigned_at: clock(),
      failures: 0,
      next_attempt_at: 0,
    })
    return true
  }
  const failures = taken.failures + 1
  const size = outcome.size ?? taken.size
  await recordWitnessResult(queries, verifierKey, {
    size,
    failures,
    next_attempt_at: clock() + computeBackoffMs(taken.failures),
  })
  log.warn(
    { witness: witness.name, reason: outcome.reason, failures },
    'a witness did not cosign the checkpoint; retrying later',
  )
  return false
}

type CosignatureOutcome =
  | { kind: 'cosigned'; signature: SignedNoteSignature }
  | { kind: 'failed'; reason: string; size?: number }

interface CosignatureRequest {
  url: string
  witness: SignedNoteVerifier
  note: string
  oldSize: number
}

async function sendCosignatureRequest(
  context: CosignatureRequestContext,
  asked: CosignatureRequest,
): Promise<CosignatureOutcome> {
  try {
    const first = await addCheckpoint(context, asked)
    // The witness reports the size it signed last, and the retry starts there (409).
    if (first.kind !== 'other_size') return await verifyCosignature(context, asked, first)
    if (first.size > parseLogCheckpoint(parseSignedNote(asked.note).text).size)
      return {
        kind: 'failed',
        reason: 'the witness has signed a longer log: this database is an older copy',
        size: asked.oldSize,
      }
    const again = await addCheckpoint(context, { ...asked, oldSize: first.size })
    if (again.kind === 'other_size')
      return { kind: 'failed', reason: 'the witness reports a different log size each time', size: again.size }
    return await verifyCosignature(context, asked, again)
  } catch (error) {
    if (error instanceof OutboundHttpError) return { kind: 'failed', reason: error.reason }
    if (error instanceof TransparencyLogError) return { kind: 'failed', reason: error.code }
    throw error
  }
}

async function addCheckpoint(
  { queries, outbound }: CosignatureRequestContext,
  { url, note, oldSize }: CosignatureRequest,
): Promise<AddCheckpointResult> {
  const { size } = parseLogCheckpoint(parseSignedNote(note).text)
  const proof = await proveMerkleConsistency(queries, await readMerkleTreeHead(queries), { oldSize, size })
  const { status, headers, body } = await outbound.fetch(`${url}/add-checkpoint`, {
    purpose: 'witness',
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: formatAddCheckpointRequest({ oldSize, proof, checkpoint: note }),
  })
  const contentType = headers['content-type'] ?? null
  const answer = parseAddCheckpointResponse({ status, contentType, body: body.toString('utf8') })
  if (answer === undefined)
    throw new TransparencyLogError('witness.malformed', `The witness responded with status ${status}.`)
  return answer
}

async function verifyCosignature(
  { queries }: CosignatureRequestContext,
  { witness, note }: CosignatureRequest,
  answer: AddCheckpointResult,
): Promise<CosignatureOutcome> {
  if (answer.kind !== 'cosigned') return { kind: 'failed', reason: answer.kind }
  const own = answer.signatures.filter((signature) => isSameSignedNoteKey(signature, witness))
  const [key] = (await listAuditLogSigningKeys(queries)).toReversed()
  const log = createSignedNoteVerifier(parseSignedNoteVerifierKey(key?.verifier_key ?? ''))
  const { cosignatures } = verifyLogCheckpoint(addSignedNoteSignatures(note, own), { log, witnesses: [witness] })
  const [signature] = cosignatures
  return signature === undefined ? { kind: 'failed', reason: 'not_signed' } : { kind: 'cosigned', signature }
}

/** @returns null if the witness is not due, or if another instance holds the lease */
async function claimWitness(
  queries: DatabaseQueryBuilder,
  key: string,
  now: number,
): Promise<{ size: number; failures: number } | null> {
  await queries
    .insertInto('log_witnesses')
    .values({ verifier_key: key, size: 0, cosigned_at: null, failures: 0, next_attempt_at: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const taken = await queries
    .updateTable('log_witnesses')
    .set({ next_attempt_at: now + leaseMs })
    .where('verifier_key', '=', key)
    // A delay longer than the maximum was set while the clock was ahead.
    .where(({ or, eb }) => or([eb('next_attempt_at', '<=', now), eb('next_attempt_at', '>', now + maxBackoffMs)]))
    .returning(['size', 'failures'])
    .executeTakeFirst()
  return taken ?? null
}

async function recordWitnessResult(
  queries: DatabaseQueryBuilder,
  key: string,
  values: { size: number; failures: number; next_attempt_at: number; cosigned_at?: number },
): Promise<void> {
  await queries.updateTable('log_witnesses').set(values).where('verifier_key', '=', key).execute()
}

async function storeCosignature(
  queries: DatabaseQueryBuilder,
  note: string,
  signature: SignedNoteSignature,
): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('checkpoints')
      .select('note')
      .where('id', '=', 1)
      .$if(!isSqlite(transaction), (query) => query.forUpdate())
      .executeTakeFirstOrThrow()
    if (parseSignedNote(row.note).text !== parseSignedNote(note).text) return
    await transaction
      .updateTable('checkpoints')
      .set({ note: addSignedNoteSignatures(row.note, [signature]) })
      .where('id', '=', 1)
      .execute()
  })
}
