// A database of the schema before: messages that stood twice stand once afterwards, none is lost, and its log can be let go as one of now.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { countEvents } from '../../../activity/count.ts'
import { hashEvent, hashEvidence, startOfChain } from '../../../activity/event.ts'
import { verifyActivity } from '../../../activity/verify.ts'
import { letLinesGo } from '../../../administration/retention/let-lines-go.ts'
import { createEmptyDatabase, databaseKinds, openUntilTestEnds } from '../../../testing/test-databases.ts'
import { readSignedOf } from '../../../identity/wallets/proofs.ts'
import { systemRandom } from '../../clock.ts'
import { migrate } from '../migrate.ts'
import type { Database } from '../open-database.ts'

type Row = Readonly<Record<string, string | number | null>>

const insert = async ({ queries }: Database, table: string, row: Row): Promise<void> =>
  void (await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))}) values (${sql.join(Object.values(row))})`.execute(
    queries,
  ))

const at = Date.parse('2025-06-01T00:00:00.000Z')
const signed = (index: number) => ({
  message: `The message ${index}, with a sign: ✓`,
  signature: `0x${String(index).padStart(130, '0')}`,
})

/** Writes a log of before: sign-ins with their proofs, and a refused attempt after each. */
async function fill(database: Database, signIns: number): Promise<void> {
  let previousHash = startOfChain
  let sequence = 0
  const append = async (
    type: string,
    outcome: 'success' | 'refused',
    details: Row,
    personId: string | null,
    content: Row,
  ): Promise<void> => {
    sequence += 1
    const text = JSON.stringify(content)
    const line = {
      sequence,
      at,
      type,
      outcome,
      details: JSON.stringify(details),
      evidenceHash: hashEvidence('salt', personId, text),
    }
    const hash = hashEvent(previousHash, line)
    await insert(database, 'events', {
      sequence,
      at,
      type,
      outcome,
      details: line.details,
      evidence_hash: line.evidenceHash,
      previous_hash: previousHash,
      hash,
    })
    await insert(database, 'event_evidence', {
      sequence,
      person_id: personId,
      salt: 'salt',
      content: text,
      address: null,
    })
    previousHash = hash
  }
  await insert(database, 'people', {
    id: 'p',
    display_name: null,
    picture_url: null,
    locale: null,
    status: 'active',
    created_at: 1,
    last_seen_at: 2,
  })
  await insert(database, 'wallets', {
    id: 'w',
    person_id: 'p',
    namespace: 'eip155',
    kind: 'key',
    chain_reference: null,
    address: '0xab',
    label: null,
    is_primary: 1,
    linked_at: 1,
    last_used_at: 2,
  })
  for (let index = 0; index < signIns; index += 1) {
    await insert(database, 'proofs', {
      id: `proof ${index}`,
      wallet_id: 'w',
      ...signed(index),
      method: 'ecdsa',
      verified_at: at,
    })
    await append('session.started', 'success', { method: 'ecdsa' }, 'p', {
      sessionId: `session ${index}`,
      ...signed(index),
    })
    await append('sign-in.refused', 'refused', { reason: 'not proved' }, null, { userAgent: 'A stranger' })
  }
  await sql`insert into event_links (kind, target, sequence) select 'reason', 'not proved', sequence from events where outcome = 'refused'`.execute(
    database.queries,
  )
  await sql`update event_head set sequence = ${sequence}, hash = ${previousHash}`.execute(database.queries)
}

describe.each(databaseKinds)('from the schema before on %s', (kind) => {
  test('every proof has its message still, which stands once wherever its line has it', async () => {
    const database = openUntilTestEnds(await createEmptyDatabase(kind))
    const { queries } = database
    const signIns = 1100
    await migrate(database, '0005-administration')
    await fill(database, signIns)
    // The evidence of one line was erased; another line has another signature; one proof has no line.
    await sql`delete from event_evidence where sequence = 1`.execute(queries)
    await sql`update proofs set signature = '0xother' where id = 'proof 1'`.execute(queries)
    await insert(database, 'proofs', {
      id: 'alone',
      wallet_id: 'w',
      message: 'alone',
      signature: '0x',
      method: 'ecdsa',
      verified_at: at,
    })
    const before = await readHead(database)

    await migrate(database)
    expect(await verifyActivity(queries)).toMatchObject({
      outcome: 'whole',
      lines: 2 * signIns,
      erased: 1,
      letGo: 0,
    })
    expect(await verifyActivity(queries, [before])).toMatchObject({ outcome: 'whole' })
    expect(await verifyActivity(queries, [{ ...before, hash: 'f'.repeat(64) }])).toMatchObject({ outcome: 'broken' })
    const ids = (await queries.selectFrom('proofs').select('id').execute()).map(({ id }) => id)
    expect(await readSignedOf(queries, ids)).toEqual(
      new Map([
        ...Array.from(
          { length: signIns },
          (_, index) =>
            [`proof ${index}`, index === 1 ? { ...signed(1), signature: '0xother' } : signed(index)] as const,
        ),
        ['alone', { message: 'alone', signature: '0x' }],
      ]),
    )
    const own = await queries
      .selectFrom('proofs')
      .select('id')
      .where('kept_message', 'is not', null)
      .orderBy('id')
      .execute()
    expect(own).toEqual([{ id: 'alone' }, { id: 'proof 0' }, { id: 'proof 1' }])
    expect(await queries.selectFrom('event_links').select('sequence').execute()).toHaveLength(signIns)

    while ((await countEvents(queries)) > 0);
    while (
      (await letLinesGo(
        { kind, queries, random: systemRandom, limits: { refusedAttemptDays: 7 } },
        at + 30 * 86_400_000,
      )) > 0
    );
    expect(await verifyActivity(queries, [before])).toMatchObject({ outcome: 'whole', letGo: signIns })
    expect(await queries.selectFrom('event_links').select('sequence').execute()).toEqual([])
  })
})

const readHead = ({ queries }: Database) =>
  queries.selectFrom('event_head').select(['sequence', 'hash']).executeTakeFirstOrThrow()
