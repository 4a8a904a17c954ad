import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { hashAuditEntryLeaf, encodeHex } from '@countersign/api/create-incremental-audit-log-verifier'
import {
  appendMerkleCompactRangeLeaves,
  createEmptyMerkleCompactRange,
  computeMerkleRoot,
} from '@countersign/log/merkle-compact-range'
import { erasePerson } from '../account/personal-data/erase-person.ts'
import { systemRandomBytes } from '../platform/clock.ts'
import type {
  Database,
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../platform/database/open-sqlite-or-postgres-database.ts'
import { openDatabase } from '../platform/database/open-sqlite-or-postgres-database.ts'
import {
  createTestDatabase,
  databaseKinds,
  openTestDatabase,
  openDatabaseUntilTestEnds,
} from '../testing/database-fixtures.ts'
import { appendAuditEvents } from './append-audit-events.ts'
import type { NewAuditEvent } from './append-audit-events.ts'
import { computeChainedAuditEntryHash, computeAuditEvidenceHash } from './compute-audit-entry-hash.ts'
import type { HashChainedAuditEntry } from './compute-audit-entry-hash.ts'
import {
  countUnsequencedAuditEntries,
  createAuditLogSequencer,
  sequencePendingAuditEntries,
  sequenceAuditEntriesInTransaction,
} from './audit-log-sequencer.ts'
import { readAuditLogHead, verifyAuditLogIntegrity } from './verify-audit-log.ts'

const line = (name: string, personId: string | null = null): NewAuditEvent => ({
  type: 'session.ended',
  outcome: 'success',
  details: { reason: name },
  evidence: { personId, content: { sessionId: `session of ${name}` } },
})

const write = (transaction: DatabaseTransaction, ...names: string[]) =>
  appendAuditEvents(
    transaction,
    systemRandomBytes,
    1000,
    names.map((name) => line(name)),
  )

const append = ({ queries }: Pick<Database, 'queries'>, ...names: string[]) =>
  queries.transaction().execute((transaction) => write(transaction, ...names))

const readNames = async (queries: DatabaseQueryBuilder): Promise<string[]> => {
  const rows = await queries.selectFrom('audit_events').select('details').orderBy('sequence').execute()
  return rows.map(({ details }) => (JSON.parse(details) as { reason: string }).reason)
}

/**
 * Appends as an instance of the previous release does: to the chain, while holding the lock of the
 * head.
 */
async function appendChained({ queries }: Pick<Database, 'queries'>, ...names: string[]): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    for (const name of names) {
      const head = await transaction
        .updateTable('audit_log_head')
        .set((expression) => ({ sequence: expression('sequence', '+', 1) }))
        .returning(['sequence', 'hash'])
        .executeTakeFirstOrThrow()
      const details = JSON.stringify({ reason: name })
      const evidenceHash = computeAuditEvidenceHash('salt', null, '{}')
      const chained: HashChainedAuditEntry = {
        sequence: head.sequence,
        at: 1000,
        type: 'session.ended',
        outcome: 'success',
        details,
        evidenceHash,
      }
      const { evidenceHash: evidence_hash, ...rest } = chained
      const hash = computeChainedAuditEntryHash(head.hash, chained)
      await transaction
        .insertInto('audit_events')
        .values({ ...rest, evidence_hash, previous_hash: head.hash, hash })
        .execute()
      await transaction
        .insertInto('audit_event_evidence')
        .values({
          sequence: head.sequence,
          person_id: null,
          salt: 'salt',
          content: '{}',
          address: null,
          proof_id: null,
        })
        .execute()
      await transaction.updateTable('audit_log_head').set({ hash }).execute()
    }
  })
}

