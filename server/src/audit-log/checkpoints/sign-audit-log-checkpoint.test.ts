import { verifyLogCheckpoint } from '@countersign/log/transparency-log-checkpoint'
import { parseSignedNoteVerifierKey } from '@countersign/log/signed-note-key-formats'
import { createSignedNoteVerifier } from '@countersign/log/signed-note-signers'
import { verifyConsistencyProof } from '@countersign/log/merkle-proofs'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { proveMerkleConsistency, readMerkleTreeHead } from '../read-audit-log-merkle-tree.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { bulkInsertSequencedTestAuditEntries } from '../../testing/bulk-insert-sequenced-test-audit-entries.ts'
import { createTestDatabase, openDatabaseUntilTestEnds } from '../../testing/database-fixtures.ts'
import { listAuditLogSigningKeys } from './audit-log-signing-key-store.ts'
import { signAuditLogCheckpointOnDemand } from './sign-audit-log-checkpoint-on-demand.ts'
import { signAuditLogCheckpointIfDue } from './sign-audit-log-checkpoint.ts'

const worldOf = (queries: DatabaseQueryBuilder) => ({
  queries,
  random: systemRandomBytes,
  serverKey: Buffer.alloc(32, 7),
  origin: 'https://sign-in.example',
})

describe('checkpoints signed by several instances', () => {
  test('N19: do not wait for a frozen signer, which is cut off before it signs', async () => {
    const address = await createTestDatabase('postgres')
    const [frozen, other] = [openDatabaseUntilTestEnds(address, {}), openDatabaseUntilTestEnds(address)]
    await bulkInsertSequencedTestAuditEntries(other.queries, 3)
    // This transaction holds the lock of the row and does not continue.
    const { promise: thawed, resolve: thaw } = Promise.withResolvers<void>()
    const { promise: holds, resolve: isHolding } = Promise.withResolvers<void>()
    const stuck = frozen.queries.transaction().execute(async (transaction) => {
      await sql`select id from checkpoints where id = 1 for update skip locked`.execute(transaction)
      isHolding()
      await thawed
      return sql`update checkpoints set size = 99, note = 'late'`.execute(transaction)
    })
    await holds
    expect(await signAuditLogCheckpointIfDue(worldOf(other.queries), 1000)).toBeNull()
    // This waits until the database ends the frozen transaction and releases its lock.
    const signed = await signAuditLogCheckpointOnDemand(worldOf(other.queries), 2000)
    expect(signed).toMatchObject({ size: 4, signedAt: 2000 })
    thaw()
    await expect(stuck).rejects.toThrow(/terminat|connection/i)
    expect(await signAuditLogCheckpointIfDue(worldOf(other.queries), 3000)).toMatchObject({ note: signed?.note })
  })

  test('form one consistent series signed with one key', async () => {
    const address = await createTestDatabase('postgres')
    const instances = [
      openDatabaseUntilTestEnds(address),
      openDatabaseUntilTestEnds(address),
      openDatabaseUntilTestEnds(address),
    ]
    const { queries } = instances[0] as (typeof instances)[number]
    const notes = new Set<string>()
    let isOpen = true
    const signers = instances.map(async (instance) => {
      while (isOpen) notes.add((await signAuditLogCheckpointIfDue(worldOf(instance.queries), 1000))?.note ?? '')
    })
    for (let round = 0; round < 40; round += 1) await bulkInsertSequencedTestAuditEntries(queries, 7)
    isOpen = false
    await Promise.all(signers)
    notes.add((await signAuditLogCheckpointOnDemand(worldOf(queries), 2000))?.note ?? '')
    notes.delete('')

    const keys = await listAuditLogSigningKeys(queries)
    expect(keys).toHaveLength(1)
    const log = createSignedNoteVerifier(parseSignedNoteVerifierKey(keys[0]?.verifier_key ?? ''))
    const signed = [...notes].map((note) => verifyLogCheckpoint(note, { log })).toSorted((a, b) => a.size - b.size)
    // Ed25519 signatures are deterministic, so different notes of the same size would have
    // different roots.
    expect(new Set(signed.map(({ size }) => size)).size).toBe(signed.length)
    expect(signed.length).toBeGreaterThan(1)
    const tree = await readMerkleTreeHead(queries)
    expect(signed.at(-1)).toMatchObject({ size: tree.size, root: tree.root })
    for (const { size, root } of signed) {
      const proof = await proveMerkleConsistency(queries, tree, { oldSize: size, size: tree.size })
      expect(verifyConsistencyProof({ oldSize: size, oldRoot: root, size: tree.size, root: tree.root, proof })).toBe(
        true,
      )
    }
  })
})
