// What somebody does who can write to the database, and knows how the log is made: everything in it is written anew, with every hash. Only a checkpoint that was
// kept elsewhere tells.
import { leafOf, toHex } from '@countersign/api/log-walk'
import { openCheckpoint } from '@countersign/log/checkpoint'
import { appendLeaves, emptyRange, formatRange } from '@countersign/log/compact-range'
import { parseVerifierKey } from '@countersign/log/note-key'
import { createVerifier } from '@countersign/log/note-signers'
import { verifyConsistency } from '@countersign/log/proofs'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { hashSealed } from '../event.ts'
import { proveConsistency, readSealedTree } from '../tree.ts'
import { verifyActivity } from '../verify.ts'
import { systemRandom } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/open-database.ts'
import { fillTree } from '../../testing/fill-tree.ts'
import { settled } from '../../testing/read-all.ts'
import { openTestDatabase } from '../../testing/test-databases.ts'
import { listLogKeys } from './log-key.ts'
import { LogRewritten, signNewest } from './sign.ts'

const worldOf = (queries: Queries) => ({
  queries,
  random: systemRandom,
  serverKey: Buffer.alloc(32, 7),
  origin: 'https://sign-in.example',
})

const readLines = (queries: Queries) =>
  queries
    .selectFrom('events')
    .innerJoin('event_evidence', 'event_evidence.sequence', 'events.sequence')
    .select(['at', 'type', 'outcome', 'details', 'evidence_hash', 'person_id', 'salt', 'content'])
    .orderBy('events.sequence')
    .execute()
type Line = Awaited<ReturnType<typeof readLines>>[number]

/** Writes the whole log anew: lines, evidence, nodes and head. */
async function rewrite({ queries, kind }: Database, change: (lines: Line[]) => Line[]): Promise<void> {
  const lines = change(await readLines(queries))
  if (kind === 'postgres') await sql`alter table events disable trigger all`.execute(queries)
  else for (const action of ['update', 'delete']) await sql.raw(`drop trigger events_no_${action}`).execute(queries)
  for (const table of ['event_evidence', 'event_nodes', 'events'] as const) await queries.deleteFrom(table).execute()
  const nodes: { level: number; place: number; hash: string }[] = []
  const sealed = lines.map((line, index) => ({
    ...line,
    sequence: index + 1,
    hash: hashSealed({ ...line, evidenceHash: line.evidence_hash }),
  }))
  const leaves = ['0'.repeat(64), ...sealed.map(({ hash }) => hash)].map(leafOf)
  const tree = appendLeaves(emptyRange(), leaves, ({ level, index, hash }) => {
    if (level === 8) nodes.push({ level, place: index, hash: toHex(hash) })
  })
  await queries
    .insertInto('events')
    .values(
      sealed.map(({ person_id: _person, salt: _salt, content: _content, ...line }) => ({ ...line, previous_hash: '' })),
    )
    .execute()
  await queries
    .insertInto('event_evidence')
    .values(
      sealed.map(({ sequence, person_id, salt, content }) => ({ sequence, person_id, salt, content, address: null })),
    )
    .execute()
  await queries.insertInto('event_nodes').values(nodes).execute()
  await queries
    .updateTable('event_head')
    .set({ sequence: sealed.length, hash: sealed.at(-1)?.hash ?? '', tree: formatRange(tree) })
    .execute()
}

const place = 100

const deeds: readonly [what: string, change: (lines: Line[]) => Line[], found: { sequence: number; reason: RegExp }][] =
  [
    ['altered', (lines) => lines.with(place, { ...lines[place], at: 7 } as Line), { sequence: 401, reason: /noted/ }],
    ['removed', (lines) => lines.toSpliced(place, 1), { sequence: 401, reason: /noted/ }],
    [
      'inserted',
      (lines) => lines.toSpliced(place, 0, { ...lines[place], at: 7 } as Line),
      { sequence: 401, reason: /noted/ },
    ],
    [
      'moved',
      (lines) => lines.with(place, lines[place + 1] as Line).with(place + 1, lines[place] as Line),
      { sequence: 401, reason: /noted/ },
    ],
    // Up to the line of the checkpoint there are fewer than there were.
    ['withheld at the end', (lines) => lines.slice(0, -30), { sequence: 391, reason: /ends before/ }],
  ]

describe('a log that was written anew with all its hashes', () => {
  test.each(deeds)('N13 N21 is found by a checkpoint where a line was %s', async (what, change, found) => {
    const database = await openTestDatabase('sqlite')
    const { queries } = database
    const world = worldOf(queries)
    await fillTree(queries, 399)
    const early = await signNewest(world, 1000)
    // Beside the lines there is that of the key.
    await settled(queries)
    await fillTree(queries, 1)
    const kept = await signNewest(world, 2000)
    if (early === null || kept === null) throw new Error('not signed')
    const [key] = await listLogKeys(queries)
    const { size, root } = openCheckpoint(kept.note, {
      log: createVerifier(parseVerifierKey(key?.verifier_key ?? '')),
    })
    await fillTree(queries, what.startsWith('withheld') ? 19 : 30)
    const head = { sequence: size - 1, hash: toHex(root) }
    expect(await verifyActivity(queries, [head])).toMatchObject({ outcome: 'whole' })

    await rewrite(database, change)
    // By itself it is as good as the true one.
    expect(await verifyActivity(queries)).toMatchObject({ outcome: 'whole' })
    expect(await verifyActivity(queries, [head])).toEqual({
      outcome: 'broken',
      sequence: found.sequence,
      reason: expect.stringMatching(found.reason) as string,
    })
    // Nor is there a proof for whoever asks for no more than that.
    const tree = await readSealedTree(queries)
    if (tree.size >= size) {
      const proof = await proveConsistency(queries, tree, { oldSize: size, size: tree.size })
      expect(verifyConsistency({ oldSize: size, oldRoot: root, size: tree.size, root: tree.root, proof })).toBe(false)
    }
    // Whoever forgets the checkpoint in the database has this very server say so.
    await expect(signNewest(world, 3000)).rejects.toThrow(LogRewritten)
  })
})