describe.each(databaseKinds)('audit log sequencing on %s', (kind) => {
  test('orders entries as acknowledged, with the Merkle root of all entries as head', async () => {
    const database = await openTestDatabase(kind)
    const names = Array.from({ length: 700 }, (_, index) => `line ${index}`)
    await append(database, ...names.slice(0, 3))
    for (const name of names.slice(3, 20)) await append(database, name)
    await append(database, ...names.slice(20))
    await createAuditLogSequencer(database.queries).sequencePending()
    expect(await readNames(database.queries)).toEqual(names)
    expect(await verifyAuditLogIntegrity(database.queries)).toMatchObject({ outcome: 'whole', lines: 700 })
    const rows = await database.queries.selectFrom('audit_events').select('hash').orderBy('sequence').execute()
    const leaves = ['0'.repeat(64), ...rows.map(({ hash }) => hash)].map(hashAuditEntryLeaf)
    expect((await readAuditLogHead(database.queries)).hash).toBe(
      encodeHex(computeMerkleRoot(appendMerkleCompactRangeLeaves(createEmptyMerkleCompactRange(), leaves))),
    )
    const nodes = await database.queries.selectFrom('audit_log_nodes').selectAll().orderBy('node_index').execute()
    expect(nodes).toEqual(
      [0, 1].map((place) => ({
        level: 8,
        node_index: place,
        hash: encodeHex(
          computeMerkleRoot(
            appendMerkleCompactRangeLeaves(
              createEmptyMerkleCompactRange(),
              leaves.slice(place * 256, (place + 1) * 256),
            ),
          ),
        ),
      })),
    )
  })

  test('keeps entries from before the Merkle tree verifiable through its first leaf', async () => {
    const database = await openTestDatabase(kind)
    const { queries } = database
    await appendChained(database, 'a', 'b', 'c')
    const chained = await queries.selectFrom('audit_log_head').select(['sequence', 'hash']).executeTakeFirstOrThrow()
    await append(database, 'd', 'e')
    await createAuditLogSequencer(queries).sequencePending()
    expect(await readNames(queries)).toEqual(['a', 'b', 'c', 'd', 'e'])
    const verified = await verifyAuditLogIntegrity(queries)
    expect(verified).toMatchObject({ outcome: 'whole', lines: 5 })
    for (const statement of [
      sql`update audit_events set at = 7 where sequence = 2`,
      sql`update audit_events set details = '{}' where sequence = 1`,
      sql`update audit_events set at = 7 where sequence = 5`,
    ]) {
      await expect(
        queries.transaction().execute(async (transaction) => {
          if (kind === 'postgres') await sql`alter table audit_events disable trigger all`.execute(transaction)
          else await sql`drop trigger audit_events_no_update`.execute(transaction)
          await statement.execute(transaction)
          throw await verifyAuditLogIntegrity(transaction)
        }),
      ).rejects.toMatchObject({ outcome: 'broken' })
    }
    expect(await verifyAuditLogIntegrity(queries)).toEqual(verified)
    expect(chained.sequence).toBe(3)
  })

  test('adds entries written by an instance of the previous release to the tree, in their order', async () => {
    const database = await openTestDatabase(kind)
    const { queries } = database
    const sealer = createAuditLogSequencer(queries)
    for (const round of [1, 2, 3]) {
      await append(database, `new ${round}`)
      await sealer.sequencePending()
      await appendChained(database, `old ${round}`, `old ${round} too`)
      expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole', lines: round * 3 })
    }
    await append(database, 'new 4')
    await sealer.sequencePending()
    expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole', lines: 10 })
    expect(await readNames(queries)).toEqual(
      [1, 2, 3].flatMap((n) => [`new ${n}`, `old ${n}`, `old ${n} too`]).concat('new 4'),
    )
  })

  test('leaves out entries of a rolled-back transaction', async () => {
    const database = await openTestDatabase(kind)
    const undone = database.queries.transaction().execute(async (transaction) => {
      await write(transaction, 'undone')
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await append(database, 'kept')
    await createAuditLogSequencer(database.queries).sequencePending()
    expect(await readNames(database.queries)).toEqual(['kept'])
  })
})

const openInstance = (address: string): Database => openDatabaseUntilTestEnds(address)

describe('audit log sequencing across instances', () => {
  test('sequences each entry once while all instances write', async () => {
    const address = await createTestDatabase('postgres')
    const instances = [openInstance(address), openInstance(address), openInstance(address)]
    const names = Array.from({ length: 90 }, (_, index) => `line ${index}`)
    let open = names.length
    const writers = instances.map(async (instance, place) => {
      for (const name of names.filter((_, index) => index % 3 === place)) {
        await append(instance, name)
        open -= 1
      }
    })
    const sealers = instances.map(async ({ queries }) => {
      const { sequencePending } = createAuditLogSequencer(queries)
      while (open > 0) await sequencePending()
      await sequencePending()
    })
    await Promise.all([...writers, ...sealers])
    const { queries } = instances[0] as Database
    await createAuditLogSequencer(queries).sequencePending()
    expect((await readNames(queries)).toSorted()).toEqual(names.toSorted())
    expect(await countUnsequencedAuditEntries(queries)).toBe(0)
    expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole', lines: 90 })
    // The entries of each instance keep the order in which they were acknowledged.
    const order = await readNames(queries)
    for (const place of [0, 1, 2]) {
      const own = names.filter((_, index) => index % 3 === place)
      expect(order.filter((name) => own.includes(name))).toEqual(own)
    }
  })

  test('N19: cuts off a frozen sequencer, and another instance sequences its entries', async () => {
    const address = await createTestDatabase('postgres')
    const [frozen, other] = [openDatabaseUntilTestEnds(address, {}), openDatabaseUntilTestEnds(address)]
    await append(frozen, 'a')
    // This transaction holds the lock of the head and does not continue.
    const { promise: thawed, resolve: thaw } = Promise.withResolvers<void>()
    const { promise: holds, resolve: isHolding } = Promise.withResolvers<void>()
    const stuck = frozen.queries.transaction().execute(async (transaction) => {
      await sql`select id from audit_log_head where id = 1 for update skip locked`.execute(transaction)
      isHolding()
      await thawed
      return sql`update audit_log_head set sequence = 99`.execute(transaction)
    })
    await holds
    await append(other, 'b')
    expect(await sequencePendingAuditEntries(other.queries)).toBeNull()
    // This waits until the database ends the frozen transaction and releases its lock.
    await other.queries.transaction().execute((transaction) => sequenceAuditEntriesInTransaction(transaction))
    expect(await readNames(other.queries)).toEqual(['a', 'b'])
    thaw()
    await expect(stuck).rejects.toThrow(/terminat|connection/i)
    expect(await verifyAuditLogIntegrity(other.queries)).toMatchObject({ outcome: 'whole', lines: 2 })
  })

  test('stores no evidence of a person erased before their entries are sequenced', async () => {
    const address = await createTestDatabase('postgres')
    const { queries } = openInstance(address)
    const person = {
      id: 'ada',
      display_name: null,
      picture_url: null,
      locale: null,
      status: 'active' as const,
      created_at: 0,
      last_seen_at: 0,
    }
    await queries.insertInto('people').values(person).execute()
    const ofAda = (transaction: DatabaseTransaction, name: string) =>
      appendAuditEvents(transaction, systemRandomBytes, 1000, [line(name, 'ada')])
    await queries.transaction().execute((transaction) => ofAda(transaction, 'waits'))
    const { promise: may, resolve: go } = Promise.withResolvers<void>()
    const { promise: isWritten, resolve: written } = Promise.withResolvers<void>()
    const late = openDatabase(address)
    const writing = late.queries.transaction().execute(async (transaction) => {
      await ofAda(transaction, 'under way')
      written()
      await may
    })
    await isWritten
    expect(
      await erasePerson({ queries, random: systemRandomBytes }, { personId: 'ada', session: null, now: 2000 }),
    ).toBe(0)
    go()
    await writing
    await late.close()
    await createAuditLogSequencer(queries).sequencePending()
    const rows = await queries.selectFrom('audit_event_evidence').select(['person_id', 'content']).execute()
    expect(rows.map(({ person_id }) => person_id)).toEqual([null])
    expect(JSON.stringify(rows)).not.toContain('session of')
    expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole', lines: 3, erased: 2 })
  })

  test('makes a new entry readable on flush, without waiting for the next round', async () => {
    const address = await createTestDatabase('postgres')
    const [one, other] = [openInstance(address), openInstance(address)]
    await append(one, 'a')
    await createAuditLogSequencer(other.queries).flush()
    expect(await readNames(other.queries)).toEqual(['a'])
  })
})
