// Sends the newest checkpoint to witnesses and keeps their cosignatures (C2SP tlog-witness, §add-checkpoint). A witness signs only what follows from what it
// has signed before, so that a log cannot show two histories to two readers without one of them noticing (split view; THREATS N21). Each is asked by one
// instance at a time, by a lease; one that does not answer holds up nobody.
import { openCheckpoint, parseCheckpoint } from '@countersign/log/checkpoint'
import { LogFault } from '@countersign/log/log-fault'
import { parseVerifierKey } from '@countersign/log/note-key'
import { createVerifier } from '@countersign/log/note-signers'
import { addSignatures, isSameKey, parseNote } from '@countersign/log/note'
import type { NoteSignature, Verifier } from '@countersign/log/note'
import { formatAddCheckpoint, parseWitnessAnswer } from '@countersign/log/witness'
import type { WitnessAnswer } from '@countersign/log/witness'
import { proveConsistency, readSealedTree } from '../tree.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { isSqlite } from '../../platform/database/is-sqlite.ts'
import type { Log } from '../../platform/log.ts'
import { OutboundFault } from '../../platform/outbound/fault.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { WitnessSettings } from '../../platform/read-witnesses.ts'
import { listLogKeys } from './log-key.ts'
import { readCheckpoint } from './sign.ts'

export interface WitnessWorld {
  queries: Queries
  clock: Clock
  outbound: Outbound
  witnesses: readonly WitnessSettings[]
  log: Log
}

/** Longer than two requests can take (`outboundSeconds` allows 30). Only what an instance took and never reported waits for so long. */
const leaseMs = 90_000

const firstPauseMs = 5000
const longestPauseMs = 3_600_000
const pauseMs = (failures: number): number => Math.min(firstPauseMs * 2 ** Math.min(failures, 20), longestPauseMs)

/**
 * Asks every witness that is due and has not signed the newest checkpoint yet, all at the same time.
 * @returns how many have signed it now
 */
export async function askWitnesses(world: WitnessWorld): Promise<number> {
  if (world.witnesses.length === 0) return 0
  const outcomes = await Promise.allSettled(world.witnesses.map((witness) => askWitness(world, witness)))
  const broken = outcomes.find((outcome) => outcome.status === 'rejected')
  if (broken !== undefined) throw broken.reason
  return outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length
}

/** @returns whether it has signed */
async function askWitness(world: WitnessWorld, { url, verifierKey }: WitnessSettings): Promise<boolean> {
  const { queries, clock, log } = world
  const witness = createVerifier(parseVerifierKey(verifierKey))
  const newest = await readCheckpoint(queries)
  if (newest === null || parseNote(newest.note).signatures.some((one) => isSameKey(one, witness))) return false
  const taken = await takeWitness(queries, verifierKey, clock())
  if (taken === null) return false
  const outcome = await ask(world, { url, witness, note: newest.note, oldSize: taken.size })
  if (outcome.kind === 'cosigned') {
    await keepCosignature(queries, newest.note, outcome.signature)
    await settleWitness(queries, verifierKey, { size: newest.size, cosigned_at: clock(), failures: 0, due_at: 0 })
    return true
  }
  const failures = taken.failures + 1
  const size = outcome.size ?? taken.size
  await settleWitness(queries, verifierKey, { size, failures, due_at: clock() + pauseMs(taken.failures) })
  log.warn(
    { witness: witness.name, reason: outcome.reason, failures },
    'a witness did not cosign the checkpoint; it is asked again',
  )
  return false
}

/** What came of it; the reason is for the log, and the size what the witness says that it has signed last. */
type Outcome = { kind: 'cosigned'; signature: NoteSignature } | { kind: 'failed'; reason: string; size?: number }

interface Asked {
  url: string
  witness: Verifier
  note: string
  oldSize: number
}

