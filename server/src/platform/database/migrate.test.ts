import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createEmptyDatabase, databaseKinds, openUntilTestEnds } from '../../testing/test-databases.ts'
import { migrate, migrationNames } from './migrate.ts'
import { openMigrated } from './open-configured.ts'
import type { Database } from './open-database.ts'

/** The schema as the database itself tells it. */
async function schemaOf({ kind, queries }: Database): Promise<unknown> {
  const text =
    kind === 'sqlite'
      ? `select type, name, sql from sqlite_master where name not like 'sqlite_%' order by type, name`
      : `select table_name, column_name, data_type, is_nullable from information_schema.columns where table_schema = 'public' order by 1, 2`
  const { rows } = await sql.raw(text).execute(queries)
  return rows
}

/** A row for each table of the schema before my identity, in the order in which one refers to the other. */
const filled: [table: string, row: Record<string, string | number | null>][] = [
  [
    'people',
    {
      id: 'p',
      display_name: 'Alice',
      picture_url: null,
      locale: 'en',
      status: 'active',
      created_at: 1,
      last_seen_at: 2,
    },
  ],
  [
    'wallets',
    {
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
    },
  ],
  [
    'challenges',
    {
      id: 'c',
      nonce: 'n',
      purpose: 'sign-in',
      browser_hash: 'b',
      interaction_id: null,
      issued: '{}',
      expires_at: 3,
      consumed_at: null,
    },
  ],
  [
    'proofs',
    { id: 'r', wallet_id: 'w', message: 'm', signature: 's', method: 'ecdsa', verified_at: 1, application_id: 'one' },
  ],
  [
    'sessions',
    {
      id: 's',
      token_hash: 't',
      person_id: 'p',
      wallet_id: 'w',
      proof_id: 'r',
      created_at: 1,
      last_seen_at: 2,
      idle_expires_at: 3,
      expires_at: 4,
      ended_at: 3,
      end_reason: 'expired',
      user_agent: 'Agent',
      network_prefix: '10.0.0.0/24',
    },
  ],
  [
    'events',
    {
      sequence: 1,
      at: 1,
      type: 'sign-in.refused',
      outcome: 'refused',
      details: '{}',
      evidence_hash: 'h',
      previous_hash: 'x',
      hash: 'y',
    },
  ],
  [
    'events',
    {
      sequence: 2,
      at: 1,
      type: 'session.started',
      outcome: 'success',
      details: '{}',
      evidence_hash: 'h',
      previous_hash: 'y',
      hash: 'z',
    },
  ],
  ['event_evidence', { sequence: 1, person_id: null, salt: 'salt', content: '{"address":"0xAbCd"}' }],
  ['event_evidence', { sequence: 2, person_id: 'p', salt: 'salt', content: '{"address":"0xAbCd"}' }],
  [
    'applications',
    {
      id: 'one',
      name: 'One',
      kind: 'web',
      enabled: 1,
      secret_hash: null,
      previous_secret_hash: null,
      previous_secret_expires_at: null,
      sector: 'one.example',
      definition: '{}',
      origin: 'operator',
      created_at: 1,
      changed_at: 1,
    },
  ],
  ['application_logos', { application_id: 'one', media_type: 'image/png', content: 'AA', hash: 'h' }],
  [
    'grants',
    {
      id: 'g',
      person_id: 'p',
      application_id: 'one',
      scopes: '[]',
      withheld: '[]',
      resources: '[]',
      learned: '{}',
      created_at: 1,
      last_used_at: 1,
      withdrawn_at: null,
    },
  ],
  [
    'authorizations',
    {
      id: 'a',
      session_id: 's',
      person_id: 'p',
      application_id: 'one',
      sid: 'sid',
      subject: 'sub',
      proof_id: 'r',
      created_at: 1,
    },
  ],
  [
    'provider_records',
    {
      kind: 'RefreshToken',
      id_hash: 'h',
      authorization_id: 'a',
      application_id: 'one',
      person_id: 'p',
      user_code_hash: null,
      browser_hash: null,
      payload: '{}',
      created_at: 1,
      expires_at: 2,
      consumed_at: null,
    },
  ],
  ['subjects', { person_id: 'p', sector: 'one.example', subject: 'sub' }],
  [
    'signing_keys',
    {
      id: 'k',
      algorithm: 'ES256',
      generation: 1,
      public_key: '{}',
      private_key: 'x',
      created_at: 1,
      active_from: 1,
      retires_at: null,
    },
  ],
  [
    'logout_deliveries',
    {
      id: 'l',
      application_id: 'one',
      person_id: 'p',
      uri: 'https://one.example',
      subject: 'sub',
      sid: 'sid',
      algorithm: 'ES256',
      created_at: 1,
      attempts: 0,
      next_attempt_at: 2,
      settled_at: null,
      outcome: null,
    },
  ],
]

