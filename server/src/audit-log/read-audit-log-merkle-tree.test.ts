import { hashAuditEntryLeaf } from '@countersign/api/create-incremental-audit-log-verifier'
import {
  appendMerkleCompactRangeLeaves,
  createEmptyMerkleCompactRange,
  formatMerkleCompactRange,
  computeMerkleRoot,
} from '@countersign/log/merkle-compact-range'
import { decodeLogEntryBundle } from '@countersign/log/transparency-log-entry-bundle'
import { verifyConsistencyProof, verifyInclusionProof } from '@countersign/log/merkle-proofs'
import { listNewLogTiles } from '@countersign/log/transparency-log-tile'
import { readMerkleNodesFromTiles } from '@countersign/log/read-merkle-nodes-from-tiles'
import { describe, expect, test } from 'vitest'
import type { DatabaseQueryBuilder } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { countSqlStatementsUntilTestEnds } from '../testing/count-sql-statements-until-test-ends.ts'
import { bulkInsertSequencedTestAuditEntries } from '../testing/bulk-insert-sequenced-test-audit-entries.ts'
import { databaseKinds, openTestDatabase } from '../testing/database-fixtures.ts'
import {
  proveMerkleConsistency,
  proveMerkleInclusion,
  readMerkleTreeRoot,
  readMerkleTreeHead,
  readMerkleTreeTile,
} from './read-audit-log-merkle-tree.ts'

async function readLeaves(queries: DatabaseQueryBuilder): Promise<Uint8Array[]> {
  const { base } = await readMerkleTreeHead(queries)
  const rows = await queries.selectFrom('audit_events').select(['sequence', 'hash']).orderBy('sequence').execute()
  const hashes = [{ sequence: 0, hash: '0'.repeat(64) }, ...rows].filter(({ sequence }) => sequence >= base)
  return hashes.map(({ hash }) => hashAuditEntryLeaf(hash))
}

const rootOfLeaves = (leaves: readonly Uint8Array[]): Uint8Array =>
  computeMerkleRoot(appendMerkleCompactRangeLeaves(createEmptyMerkleCompactRange(), leaves))

describe.each(databaseKinds)('audit log Merkle tree on %s', (kind) => {
  // These sizes are near the edges of tiles. The second level of tiles starts at 65,536 leaves.
  test.each([0, 1, 2, 7, 254, 255, 256, 300, 66_000])(
    'of %d entries has valid roots, proofs and tiles',
    { timeout: 120_000 },
    async (lines) => {
      const { queries } = await openTestDatabase(kind)
      await bulkInsertSequencedTestAuditEntries(queries, lines)
      const tree = await readMerkleTreeHead(queries)
      const leaves = await readLeaves(queries)
      const { size, root } = tree
      expect(size).toBe(lines + 1)
      expect(root).toEqual(rootOfLeaves(leaves))
      const some = [1, 2, 3, 128, 255, 256, 257, 511, 65_535, 65_536, 65_537, size - 1, size]
      for (const oldSize of new Set(some.filter((one) => one >= 1 && one <= size))) {
        const oldRoot = rootOfLeaves(leaves.slice(0, oldSize))
        expect(Buffer.from(await readMerkleTreeRoot(queries, tree, oldSize)), String(oldSize)).toEqual(
          Buffer.from(oldRoot),
        )
        const proof = await proveMerkleConsistency(queries, tree, { oldSize, size })
        expect(verifyConsistencyProof({ oldSize, oldRoot, size, root, proof }), String(oldSize)).toBe(true)
        const index = oldSize - 1
        const path = await proveMerkleInclusion(queries, tree, { sequence: index, size })
        expect(verifyInclusionProof({ leafHash: leaves[index] as Uint8Array, index, size, root, proof: path })).toBe(
          true,
        )
      }
      const take = countSqlStatementsUntilTestEnds(kind)
      await proveMerkleConsistency(queries, tree, { oldSize: Math.ceil(size * 0.61), size })
      await proveMerkleInclusion(queries, tree, { sequence: Math.floor(size / 3), size })
      expect(take().statements.length).toBeLessThanOrEqual(6)
      const files = async (tiles: Parameters<typeof readMerkleTreeTile>[2][]) =>
        Promise.all(tiles.map(async (tile) => (await readMerkleTreeTile(queries, tree, tile)) ?? new Uint8Array()))
      const node = { level: Math.floor(Math.log2(size)), index: 0 }
      expect(await readMerkleNodesFromTiles([node], size, (tiles) => files([...tiles]))).toEqual([
        Uint8Array.from(await readMerkleTreeRoot(queries, tree, 2 ** node.level)),
      ])
      for (const tile of listNewLogTiles(Math.max(0, size - 2), size))
        expect(await readMerkleTreeTile(queries, tree, tile)).toHaveLength(tile.width * 32)
      const last = { level: 'entries', index: Math.floor((size - 1) / 256), width: ((size - 1) % 256) + 1 } as const
      const bundle = decodeLogEntryBundle(
        (await readMerkleTreeTile(queries, tree, last)) ?? new Uint8Array(),
        last.width,
      )
      expect(bundle.map((entry) => hashAuditEntryLeaf(new TextDecoder().decode(entry)))).toEqual(
        leaves.slice(last.index * 256),
      )
      expect(await readMerkleTreeTile(queries, tree, { ...last, index: last.index + 1 })).toBeNull()
      expect(await readMerkleTreeTile(queries, tree, { level: 9, index: 0, width: 1 })).toBeNull()
      await expect(readMerkleTreeRoot(queries, tree, size + 1)).rejects.toThrow(RangeError)
    },
  )

  test('starts after a former hash chain, with the last hash of the chain as first leaf', async () => {
    const { queries } = await openTestDatabase(kind)
    await bulkInsertSequencedTestAuditEntries(queries, 5)
    const { hash } = await queries.selectFrom('audit_log_head').select('hash').executeTakeFirstOrThrow()
    const range = appendMerkleCompactRangeLeaves(createEmptyMerkleCompactRange(), [hashAuditEntryLeaf(hash)])
    await queries
      .updateTable('audit_log_head')
      .set({ tree_offset: 5, compact_range: formatMerkleCompactRange(range) })
      .execute()
    await bulkInsertSequencedTestAuditEntries(queries, 600)
    const tree = await readMerkleTreeHead(queries)
    expect(tree).toMatchObject({ base: 5, size: 601 })
    const leaves = await readLeaves(queries)
    expect(Buffer.from(await readMerkleTreeRoot(queries, tree, 601))).toEqual(Buffer.from(rootOfLeaves(leaves)))
    const proof = await proveMerkleInclusion(queries, tree, { sequence: 5, size: 601 })
    const claim = { leafHash: hashAuditEntryLeaf(hash), index: 0, size: 601, root: tree.root, proof }
    expect(verifyInclusionProof(claim)).toBe(true)
    await expect(proveMerkleInclusion(queries, tree, { sequence: 4, size: 601 })).rejects.toThrow(RangeError)
  })
})
