// Tests that inclusion proofs for many entries at once equal those built one by one.
import { hashAuditEntryLeaf } from '@countersign/api/create-incremental-audit-log-verifier'
import { verifyInclusionProof } from '@countersign/log/merkle-proofs'
import { describe, expect, test } from 'vitest'
import { countSqlStatementsUntilTestEnds } from '../testing/count-sql-statements-until-test-ends.ts'
import { bulkInsertSequencedTestAuditEntries } from '../testing/bulk-insert-sequenced-test-audit-entries.ts'
import { databaseKinds, openTestDatabase } from '../testing/database-fixtures.ts'
import { createAuditEntryInclusionProver } from './audit-entry-inclusion-prover.ts'
import { proveMerkleInclusion, readMerkleTreeRoot, readMerkleTreeHead } from './read-audit-log-merkle-tree.ts'

describe.each(databaseKinds)('batched audit entry inclusion proofs on %s', (kind) => {
  test('equal proofs built one by one, for trees of any size and entries in any order', async () => {
    const { queries } = await openTestDatabase(kind)
    await bulkInsertSequencedTestAuditEntries(queries, 66_100)
    const tree = await readMerkleTreeHead(queries)
    const rows = await queries.selectFrom('audit_events').select(['sequence', 'hash']).execute()
    const leaves = new Map(rows.map(({ sequence, hash }) => [sequence, hashAuditEntryLeaf(hash)]))
    for (const size of [2, 255, 256, 257, 700, 65_536, 65_793, tree.size]) {
      const root = await readMerkleTreeRoot(queries, tree, size)
      const some = [1, 2, 254, 255, 256, 257, 511, 512, 699, 65_535, 65_536, 65_792, size - 2, size - 1, 40_000]
      for (const sequences of [some, some.toReversed()]) {
        const proofs = await createAuditEntryInclusionProver(queries, tree, size).prove(sequences)
        expect([...proofs.keys()].sort((one, other) => one - other)).toEqual(
          [...new Set(some.filter((sequence) => sequence < size))].sort((one, other) => one - other),
        )
        for (const [sequence, proof] of proofs) {
          if (sequence === 0) continue
          const leafHash = leaves.get(sequence) as Uint8Array
          expect(verifyInclusionProof({ leafHash, index: sequence, size, root, proof }), `${sequence} of ${size}`).toBe(
            true,
          )
          const single = await proveMerkleInclusion(queries, tree, { sequence, size })
          expect(proof.map((hash) => Buffer.from(hash))).toEqual(single.map((hash) => Buffer.from(hash)))
        }
      }
    }
  })

  test('use fewer than 150 statements for 10,000 entries, and fewer than 100 for 500 scattered ones', async () => {
    const { queries } = await openTestDatabase(kind)
    await bulkInsertSequencedTestAuditEntries(queries, 20_100)
    const tree = await readMerkleTreeHead(queries)
    const take = countSqlStatementsUntilTestEnds(kind)
    const { prove } = createAuditEntryInclusionProver(queries, tree, tree.size)
    let proved = 0
    for (let batch = 0; batch < 20; batch += 1) {
      const newest = 20_100 - batch * 500
      proved += (await prove(Array.from({ length: 500 }, (_, at) => newest - at))).size
    }
    expect(proved).toBe(10_000)
    expect(take().statements.length).toBeLessThan(150)
    expect((await prove(Array.from({ length: 500 }, (_, at) => 20_100 - at * 40))).size).toBe(500)
    expect(take().statements.length).toBeLessThan(100)
  })
})