async function fill({ queries }: Database): Promise<void> {
  for (const [table, row] of filled) {
    await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))}) values (${sql.join(Object.values(row))})`.execute(
      queries,
    )
  }
}

/** Of each table, the columns that were filled. */
async function readFilled({ queries }: Database, renamed: ReadonlyMap<string, string>): Promise<typeof filled> {
  const rows: typeof filled = []
  for (const [table, row] of filled) {
    if (table === 'challenges') continue
    const [key = ''] = Object.keys(row)
    const found = await sql<
      (typeof filled)[number][1]
    >`select ${sql.join(Object.keys(row).map((name) => sql`${sql.ref(renamed.get(name) ?? name)} as ${sql.ref(name)}`))} from ${sql.table(table)}
      where ${sql.ref(key)} = ${row[key]} ${table === 'provider_records' ? sql`and id_hash = ${row['id_hash']}` : sql``}`.execute(
      queries,
    )
    rows.push(...found.rows.map((one): (typeof filled)[number] => [table, one]))
  }
  return rows
}

describe.each(databaseKinds)('migrations on %s', (kind) => {
  test('lead from nothing to the newest schema, and then do nothing', async () => {
    const database = openUntilTestEnds(await createEmptyDatabase(kind))
    expect(await migrate(database)).toEqual(migrationNames)
    expect(await migrate(database)).toEqual([])
  })

  test.each(migrationNames)('lead from the schema of %s to the same as from nothing', async (step) => {
    const straight = openUntilTestEnds(await createEmptyDatabase(kind))
    await migrate(straight)
    const stepwise = openUntilTestEnds(await createEmptyDatabase(kind))
    await migrate(stepwise, step)
    await migrate(stepwise)
    expect(await schemaOf(stepwise)).toEqual(await schemaOf(straight))
  })

  test('keep the rows of every table', async () => {
    const database = openUntilTestEnds(await createEmptyDatabase(kind))
    await migrate(database, '0002-applications')
    await fill(database)
    const tables = (await database.queries.introspection.getTables()).map(({ name }) => name)
    // What a migration writes itself, and counters.
    const others = ['event_head', 'readiness', 'rate_limits']
    expect(tables.filter((name) => !others.includes(name)).sort()).toEqual(
      [...new Set(filled.map(([name]) => name))].sort(),
    )
    await migrate(database)
    // Challenges are not stored any more: whoever was about to sign is asked anew. The message of a proof that no line has is its own; the
    // columns have other names now.
    const renamed = new Map([
      ['message', 'kept_message'],
      ['signature', 'kept_signature'],
    ])
    expect(await readFilled(database, renamed)).toEqual(filled.filter(([table]) => table !== 'challenges'))
    // A refused attempt of before is found by its address, as one of today is; a line of a person's by the person.
    const addresses = await sql`select sequence, address from event_evidence order by sequence`.execute(
      database.queries,
    )
    expect(addresses.rows).toEqual([
      { sequence: 1, address: '0xabcd' },
      { sequence: 2, address: null },
    ])
    // Names of before are searched like those that come.
    const folded = await sql`select folded_name from people`.execute(database.queries)
    expect(folded.rows).toEqual([{ folded_name: 'alice' }])
    // Wallets of before are read their names like those that come.
    const names = await sql`select * from wallet_names`.execute(database.queries)
    expect(names.rows).toEqual([
      { wallet_id: 'w', name: null, picture_id: null, picture_source: null, read_at: null, due_at: 0 },
    ])
  })

  test('of a newer version are refused in words, and left as they are', async () => {
    const address = await createEmptyDatabase(kind)
    const database = openUntilTestEnds(address)
    await migrate(database)
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01T00:00:00.000Z')`.execute(
      database.queries,
    )
    await expect(openMigrated(address)).rejects.toThrow(
      /^A newer version of Countersign has worked on this database, and this is .*9999-later.*Start that version/,
    )
  })

  test('are told before they are run, where there was a database before', async () => {
    const address = await createEmptyDatabase(kind)
    const told: (readonly string[])[] = []
    const open = async () => (await openMigrated(address, ({ steps }) => told.push(steps))).database.close()
    await migrate(openUntilTestEnds(address), '0004-chains')
    await open()
    await open()
    expect(told).toEqual([migrationNames.slice(migrationNames.indexOf('0004-chains') + 1)])
  })

  test('two processes at once leave one schema', async () => {
    const address = await createEmptyDatabase(kind)
    const [one, two] = [openUntilTestEnds(address), openUntilTestEnds(address)]
    // On SQLite both share this thread, so that one must finish its turn; on PostgreSQL they race for the lock.
    const done =
      kind === 'sqlite' ? [await migrate(one), await migrate(two)] : await Promise.all([migrate(one), migrate(two)])
    expect(done.flat()).toEqual(migrationNames)
  })

  test('a step that fails leaves the database as it was', async () => {
    const database = openUntilTestEnds(await createEmptyDatabase(kind))
    await sql`create table sessions (mine text)`.execute(database.queries)
    await expect(migrate(database)).rejects.toThrow(/sessions/)
    expect(JSON.stringify(await schemaOf(database))).not.toContain('people')
  })
})