async function ask(world: WitnessWorld, asked: Asked): Promise<Outcome> {
  try {
    const first = await addCheckpoint(world, asked)
    // It knows better what it has signed; who asks again begins from there (§add-checkpoint, 409).
    if (first.kind !== 'other_size') return await judge(world, asked, first)
    if (first.size > parseCheckpoint(parseNote(asked.note).text).size)
      return {
        kind: 'failed',
        reason: 'it has signed a longer log: this database is an older one',
        size: asked.oldSize,
      }
    const again = await addCheckpoint(world, { ...asked, oldSize: first.size })
    if (again.kind === 'other_size')
      return { kind: 'failed', reason: 'it names another size each time', size: again.size }
    return await judge(world, asked, again)
  } catch (error) {
    if (error instanceof OutboundFault) return { kind: 'failed', reason: error.reason }
    if (error instanceof LogFault) return { kind: 'failed', reason: error.code }
    throw error
  }
}

/** @throws OutboundFault where there is no answer; LogFault where it is none of the standard */
async function addCheckpoint(
  { queries, outbound }: WitnessWorld,
  { url, note, oldSize }: Asked,
): Promise<WitnessAnswer> {
  const { size } = parseCheckpoint(parseNote(note).text)
  const proof = await proveConsistency(queries, await readSealedTree(queries), { oldSize, size })
  const { status, headers, body } = await outbound.fetch(`${url}/add-checkpoint`, {
    purpose: 'witness',
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: formatAddCheckpoint({ oldSize, proof, checkpoint: note }),
  })
  const contentType = headers['content-type'] ?? null
  const answer = parseWitnessAnswer({ status, contentType, body: body.toString('utf8') })
  if (answer === undefined) throw new LogFault('witness.malformed', `It answered ${status}.`)
  return answer
}

/** A cosignature counts once it is verified, by the key that the operator named. */
async function judge({ queries }: WitnessWorld, { witness, note }: Asked, answer: WitnessAnswer): Promise<Outcome> {
  if (answer.kind !== 'cosigned') return { kind: 'failed', reason: answer.kind }
  const own = answer.signatures.filter((signature) => isSameKey(signature, witness))
  const [key] = (await listLogKeys(queries)).toReversed()
  const log = createVerifier(parseVerifierKey(key?.verifier_key ?? ''))
  const { cosignatures } = openCheckpoint(addSignatures(note, own), { log, witnesses: [witness] })
  const [signature] = cosignatures
  return signature === undefined ? { kind: 'failed', reason: 'not_signed' } : { kind: 'cosigned', signature }
}

/**
 * Takes a witness that is due, for as long as it may be asked.
 * @returns what is known of it; null where it is not due, or another instance asks it
 */
async function takeWitness(
  queries: Queries,
  key: string,
  now: number,
): Promise<{ size: number; failures: number } | null> {
  await queries
    .insertInto('log_witnesses')
    .values({ verifier_key: key, size: 0, cosigned_at: null, failures: 0, due_at: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const taken = await queries
    .updateTable('log_witnesses')
    .set({ due_at: now + leaseMs })
    .where('verifier_key', '=', key)
    // What waits for longer than it ever may was put there by a clock that was ahead.
    .where(({ or, eb }) => or([eb('due_at', '<=', now), eb('due_at', '>', now + longestPauseMs)]))
    .returning(['size', 'failures'])
    .executeTakeFirst()
  return taken ?? null
}

async function settleWitness(
  queries: Queries,
  key: string,
  values: { size: number; failures: number; due_at: number; cosigned_at?: number },
): Promise<void> {
  await queries.updateTable('log_witnesses').set(values).where('verifier_key', '=', key).execute()
}

/** Adds a cosignature to the newest checkpoint, unless another was signed meanwhile. */
async function keepCosignature(queries: Queries, note: string, signature: NoteSignature): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('checkpoints')
      .select('note')
      .where('id', '=', 1)
      .$if(!isSqlite(transaction), (query) => query.forUpdate())
      .executeTakeFirstOrThrow()
    if (parseNote(row.note).text !== parseNote(note).text) return
    await transaction
      .updateTable('checkpoints')
      .set({ note: addSignatures(row.note, [signature]) })
      .where('id', '=', 1)
      .execute()
  })
}
