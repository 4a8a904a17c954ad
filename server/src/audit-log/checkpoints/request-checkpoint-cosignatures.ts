// Sends the newest checkpoint to witnesses and keeps their cosignatures (C2SP tlog-witness, §add-checkpoint). A witness signs only what follows from what it
// has signed before, so that a log cannot show two histories to two readers without one of them noticing (split view; THREATS N21). Each is asked by one
// instance at a time, by a lease; one that does not answer holds up nobody.
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

/** Longer than two requests can take (`outboundTimeoutSeconds` allows 30). Only what an instance took and never reported waits for so long. */
const leaseMs = 90_000

const firstBackoffMs = 5000
const maxBackoffMs = 3_600_000
const computeBackoffMs = (failures: number): number =>
  Math.min(firstBackoffMs * 2 ** Math.min(failures, 20), maxBackoffMs)

/**
 * Asks every witness that is due and has not signed the newest checkpoint yet, all at the same time.
 * @returns how many have signed it now
 */
export async function requestCheckpointCosignatures(context: CosignatureRequestContext): Promise<number> {
  if (context.witnesses.length === 0) return 0
  const outcomes = await Promise.allSettled(context.witnesses.map((witness) => requestCosignature(context, witness)))
  const broken = outcomes.find((outcome) => outcome.status === 'rejected')
  if (broken !== undefined) throw broken.reason
  return outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length
}

/** @returns whether it has signed */
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
    'a witness did not cosign the checkpoint; it is asked again',
  )
  return false
}

/** What came of it; the reason is for the log, and the size what the witness says that it has signed last. */
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
    // It knows better what it has signed; who asks again begins from there (§add-checkpoint, 409).
    if (first.kind !== 'other_size') return await verifyCosignature(context, asked, first)
    if (first.size > parseLogCheckpoint(parseSignedNote(asked.note).text).size)
      return {
        kind: 'failed',
        reason: 'it has signed a longer log: this database is an older one',
        size: asked.oldSize,
      }
    const again = await addCheckpoint(context, { ...asked, oldSize: first.size })
    if (again.kind === 'other_size')
      return { kind: 'failed', reason: 'it names another size each time', size: again.size }
    return await verifyCosignature(context, asked, again)
  } catch (error) {
    if (error instanceof OutboundHttpError) return { kind: 'failed', reason: error.reason }
    if (error instanceof TransparencyLogError) return { kind: 'failed', reason: error.code }
    throw error
  }
}

/** @throws OutboundHttpError where there is no answer; TransparencyLogError where it is none of the standard */
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
  if (answer === undefined) throw new TransparencyLogError('witness.malformed', `It answered ${status}.`)
  return answer
}

/** A cosignature counts once it is verified, by the key that the operator named. */
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

/**
 * Takes a witness that is due, for as long as it may be asked.
 * @returns what is known of it; null where it is not due, or another instance asks it
 */
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
    // What waits for longer than it ever may was put there by a clock that was ahead.
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

/** Adds a cosignature to the newest checkpoint, unless another was signed meanwhile. */
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
