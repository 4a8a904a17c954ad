import { verifyLogCheckpoint } from '@countersign/log/transparency-log-checkpoint'
import { createEd25519SigningKey } from '@countersign/log/ed25519'
import { formatSignedNoteVerifierKey, parseSignedNoteVerifierKey } from '@countersign/log/signed-note-key-formats'
import { createSignedNoteVerifier } from '@countersign/log/signed-note-signers'
import { describe, expect, test } from 'vitest'
import { systemRandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { createOutboundHttpClient } from '../../platform/outbound/outbound-http-client.ts'
import { parseWitnessSettings } from '../../platform/parse-witness-settings.ts'
import { bulkInsertSequencedTestAuditEntries } from '../../testing/bulk-insert-sequenced-test-audit-entries.ts'
import { databaseKinds, openTestDatabase } from '../../testing/database-fixtures.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'
import { startTestWitness } from '../../testing/tlog-witness-test-server.ts'
import { requestCheckpointCosignatures } from './request-checkpoint-cosignatures.ts'
import type { CosignatureRequestContext } from './request-checkpoint-cosignatures.ts'
import { listAuditLogSigningKeys } from './audit-log-signing-key-store.ts'
import { readLatestAuditLogCheckpoint, signAuditLogCheckpointIfDue } from './sign-audit-log-checkpoint.ts'

const start = Date.parse('2026-01-15T12:00:00.000Z')

async function createWorld(queries: DatabaseQueryBuilder) {
  const readKey = async (): Promise<string> => (await listAuditLogSigningKeys(queries)).at(-1)?.verifier_key ?? ''
  const witness = await startTestWitness(readKey, start)
  const clock = { now: start }
  const warned: object[] = []
  const context: CosignatureRequestContext = {
    queries,
    clock: () => clock.now,
    outbound: createOutboundHttpClient({
      allowedPrivateNetworks: ['127.0.0.0/8'],
      limits: { outboundTimeoutSeconds: 3, outboundResponseBytes: 65_536 },
    }),
    witnesses: parseWitnessSettings(`${witness.url}/ ${witness.verifierKey}`) ?? [],
    log: { warn: (details: object) => void warned.push(details) } as unknown as CosignatureRequestContext['log'],
  }
  const sign = async (lines: number) => {
    await bulkInsertSequencedTestAuditEntries(queries, lines)
    const signer = {
      queries,
      random: systemRandomBytes,
      serverKey: Buffer.alloc(32, 7),
      origin: 'https://sign-in.example',
    }
    await signAuditLogCheckpointIfDue(signer, clock.now)
    await sequenceAllAuditEntries(queries)
  }
  const read = async () => {
    const log = createSignedNoteVerifier(parseSignedNoteVerifierKey(await readKey()))
    const witnesses = [createSignedNoteVerifier(parseSignedNoteVerifierKey(witness.verifierKey))]
    const { size, cosignatures } = verifyLogCheckpoint((await readLatestAuditLogCheckpoint(queries))?.note ?? '', {
      log,
      witnesses,
    })
    return { size, cosigned: cosignatures.length }
  }
  return { ...witness, world: context, clock, warned, sign, read, ask: () => requestCheckpointCosignatures(context) }
}

describe.each(databaseKinds)('audit log witnesses on %s', (kind) => {
  test('cosign each checkpoint, starting from the last one they signed', async () => {
    const { queries } = await openTestDatabase(kind)
    const { state, sign, read, ask } = await createWorld(queries)
    expect(await ask()).toBe(0)
    await sign(3)
    const first = await read()
    expect(await ask()).toBe(1)
    expect(await read()).toEqual({ ...first, cosigned: 1 })
    expect(await ask()).toBe(0)
    await sign(600)
    const second = await read()
    expect(await ask()).toBe(1)
    expect(await read()).toEqual({ ...second, cosigned: 1 })
    expect(state.requests).toEqual(['POST /add-checkpoint old 0', `POST /add-checkpoint old ${first.size}`])
    expect(state.latest?.size).toBe(second.size)
  })

  test('are queried again from the tree size that they report', async () => {
    const { queries } = await openTestDatabase(kind)
    const { state, sign, read, ask } = await createWorld(queries)
    await sign(3)
    await ask()
    const { size } = await read()
    await sign(300)
    await queries.updateTable('log_witnesses').set({ size: 0 }).execute()
    expect(await ask()).toBe(1)
    expect(state.requests.slice(1)).toEqual(['POST /add-checkpoint old 0', `POST /add-checkpoint old ${size}`])
  })

  test('are retried after failures, with growing delays', async () => {
    const { queries } = await openTestDatabase(kind)
    const { state, clock, warned, sign, read, ask } = await createWorld(queries)
    await sign(3)
    state.instead = { status: 500, body: '' }
    expect(await ask()).toBe(0)
    expect(warned).toEqual([{ witness: 'witness.example', reason: 'witness.malformed', failures: 1 }])
    expect(await ask()).toBe(0)
    clock.now += 5000
    state.instead = { status: 403, body: '' }
    expect(await ask()).toBe(0)
    expect(warned.at(-1)).toMatchObject({ reason: 'unknown_key', failures: 2 })
    clock.now += 5000
    expect(await ask()).toBe(0)
    expect(state.requests).toHaveLength(2)
    state.instead = null
    clock.now += 5000
    expect(await ask()).toBe(1)
    expect(await read()).toMatchObject({ cosigned: 1 })
  })

  test('N21: refuse to sign after seeing a different or longer log; forged cosignatures are rejected', async () => {
    const { queries } = await openTestDatabase(kind)
    const { state, clock, warned, sign, read, ask } = await createWorld(queries)
    await sign(3)
    state.forges = true
    expect(await ask()).toBe(0)
    expect(warned.at(-1)).toMatchObject({ reason: 'note.signature_wrong' })
    expect(await read()).toMatchObject({ cosigned: 0 })
    state.forges = false
    // The witness behaves as if its database had been restored from an earlier copy.
    if (state.latest === undefined) throw new Error('nothing was seen')
    state.latest = { ...state.latest, size: 900 }
    clock.now += 3_600_000
    expect(await ask()).toBe(0)
    expect(warned.at(-1)).toMatchObject({
      reason: 'the witness has signed a longer log: this database is an older copy',
    })
    const { size } = await read()
    state.latest = { ...state.latest, size, root: new Uint8Array(32) }
    clock.now += 3_600_000
    expect(await ask()).toBe(0)
    expect(warned.at(-1)).toMatchObject({ reason: 'other_root' })
    expect(await read()).toMatchObject({ cosigned: 0 })
  })

  test('are queried by one instance at a time, and by another after its lease expires', async () => {
    const { queries } = await openTestDatabase(kind)
    const { state, world: context, clock, sign, ask } = await createWorld(queries)
    await sign(3)
    const never: CosignatureRequestContext = { ...context, outbound: { fetch: () => new Promise(() => {}) } }
    void requestCheckpointCosignatures(never)
    await expect
      .poll(
        async () =>
          (await queries.selectFrom('log_witnesses').select('next_attempt_at').executeTakeFirst())?.next_attempt_at,
      )
      .toBe(start + 90_000)
    expect(await ask()).toBe(0)
    expect(state.requests).toEqual([])
    clock.now += 90_000
    expect(await ask()).toBe(1)
  })
})

test('a witness setting needs a URL and a cosignature key', async () => {
  const { publicKey } = createEd25519SigningKey(new Uint8Array(32))
  const [key, ofLog] = (['cosignature', 'ed25519'] as const).map((type) =>
    formatSignedNoteVerifierKey({ name: 'witness.example', type, publicKey }),
  )
  expect(parseWitnessSettings('')).toEqual([])
  expect(parseWitnessSettings(`https://witness.example/log/ ${key}`)).toEqual([
    { url: 'https://witness.example/log', verifierKey: key },
  ])
  for (const text of [
    `https://witness.example`,
    `${key}`,
    `https://witness.example ${ofLog}`,
    `https://witness.example ${key?.replace('+', '-')}`,
    `ftp://witness.example ${key}`,
    `https://me@witness.example ${key}`,
    `https://witness.example?a ${key}`,
    `https://witness.example ${key} more`,
    `https://witness.example ${key},https://other.example ${key}`,
  ])
    expect(parseWitnessSettings(text), text).toBeUndefined()
})
