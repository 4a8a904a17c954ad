// Gives written lines their place in the log, and puts them into its Merkle tree (the sequencer of a transparency log; RFC 6962, decision 0058). Whoever
// has the row of the head seals, and nobody waits for it but who erases: another instance goes on to something else, and one that froze
// while it had it is cut off by the database after two seconds.
import { leafOf, toHex } from '@countersign/api/log-walk'
import { appendLeaves, formatRange, parseRange } from '@countersign/log/compact-range'
import type { CompactRange } from '@countersign/log/compact-range'
import type { TreeNode } from '@countersign/log/node-position'
import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import type { Queries, Transaction } from '../platform/database/database.ts'
import { isSqlite } from '../platform/database/is-sqlite.ts'
import { prepare, prepareRows } from '../platform/database/prepared.ts'
import type {
  EventEvidenceTable,
  EventHeadTable,
  EventsTable,
  UnsealedEventsTable,
} from '../platform/database/schema.ts'
import { hashSealed } from './event.ts'
import { insertLinks, linksOf } from './links.ts'

/** A line that is written, and has no place yet. */
export type WaitingLine = Omit<UnsealedEventsTable, 'id'>

/** How many lines are sealed by one step at most: a statement has room for only so many values. */
export const sealedAtOnce = 500

/** The levels of the tree of which the nodes are kept: the roots of tiles of 256 hashes (C2SP tlog-tiles). */
const keptLevel = 8

/**
 * Seals the lines that wait, at most a step's worth.
 * @returns how many; null where somebody else is sealing
 */
export async function sealEvents(queries: Queries): Promise<number | null> {
  // An idle server does not ask for the head ten times a second, nor for the one writer of an SQLite file.
  if ((await findNewestWaiting(queries)) === null) return 0
  return queries.transaction().execute(async (transaction) => {
    const held = await transaction
      .selectFrom('event_head')
      .select('id')
      .where('id', '=', 1)
      .forUpdate()
      .skipLocked()
      .execute()
    return held.length === 0 ? null : sealWaiting(transaction)
  })
}

/**
 * Seals all lines that wait, those of this transaction too, and holds the log until it ends: for who erases or lets go, so that everything that
 * was written until now is found in its place, and whoever comes after finds what was done. Call it when everything else is held.
 */
export async function sealWithin(transaction: Transaction): Promise<void> {
  if (isSqlite(transaction)) return
  await transaction.selectFrom('event_head').select('id').where('id', '=', 1).forUpdate().execute()
  while ((await sealWaiting(transaction)) === sealedAtOnce);
}

async function sealWaiting(transaction: Transaction): Promise<number> {
  const waiting = await readWaiting(transaction)
  if (waiting.length === 0) return 0
  await sealLines(
    transaction,
    waiting.map(({ id: _id, ...line }) => line),
  )
  await transaction
    .deleteFrom('unsealed_events')
    .where(
      'id',
      'in',
      waiting.map(({ id }) => id),
    )
    .execute()
  return waiting.length
}

/** Whoever began to write when another was done comes behind them: an act that followed an answer stands after what was answered. */
const readWaiting = prepare((queries: Queries) =>
  queries.selectFrom('unsealed_events').selectAll().orderBy('id').limit(sealedAtOnce),
)

/** Puts lines at the end of the log, in this order, at most `sealedAtOnce` of them. The head is held, or nobody else can write. */
export async function sealLines(transaction: Transaction, lines: readonly WaitingLine[]): Promise<void> {
  const [head] = await selectHead(transaction)
  if (head === undefined) throw new Error('The activity log has no head')
  const sealed = lines.map((line, index) => ({ ...line, sequence: head.sequence + index + 1, hash: hashOf(line) }))
  const last = sealed.at(-1)
  if (last === undefined) return
  const grown = growTree(await readTree(transaction, head), sealed)

  await insertLines(
    transaction,
    sealed.map(({ sequence, at, type, outcome, details, evidence_hash, hash }) => ({
      sequence,
      at,
      type,
      outcome,
      details,
      evidence_hash,
      previous_hash: '',
      hash,
    })),
  )
  await insertEvidence(
    transaction,
    sealed.map(({ sequence, person_id, salt, content, address, proof_id }) => ({
      sequence,
      person_id,
      salt,
      content,
      address,
      proof_id,
    })),
  )
  const links = sealed.flatMap(({ sequence, details, content }) =>
    linksOf(
      sequence,
      JSON.parse(details) as Record<string, string | number>,
      JSON.parse(content) as Record<string, string>,
    ),
  )
  for (let from = 0; from < links.length; from += sealedAtOnce)
    await insertLinks(transaction, links.slice(from, from + sealedAtOnce))
  await insertNodes(transaction, grown.nodes)
  await moveHead(transaction, last.sequence, last.hash, formatRange(grown.range))
}

const hashOf = ({ at, type, outcome, details, evidence_hash: evidenceHash }: WaitingLine): string =>
  hashSealed({ at, type, outcome, details, evidenceHash })

/** The tree as it stands, and its nodes that became full since it was read. */
interface Tree {
  range: CompactRange
  nodes: readonly NodeRow[]
}

