// A stored "all" of release 0.1.0 becomes what it can be, and an operator is told; all other definitions stay letter by letter.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listNarrowed } from '../../../protocol/applications/narrowed.ts'
import { createEmptyDatabase, databaseKinds, openUntilTestEnds } from '../../../testing/test-databases.ts'
import { migrate } from '../migrate.ts'

const service = { resource: 'https://service.example/', scopes: ['read'] }
const application = (id: string, definition: object) =>
  sql`insert into applications (id, name, kind, enabled, sector, definition, origin, created_at, changed_at)
      values (${id}, ${`The ${id}`}, 'machine', 1, ${id}, ${JSON.stringify(definition)}, 'operator', 100, 100)`

describe.each(databaseKinds)('on %s', (kind) => {
  test('O19 a stored "all" becomes the resources that the service lists, or its own tokens, and is marked; nothing else changes', async () => {
    const database = openUntilTestEnds(await createEmptyDatabase(kind))
    await migrate(database, '0024-instances')
    const definitions = {
      api: { kind: 'machine', resources: [service, { resource: 'urn:two', scopes: [] }], introspection: 'all' },
      checker: { kind: 'machine', resources: [], introspection: 'all' },
      job: { kind: 'machine', introspection: 'own', resources: [service] },
      // Stored before there were resources.
      old: {},
    }
    for (const [id, definition] of Object.entries(definitions))
      await application(id, definition).execute(database.queries)
    await migrate(database)
    const rows = await database.queries
      .selectFrom('applications')
      .select(['id', 'definition', 'introspection_narrowed', 'changed_at'])
      .orderBy('id')
      .execute()
    const narrowed = (id: 'api' | 'checker', introspection: unknown) => ({
      id,
      definition: JSON.stringify({ ...definitions[id], introspection }),
      introspection_narrowed: 1,
      changed_at: 101,
    })
    const same = (id: 'job' | 'old') => ({
      id,
      definition: JSON.stringify(definitions[id]),
      introspection_narrowed: 0,
      changed_at: 100,
    })
    expect(rows).toEqual([
      narrowed('api', ['https://service.example/', 'urn:two']),
      narrowed('checker', 'own'),
      same('job'),
      same('old'),
    ])
    expect(await listNarrowed(database.queries)).toMatchObject([
      { id: 'api', name: 'The api', introspection: ['https://service.example/', 'urn:two'] },
      { id: 'checker', introspection: 'own' },
    ])
  })

  test('release 0.1.0 adds, reads and changes applications beside the new column', async () => {
    const database = openUntilTestEnds(await createEmptyDatabase(kind))
    await migrate(database)
    await application('late', { kind: 'machine', resources: [service], introspection: 'all' }).execute(database.queries)
    await sql`update applications set name = 'Later' where id = 'late'`.execute(database.queries)
    expect(await listNarrowed(database.queries)).toMatchObject([
      { id: 'late', name: 'Later', introspection: ['https://service.example/'] },
    ])
  })
})
