// The key name (C2SP signed-note, §Signatures) never changes, even if the server's address does.
import { createSignedNoteSigner } from '@countersign/log/signed-note-signers'
import { createEd25519SigningKey } from '@countersign/log/ed25519'
import {
  formatSignedNoteVerifierKey,
  computeSignedNoteKeyId,
  parseSignedNoteVerifierKey,
} from '@countersign/log/signed-note-key-formats'
import type { SignedNoteSigner } from '@countersign/log/signed-note'
import { createAuditEventActorFields } from '../audit-actor.ts'
import type { AuditActor } from '../audit-actor.ts'
import { appendAuditEvents } from '../append-audit-events.ts'
import type { NewAuditEvent } from '../append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { LogSigningKeysTable } from '../../platform/database/database-schema.ts'
import { ServerStartupError } from '../../platform/server-startup-error.ts'
import { unwrapPrivateKey, wrapPrivateKey } from '../../platform/wrap-private-key.ts'

export interface AuditLogSigningKeyContext {
  random: RandomBytes
  serverKey: Buffer
  origin: string
}

export interface AuditLogSigningKey {
  generation: number
  verifierKey: string
  signer: SignedNoteSigner
}

const algorithm = 'Ed25519'

const createLogName = (origin: string): string => `${new URL(origin).host}/activity`

export async function listAuditLogSigningKeys(queries: DatabaseQueryBuilder): Promise<LogSigningKeysTable[]> {
  return queries.selectFrom('log_signing_keys').selectAll().orderBy('generation').execute()
}

/** The caller must hold the lock of the checkpoint row. */
export async function openOrCreateAuditLogSigningKey(
  transaction: DatabaseTransaction,
  context: AuditLogSigningKeyContext,
  now: number,
): Promise<AuditLogSigningKey> {
  const keys = await listAuditLogSigningKeys(transaction)
  const last = keys.findLast(({ private_key }) => private_key !== null)
  if (last === undefined) return createLogSigningKey(transaction, context, keys, now)
  const opened = unwrapPrivateKey(context.serverKey, getKeyBinding(last.generation), last.private_key ?? '')
  if (opened === null)
    throw new ServerStartupError(
      'key.unusable',
      'COUNTERSIGN_KEY_FILE: the file cannot decrypt the key that signs audit log checkpoints. Restore the file that belongs to this database. If it ' +
        'is permanently lost, run "countersign keys rotate --now --key-file-lost": the old key is retired, and the next checkpoint is signed with a new one.',
    )
  return toLogSigningKey(
    last.generation,
    parseSignedNoteVerifierKey(last.verifier_key).name,
    Buffer.from(opened.d ?? '', 'base64url'),
  )
}

async function createLogSigningKey(
  transaction: DatabaseTransaction,
  { random, serverKey, origin }: AuditLogSigningKeyContext,
  earlier: readonly LogSigningKeysTable[],
  now: number,
): Promise<AuditLogSigningKey> {
  const [first] = earlier
  const name = first === undefined ? createLogName(origin) : parseSignedNoteVerifierKey(first.verifier_key).name
  const generation = (earlier.at(-1)?.generation ?? 0) + 1
  const seed = random(32)
  const key = toLogSigningKey(generation, name, seed)
  const x = Buffer.from(createEd25519SigningKey(seed).publicKey).toString('base64url')
  const privateKey = { kty: 'OKP', crv: algorithm, d: Buffer.from(seed).toString('base64url'), x }
  await transaction
    .insertInto('log_signing_keys')
    .values({
      generation,
      verifier_key: key.verifierKey,
      private_key: wrapPrivateKey(serverKey, random, getKeyBinding(generation), privateKey),
      created_at: now,
      retired_at: null,
    })
    .execute()
  await appendAuditEvents(transaction, random, now, [
    createKeyEvent('signing_key.created', generation, key.verifierKey),
  ])
  return key
}

/** Retires the key after it was stolen or lost. @returns the retired verifier key, or null */
export async function retireAuditLogSigningKey(
  queries: DatabaseQueryBuilder,
  { random, actor }: { random: RandomBytes; actor?: AuditActor },
  now: number,
): Promise<string | null> {
  return queries.transaction().execute(async (transaction) => {
    const ended = await transaction
      .updateTable('log_signing_keys')
      .set({ private_key: null, retired_at: now })
      .where('private_key', 'is not', null)
      .returning(['generation', 'verifier_key'])
      .execute()
    await appendAuditEvents(
      transaction,
      random,
      now,
      ended.map(({ generation, verifier_key }) =>
        createKeyEvent('signing_key.retired', generation, verifier_key, actor),
      ),
    )
    return ended.at(-1)?.verifier_key ?? null
  })
}

function toLogSigningKey(generation: number, name: string, seed: Uint8Array): AuditLogSigningKey {
  const key = createEd25519SigningKey(seed)
  const verifierKey = formatSignedNoteVerifierKey({ name, type: 'ed25519', publicKey: key.publicKey })
  return { generation, verifierKey, signer: createSignedNoteSigner(name, key) }
}

const getKeyBinding = (generation: number): { id: string; algorithm: string } => ({
  id: `log-${generation}`,
  algorithm,
})

const createKeyEvent = (
  type: 'signing_key.created' | 'signing_key.retired',
  generation: number,
  verifierKey: string,
  actor?: AuditActor,
): NewAuditEvent => ({
  type,
  outcome: 'success',
  details: {
    algorithm,
    generation,
    keyId: computeSignedNoteKeyId(parseSignedNoteVerifierKey(verifierKey)).toString(16).padStart(8, '0'),
  },
  evidence: { personId: null, content: actor === undefined ? {} : createAuditEventActorFields(actor) },
})