describe('what refers to a row that is not there', () => {
  /** A database of an earlier version, or of this one, with a session of nobody. */
  async function open(last?: string): Promise<Database> {
    const database = openUntilTestEnds(await createEmptyDatabase('sqlite'))
    await migrate(database, last)
    await sql`pragma foreign_keys = off`.execute(database.queries)
    await sql`insert into wallets (id, person_id, namespace, kind, address, is_primary, linked_at, last_used_at) values ('w', 'nobody', 'eip155', 'key', '0xab', 1, 1, 2)`.execute(
      database.queries,
    )
    return database
  }

  test('is found after the last step, and no step was run then', async () => {
    const database = await open('0002-applications')
    const before = await schemaOf(database)
    await expect(migrate(database)).rejects.toThrow(/refers to rows that are not there.*wallets/)
    expect(await schemaOf(database)).toEqual(before)
  })

  // With a million people it takes half a minute.
  test('is not looked for where there is no step to run', async () => {
    expect(await migrate(await open())).toEqual([])
  })
})

test('a step may take longer than anybody waits for a request', async () => {
  const database = openUntilTestEnds(await createEmptyDatabase('postgres'))
  await migrate(database, '0002-applications')
  await fill(database)
  // Longer than the server lets a statement of a request run, and than a request waits for its answer.
  await sql`create function take_long() returns trigger language plpgsql as $$ begin perform pg_sleep(7.5); return null; end $$`.execute(
    database.queries,
  )
  await sql`create trigger take_long before update on event_evidence for each statement execute function take_long()`.execute(
    database.queries,
  )
  expect(await migrate(database)).toEqual(migrationNames.slice(migrationNames.indexOf('0003-identity')))
  const { rows } = await sql<Record<string, string>>`show statement_timeout`.execute(database.queries)
  expect(rows).toEqual([{ statement_timeout: '5s' }])
})
