// The key that signs checkpoints of the activity log: Ed25519, one of its own, known to others by its verifier key (C2SP signed-note, §Signatures). Its
// name is the origin of the log, and stays as it was when the first one was made: a log that moves to another address is still the same log.
import { createSigner } from '@countersign/log/note-signers'
import { signingKeyOf } from '@countersign/log/ed25519'
import { formatVerifierKey, keyIdOf, parseVerifierKey } from '@countersign/log/note-key'
import type { Signer } from '@countersign/log/note'
import { actorEvidence } from '../actor.ts'
import type { Actor } from '../actor.ts'
import { appendEvents } from '../append.ts'
import type { NewEvent } from '../append.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import type { LogKeysTable } from '../../platform/database/schema.ts'
import { StartFault } from '../../platform/start-fault.ts'
import { unwrapKey, wrapKey } from '../../platform/wrap-key.ts'

/** What the key is made with, and opened. */
export interface LogKeyWorld {
  random: Random
  serverKey: Buffer
  /** Of this server. */
  origin: string
}

/** The key in force. */
export interface LogKey {
  generation: number
  verifierKey: string
  signer: Signer
}

const algorithm = 'Ed25519'

/** What logs of a server are called: its host, and what they are of. */
const nameOf = (origin: string): string => `${new URL(origin).host}/activity`

/** Every key there was, the oldest first. */
export async function listLogKeys(queries: Queries): Promise<LogKeysTable[]> {
  return queries.selectFrom('log_keys').selectAll().orderBy('generation').execute()
}

/**
 * The key that signs now; made where there is none. Whoever calls holds the row of the checkpoint, so that one is made.
 * @throws StartFault where it was encrypted with another key of the server
 */
export async function openLogKey(transaction: Transaction, world: LogKeyWorld, now: number): Promise<LogKey> {
  const keys = await listLogKeys(transaction)
  const last = keys.findLast(({ private_key }) => private_key !== null)
  if (last === undefined) return makeLogKey(transaction, world, keys, now)
  const opened = unwrapKey(world.serverKey, boundTo(last.generation), last.private_key ?? '')
  if (opened === null)
    throw new StartFault(
      'key.unusable',
      'COUNTERSIGN_KEY_FILE: the file does not open the key that signs checkpoints of the activity. Restore the file that belongs to this database; where it ' +
        'is lost for good, "countersign keys rotate --now --key-file-lost" ends that key, and the next checkpoint is signed by a new one.',
    )
  return keyOf(last.generation, parseVerifierKey(last.verifier_key).name, Buffer.from(opened.d ?? '', 'base64url'))
}

async function makeLogKey(
  transaction: Transaction,
  { random, serverKey, origin }: LogKeyWorld,
  earlier: readonly LogKeysTable[],
  now: number,
): Promise<LogKey> {
  const [first] = earlier
  const name = first === undefined ? nameOf(origin) : parseVerifierKey(first.verifier_key).name
  const generation = (earlier.at(-1)?.generation ?? 0) + 1
  const seed = random(32)
  const key = keyOf(generation, name, seed)
  const x = Buffer.from(signingKeyOf(seed).publicKey).toString('base64url')
  const privateKey = { kty: 'OKP', crv: algorithm, d: Buffer.from(seed).toString('base64url'), x }
  await transaction
    .insertInto('log_keys')
    .values({
      generation,
      verifier_key: key.verifierKey,
      private_key: wrapKey(serverKey, random, boundTo(generation), privateKey),
      created_at: now,
      retired_at: null,
    })
    .execute()
  await appendEvents(transaction, random, now, [keyEvent('key.created', generation, key.verifierKey)])
  return key
}

/**
 * Ends the key in force after a theft, or because it cannot be opened any more: the next checkpoint is signed by a new one. What was signed stays as true as
 * it was, for whoever kept it elsewhere.
 * @returns the verifier key of the one that ended; null where there was none
 */
export async function endLogKey(
  queries: Queries,
  { random, actor }: { random: Random; actor?: Actor },
  now: number,
): Promise<string | null> {
  return queries.transaction().execute(async (transaction) => {
    const ended = await transaction
      .updateTable('log_keys')
      .set({ private_key: null, retired_at: now })
      .where('private_key', 'is not', null)
      .returning(['generation', 'verifier_key'])
      .execute()
    await appendEvents(
      transaction,
      random,
      now,
      ended.map(({ generation, verifier_key }) => keyEvent('key.ended', generation, verifier_key, actor)),
    )
    return ended.at(-1)?.verifier_key ?? null
  })
}

function keyOf(generation: number, name: string, seed: Uint8Array): LogKey {
  const key = signingKeyOf(seed)
  const verifierKey = formatVerifierKey({ name, type: 'ed25519', publicKey: key.publicKey })
  return { generation, verifierKey, signer: createSigner(name, key) }
}

const boundTo = (generation: number): { id: string; algorithm: string } => ({ id: `log-${generation}`, algorithm })

const keyEvent = (
  type: 'key.created' | 'key.ended',
  generation: number,
  verifierKey: string,
  actor?: Actor,
): NewEvent => ({
  type,
  outcome: 'success',
  details: { algorithm, generation, keyId: keyIdOf(parseVerifierKey(verifierKey)).toString(16).padStart(8, '0') },
  evidence: { personId: null, content: actor === undefined ? {} : actorEvidence(actor) },
})