interface NodeRow {
  level: number
  place: number
  hash: string
}

function growTree({ range, nodes }: Tree, lines: readonly Pick<EventsTable, 'hash'>[]): Tree {
  const full = [...nodes]
  const keep = ({ level, index, hash }: TreeNode): void => {
    if (level > 0 && level % keptLevel === 0) full.push({ level, place: index, hash: toHex(hash) })
  }
  const leaves = lines.map(({ hash }) => leafOf(hash))
  return { range: appendLeaves(range, leaves, keep), nodes: full }
}

/** The tree up to the head. An instance of the release before appends to the chain, and knows of no tree: its lines come into it first. */
export async function readTree(queries: Queries, { sequence, tree_base, tree }: EventHeadTable): Promise<Tree> {
  let grown: Tree = { range: parseRange(tree), nodes: [] }
  for (;;) {
    const reached = tree_base + grown.range.end - 1
    if (reached === sequence) return grown
    const others = await queries
      .selectFrom('events')
      .select('hash')
      .where('sequence', '>', reached)
      .where('sequence', '<=', sequence)
      .orderBy('sequence')
      .limit(sealedAtOnce)
      .execute()
    if (others.length === 0) throw new Error(`The activity log ends at line ${reached}, and its head is ${sequence}`)
    grown = growTree(grown, others)
  }
}

const selectHead = prepare((queries: Queries) => queries.selectFrom('event_head').selectAll().where('id', '=', 1))

const moveHead = prepare((queries: Queries, sequence: number, hash: string, tree: string) =>
  queries.updateTable('event_head').set({ sequence, hash, tree }).where('id', '=', 1),
)

const insertLines = prepareRows((queries, lines: readonly Omit<EventsTable, 'let_go_by'>[]) =>
  queries.insertInto('events').values(lines),
)

const insertNodes = prepareRows((queries, nodes: readonly NodeRow[]) => queries.insertInto('event_nodes').values(nodes))

/**
 * Keeps the evidence of lines, but for those of a person who was erased meanwhile: it is looked up while the head is held,
 * which who erases holds as well, and so nothing of them comes after them. Their lines stay, as others whose evidence was erased.
 */
const insertEvidence = prepareRows((queries, rows: readonly EventEvidenceTable[]) => {
  const values = rows.map(
    ({ sequence, person_id, salt, content, address, proof_id }) =>
      sql`(cast(${sequence} as bigint), cast(${person_id} as text), cast(${salt} as text), cast(${content} as text), cast(${address} as text), cast(${proof_id} as text))`,
  )
  // Both databases call the columns of such a list column1, column2 and so on.
  const statement = sql`insert into event_evidence (sequence, person_id, salt, content, address, proof_id)
    select column1, column2, column3, column4, column5, column6 from (values ${sql.join(values)}) as line
    where column2 is null or exists (select 1 from people where people.id = column2 and people.status <> 'erased')`
  return { compile: () => statement.compile(queries) }
})

/** The newest line that waits; null where none does. */
async function findNewestWaiting(queries: Queries): Promise<number | null> {
  if (isSqlite(queries)) return null
  const [row] = await selectNewestWaiting(queries)
  return row?.newest ?? null
}

const selectNewestWaiting = prepare((queries: Queries) =>
  queries.selectFrom('unsealed_events').select(({ fn }) => fn.max('id').as('newest')),
)

/** Seals, for one instance. */
export interface Sealer {
  /** Seals what waits; main calls it ten times a second. */
  seal: () => Promise<void>
  /**
   * Lets whoever reads the log find what was written before: seals it, or waits for a moment until others have.
   * @returns false where some of it still waits: whoever seals has frozen, and another goes on in two seconds
   */
  settle: () => Promise<boolean>
}

/** How often, and after how long each time, who reads looks whether others have sealed. */
const looks = 12
const lookEveryMs = 25

/** One job at a time: whoever comes while it runs is there for the next one. */
export function createSealer(queries: Queries): Sealer {
  let running: Promise<void> | null = null
  const seal = (): Promise<void> =>
    (running ??= sealAll(queries).finally(() => {
      running = null
    }))
  return {
    seal,
    settle: async () => {
      const newest = await findNewestWaiting(queries)
      if (newest === null) return true
      for (let look = 0; look < looks; look += 1) {
        await running
        await seal()
        const { rows } = await sql`select 1 from unsealed_events where id <= ${newest} limit 1`.execute(queries)
        if (rows.length === 0) return true
        await wait(lookEveryMs)
      }
      return false
    },
  }
}

async function sealAll(queries: Queries): Promise<void> {
  while ((await sealEvents(queries)) === sealedAtOnce);
}

/** How many lines wait to be sealed: all of them, or those of people. */
export async function countWaiting(queries: Queries, personIds?: readonly string[]): Promise<number> {
  if (isSqlite(queries)) return 0
  const { count } = await queries
    .selectFrom('unsealed_events')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$if(personIds !== undefined, (query) => query.where('person_id', 'in', personIds ?? []))
    .executeTakeFirstOrThrow()
  return Number(count)
}
