import { expiredEntryType } from '@countersign/api/expired-entries'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { appendTimedAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { countAuditEvents } from '../../audit-log/count-audit-events.ts'
import { hashSequencedEntry } from '../../audit-log/audit-entry-hash.ts'
import { searchAuditLog } from '../../audit-log/search-audit-log.ts'
import { readLogHead, verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import type { VerifiedPosition } from '../../audit-log/verify-audit-log.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/open-database.ts'
import { databaseKinds, openTestDatabase } from '../../testing/test-databases.ts'
import { expireAuditEntries } from './expire-audit-entries.ts'
import { sequenceAllEntries } from '../../testing/read-database-state.ts'

const dayMs = 86_400_000
const start = Date.parse('2026-01-15T12:00:00.000Z')
const limits = { refusedAttemptDays: 30 }
const address = `0x${'aB'.repeat(20)}`

const refused = (reason = 'not proved', type: NewAuditEvent['type'] = 'sign-in.refused'): NewAuditEvent => ({
  type,
  outcome: 'refused',
  details: { reason },
  evidence: { personId: null, content: { address, networkPrefix: '192.0.2.0/24', userAgent: 'A stranger' } },
})
const started = (): NewAuditEvent => ({
  type: 'session.started',
  outcome: 'success',
  details: { method: 'ecdsa' },
  evidence: { personId: null, content: { networkPrefix: '192.0.2.0/24' } },
})

/** Writes a line for each day of a word: `r` was refused, `s` signed in, `f` failed in a way that is kept. */
async function write(database: Database, word: string, { from = start, stepMs = dayMs } = {}): Promise<void> {
  const events = [...word].map((letter, index) => ({
    at: from + index * stepMs,
    event: letter === 'r' ? refused() : letter === 'f' ? refused('timed_out', 'logout.failed') : started(),
  }))
  await database.queries
    .transaction()
    .execute((transaction) => appendTimedAuditEvents(transaction, systemRandomBytes, events))
  await sequenceAllEntries(database.queries)
  await countAll(database)
}

async function countAll({ queries }: Database): Promise<void> {
  // Only what has its place is counted, and let go.
  await sequenceAllEntries(queries)
  while ((await countAuditEvents(queries)) > 0);
}

/** Lets go whatever is over. */
async function apply({ kind, queries }: Database, now: number, random = systemRandomBytes): Promise<void> {
  while ((await expireAuditEntries({ kind, queries, random, limits }, now)) > 0);
}

/** What is left of the log, a letter for each line: `-` was let go, `n` tells of it. */
async function read({ queries }: Database): Promise<string> {
  const letters: Record<string, string> = {
    [expiredEntryType]: '-',
    'retention.applied': 'n',
    'session.started': 's',
    'sign-in.refused': 'r',
    'logout.failed': 'f',
    'wallet.refused': 'w',
    'step-up.refused': 'u',
    'passkey.refused': 'p',
  }
  await sequenceAllEntries(queries)
  return (await queries.selectFrom('events').select('type').orderBy('sequence').execute())
    .map(({ type }) => letters[type] ?? '?')
    .join('')
}

const verify = ({ queries }: Database) => verifyAuditLogIntegrity(queries)

/** What somebody with the database in their hands can do. */
async function tamper({ queries, kind }: Database, ...statements: string[]): Promise<void> {
  if (kind === 'postgres') await sql`alter table events disable trigger all`.execute(queries)
  else
    for (const action of ['update', 'delete'])
      await sql.raw(`drop trigger if exists events_no_${action}`).execute(queries)
  if (kind === 'sqlite') await sql`pragma foreign_keys = off`.execute(queries)
  for (const statement of statements) await sql.raw(statement).execute(queries)
}

describe.each(databaseKinds)('lines whose time is over on %s', (kind) => {
  test('that go behind a reading which goes on another day are not missed by it', async () => {
    const database = await openTestDatabase(kind)
    const { queries } = database
    await write(database, 'srfr')
    const places: VerifiedPosition[] = []
    const tell = (place: VerifiedPosition) => void places.push(place)
    await verifyAuditLogIntegrity(queries, [], { tell })
    await write(database, 'rsr', { from: start + 4 * dayMs })
    await apply(database, start + 60 * dayMs)
    expect(await read(database)).toBe('s-f--s-n')
    const [from] = places
    expect(await verifyAuditLogIntegrity(queries, [], { from, tell })).toMatchObject({
      outcome: 'whole',
      readBefore: 4,
      letGo: 2,
    })
    // Whoever reads all of it sees all that went.
    expect(await verify(database)).toMatchObject({ outcome: 'whole', letGo: 4 })
    await tamper(database, `update events set let_go_by = null where sequence = 5`)
    expect(await verifyAuditLogIntegrity(queries, [], { from })).toMatchObject({ outcome: 'broken', sequence: 5 })
  })

  test('leave their hash, and nothing else that was in them', async () => {
    const database = await openTestDatabase(kind)
    await write(database, 'srfrsr')
    await sequenceAllEntries(database.queries)
    const before = await database.queries
      .selectFrom('events')
      .select(['sequence', 'at', 'hash'])
      .orderBy('sequence')
      .execute()
    const counts = await database.queries.selectFrom('event_counts').selectAll().execute()
    // Of the last refused line the day is over as well.
    await apply(database, start + 35.5 * dayMs)
    expect(await read(database)).toBe('s-f-s-n')
    expect(await verify(database)).toMatchObject({ outcome: 'whole', lines: 7, erased: 0, letGo: 3 })
    await sequenceAllEntries(database.queries)
    const gone = await database.queries
      .selectFrom('events')
      .selectAll()
      .where('let_go_by', 'is not', null)
      .orderBy('sequence')
      .execute()
    expect(gone).toEqual(
      [before[1], before[3], before[5]].map((line) => ({
        ...line,
        type: 'line.let_go',
        outcome: 'success',
        details: '{}',
        evidence_hash: null,
        previous_hash: '',
        let_go_by: 1,
      })),
    )
    await sequenceAllEntries(database.queries)
    expect(
      (await database.queries.selectFrom('event_evidence').select('sequence').orderBy('sequence').execute()).map(
        ({ sequence }) => sequence,
      ),
    ).toEqual([1, 3, 5, 7])
    await sequenceAllEntries(database.queries)
    expect(await database.queries.selectFrom('event_links').selectAll().execute()).toEqual([
      { kind: 'reason', target: 'timed_out', sequence: 3 },
    ])
    await sequenceAllEntries(database.queries)
    const note = await database.queries
      .selectFrom('events')
      .select(['type', 'details'])
      .where('sequence', '=', 7)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(note.details)).toEqual({
      batch: 1,
      lines: 3,
      first: 2,
      last: 6,
      before: '2026-01-21T00:00:00.000Z',
      days: 30,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    })
    // The figures of those days stay.
    expect(await database.queries.selectFrom('event_counts').selectAll().execute()).toEqual(counts)
    const found = await searchAuditLog(
      database.queries,
      { outcome: 'refused' },
      { before: null, after: null, size: 10 },
    )
    expect(found.entries.map(({ sequence }) => sequence)).toEqual([3])
    // Nothing is left to do, and nothing is written about it.
    await apply(database, start + 35.5 * dayMs)
    expect(await read(database)).toBe('s-f-s-n')
  })

  test('are those of every kind about refused attempts, of a person or of nobody', async () => {
    const database = await openTestDatabase(kind)
    await database.queries
      .insertInto('people')
      .values({ id: 'alice', status: 'active', created_at: 0, last_seen_at: 0 })
      .execute()
    const kinds = [
      'sign-in.refused',
      'step-up.refused',
      'wallet.refused',
      'passkey.refused',
      'cross_device.ended',
      'passkey.counter_back',
      'token.reused',
      'application.denied',
    ] as const
    const events = kinds.map((type) => ({
      at: start,
      event: { ...refused('x', type), evidence: { personId: 'alice', content: {} } },
    }))
    await database.queries
      .transaction()
      .execute((transaction) => appendTimedAuditEvents(transaction, systemRandomBytes, events))
    await sequenceAllEntries(database.queries)
    await countAll(database)
    await apply(database, start + 40 * dayMs)
    expect(await read(database)).toBe('-----???n')
  })

  test('are kept until the last day is over, and go in the order in which they were written', async () => {
    const database = await openTestDatabase(kind)
    await write(database, 'rrr')
    const firstDay = Date.parse('2026-01-15T00:00:00.000Z')
    await apply(database, firstDay + 31 * dayMs - 1)
    expect(await read(database)).toBe('rrr')
    await apply(database, firstDay + 31 * dayMs)
    expect(await read(database)).toBe('-rrn')
    await apply(database, firstDay + 33 * dayMs)
    expect(await read(database)).toBe('---nn')
    expect(await verify(database)).toMatchObject({ outcome: 'whole', letGo: 3 })
  })

  test('N14 a clock that was set back makes no line older than those before it, one that was ahead keeps none for long', async () => {
    const database = await openTestDatabase(kind)
    await write(database, 'r')
    await write(database, 'r', { from: start + 20 * dayMs })
    await write(database, 'r', { from: 0 })
    await write(database, 'r', { from: start + 5000 * dayMs })
    await write(database, 'r', { from: start + 21 * dayMs })
    await apply(database, start + 40 * dayMs)
    expect(await read(database)).toBe('-rrrrn')
    await apply(database, start + 51.5 * dayMs)
    expect(await read(database)).toBe('-----nn')
    expect((await verify(database)).outcome).toBe('whole')
  })

  test('wait until they are counted', async () => {
    const database = await openTestDatabase(kind)
    await database.queries
      .transaction()
      .execute((transaction) =>
        appendTimedAuditEvents(transaction, systemRandomBytes, [{ at: start, event: refused() }]),
      )
    await apply(database, start + 60 * dayMs)
    expect(await read(database)).toBe('r')
    await countAll(database)
    await apply(database, start + 60 * dayMs)
    expect(await read(database)).toBe('-n')
  })

  test('go in batches of which each is whole or has not happened', async () => {
    const database = await openTestDatabase(kind)
    await write(database, 'r'.repeat(1200), { stepMs: 1 })
    let drawn = 0
    const failing = (size: number) => {
      drawn += 1
      if (drawn === 2) throw new Error('killed')
      return systemRandomBytes(size)
    }
    await expect(apply(database, start + 60 * dayMs, failing)).rejects.toThrow('killed')
    expect(await read(database)).toBe(`${'-'.repeat(500)}${'r'.repeat(700)}n`)
    expect(await verify(database)).toMatchObject({ outcome: 'whole', letGo: 500 })
    await apply(database, start + 60 * dayMs)
    expect(await read(database)).toBe(`${'-'.repeat(1200)}nnn`)
    expect(await verify(database)).toMatchObject({ outcome: 'whole', lines: 1203, letGo: 1200 })
  })

  test('go once, however many instances let them go', async () => {
    const database = await openTestDatabase(kind)
    await write(database, 'r'.repeat(1100), { stepMs: 1 })
    await Promise.all([1, 2, 3, 4].map(() => apply(database, start + 60 * dayMs)))
    expect(await read(database)).toBe(`${'-'.repeat(1100)}nnn`)
    expect(await verify(database)).toMatchObject({ outcome: 'whole', letGo: 1100 })
  })

  test('are found whole while they go, and while others write', async () => {
    const database = await openTestDatabase(kind)
    await write(database, 'rs'.repeat(1500), { stepMs: 1 })
    const going = apply(database, start + 60 * dayMs)
    const writing = (async () => {
      for (let index = 0; index < 10; index += 1) await write(database, 's', { from: start + 60 * dayMs })
    })()
    for (let look = 0; look < 6; look += 1) expect(await verify(database)).toMatchObject({ outcome: 'whole' })
    await Promise.all([going, writing])
    expect(await verify(database)).toMatchObject({ outcome: 'whole', letGo: 1500 })
  })

  test('whose evidence was erased before go like others, and are erased no more afterwards', async () => {
    const database = await openTestDatabase(kind)
    await write(database, 'rsr')
    await database.queries.deleteFrom('event_evidence').where('sequence', '<=', 2).execute()
    await apply(database, start + 60 * dayMs)
    expect(await verify(database)).toMatchObject({ outcome: 'whole', lines: 4, erased: 1, letGo: 2 })
    await sql`delete from event_evidence where address = ${address.toLowerCase()}`.execute(database.queries)
    expect(await verify(database)).toMatchObject({ outcome: 'whole', lines: 4, erased: 1, letGo: 2 })
  })

  test('N13 the database itself refuses to change a line in any other way', async () => {
    const database = await openTestDatabase(kind)
    await write(database, 'srfr')
    const letGo = `type = 'line.let_go', outcome = 'success', details = '{}', evidence_hash = null, previous_hash = '', let_go_by = 1`
    const attempt = (statement: string) => sql.raw(statement).execute(database.queries)
    for (const statement of [
      `update events set ${letGo} where sequence = 1`,
      `update events set ${letGo} where sequence = 3`,
      `update events set ${letGo}, at = 5 where sequence = 2`,
      `update events set ${letGo}, hash = 'x' where sequence = 2`,
      `update events set let_go_by = 1 where sequence = 2`,
      `update events set details = '{}' where sequence = 2`,
      `delete from events where sequence = 2`,
    ]) {
      await expect(attempt(statement), statement).rejects.toThrow(/append-only/)
    }
    await apply(database, start + 60 * dayMs)
    for (const change of ['let_go_by = 2', 'let_go_by = null', `hash = 'x'`, 'at = 5'])
      await expect(attempt(`update events set ${change} where sequence = 2`), change).rejects.toThrow(/append-only/)
  })

  test('N13 a line that was altered before its time was over stays, and is found', async () => {
    const database = await openTestDatabase(kind)
    await write(database, 'rrr')
    const { queries } = database
    await queries.updateTable('event_evidence').set({ content: '{}' }).where('sequence', '=', 2).execute()
    await apply(database, start + 60 * dayMs)
    expect(await read(database)).toBe('-r-n')
    expect(await verify(database)).toMatchObject({ outcome: 'broken', sequence: 2 })
  })

  const letGo = `type = 'line.let_go', outcome = 'success', details = '{}', evidence_hash = null, previous_hash = ''`
  test.each([
    [
      'a line that was to be kept, as one of the batch',
      `update events set ${letGo}, let_go_by = 1 where sequence = 3; delete from event_evidence where sequence = 3`,
      2,
    ],
    [
      'a line that was to be kept, as one of no batch',
      `update events set ${letGo}, let_go_by = 9 where sequence = 3; delete from event_evidence where sequence = 3`,
      3,
    ],
    [
      'a line behind the note of its batch',
      `update events set ${letGo}, let_go_by = 1 where sequence = 9; delete from event_evidence where sequence = 9`,
      9,
    ],
    ['a line with something still in it', `update events set let_go_by = 1 where sequence = 3`, 3],
    ['another hash for one that was', `update events set hash = '${'e'.repeat(64)}' where sequence = 4`, 2],
    ['another time for one that was', `update events set at = at + 1 where sequence = 4`, 2],
    ['fewer lines than there were', `delete from events where sequence = 4`, 4],
    [
      'evidence beside one that was',
      `insert into event_evidence (sequence, salt, content) values (4, 'salt', '{}')`,
      4,
    ],
    ['another batch for one that was', `update events set let_go_by = 2 where sequence = 4`, 2],
  ])('N13 nobody passes off as let go %s', async (_what, statements, place) => {
    const database = await openTestDatabase(kind)
    await write(database, 'srfrsr')
    await apply(database, start + 60 * dayMs)
    await write(database, 'ss', { from: start + 61 * dayMs })
    expect(await read(database)).toBe('s-f-s-nss')
    await tamper(database, ...statements.split('; '))
    expect(await verify(database)).toMatchObject({ outcome: 'broken', sequence: place })
  })

  test('N13 the line before one that was let go cannot be written anew, with all hashes', async () => {
    const database = await openTestDatabase(kind)
    const { queries } = database
    await write(database, 'ssrs')
    await apply(database, start + 60 * dayMs)
    expect(await read(database)).toBe('ss-sn')
    // The line fits its hash again; only what the log came to does not.
    await sequenceAllEntries(queries)
    const line = await queries.selectFrom('events').selectAll().where('sequence', '=', 2).executeTakeFirstOrThrow()
    await tamper(
      database,
      `update events set at = 7, hash = '${hashSequencedEntry({ ...line, at: 7, evidenceHash: line.evidence_hash })}' where sequence = 2`,
    )
    expect(await verify(database)).toMatchObject({ outcome: 'broken', sequence: 5 })
  })
})

/** A small generator of the same numbers each time. */
function createNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return state % below
  }
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'N13 whatever was let go when, the log is whole, and any change of what is left is found (%i)',
  async (seed) => {
    const database = await openTestDatabase('sqlite')
    const { queries } = database
    const draw = createNumbers(seed)
    let now = start
    for (let round = 0; round < 6; round += 1) {
      const word = Array.from({ length: 1 + draw(12) }, () => 'rrsf'[draw(4)]).join('')
      await write(database, word, { from: now, stepMs: 3_600_000 })
      now += draw(40) * dayMs
      await apply(database, now)
      expect(await verify(database)).toMatchObject({ outcome: 'whole' })
    }
    await write(database, 's', { from: now })
    expect(await read(database)).toMatch(/-.*n/)
    await sequenceAllEntries(queries)
    const rows = await queries.selectFrom('events').selectAll().orderBy('sequence').execute()
    await tamper(database)
    const isFound = async (what: string): Promise<void> =>
      expect(await verify(database), what).toMatchObject({ outcome: 'broken' })
    for (const row of rows) {
      const changes = [
        { at: row.at + 1 },
        { type: 'key.created' },
        { outcome: row.outcome === 'success' ? 'refused' : 'success' } as const,
        { details: '{"a":1}' },
        { hash: 'e'.repeat(64) },
        { let_go_by: row.let_go_by === null ? 1 : null },
        { evidence_hash: 'f'.repeat(64) },
      ]
      for (const change of changes) {
        await queries.updateTable('events').set(change).where('sequence', '=', row.sequence).execute()
        await isFound(`line ${row.sequence}: ${JSON.stringify(change)}`)
        await queries.updateTable('events').set(row).where('sequence', '=', row.sequence).execute()
      }
      // Written anew with a hash that fits it: found by whatever follows, the head at last.
      if (row.let_go_by === null) {
        await queries
          .updateTable('events')
          .set({
            at: row.at + 1,
            hash: hashSequencedEntry({ ...row, at: row.at + 1, evidenceHash: row.evidence_hash }),
          })
          .where('sequence', '=', row.sequence)
          .execute()
        const noted = await readLogHead(queries)
        expect(await verifyAuditLogIntegrity(queries, [noted]), `line ${row.sequence} anew`).toMatchObject({
          outcome: 'broken',
        })
        await queries.updateTable('events').set(row).where('sequence', '=', row.sequence).execute()
      }
      await queries.deleteFrom('events').where('sequence', '=', row.sequence).execute()
      await isFound(`line ${row.sequence} removed`)
      await queries.insertInto('events').values(row).execute()
    }
    expect(await verify(database)).toMatchObject({ outcome: 'whole' })
  },
)
