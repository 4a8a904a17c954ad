// What applications named before resources were things of their own becomes rows, and nothing else changes.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createEmptyDatabase, databaseKinds, openUntilTestEnds } from '../../../testing/test-databases.ts'
import { migrate } from '../migrate.ts'
import { resourceId } from '../../resource-id.ts'

const service = 'https://service.example/'
const application = (id: string, at: number, definition: object) =>
  sql`insert into applications (id, name, kind, enabled, sector, definition, origin, created_at, changed_at)
      values (${id}, ${id}, 'web', 1, ${id}, ${JSON.stringify(definition)}, 'operator', ${at}, ${at})`

describe.each(databaseKinds)('on %s', (kind) => {
  test('each service that applications name is a resource with all scopes that any of them has there, as it was', async () => {
    const database = openUntilTestEnds(await createEmptyDatabase(kind))
    await migrate(database, '0011-releases')
    const definitions = {
      one: { resources: [{ resource: service, scopes: ['read'] }] },
      two: {
        resources: [
          { resource: service, scopes: ['write', 'read'] },
          { resource: 'urn:other', scopes: [] },
        ],
      },
      old: {},
    }
    for (const [index, [id, definition]] of Object.entries(definitions).entries())
      await application(id, 100 - index, definition).execute(database.queries)
    await migrate(database)
    const rows = await database.queries.selectFrom('resources').selectAll().orderBy('identifier').execute()
    expect(rows.map(({ definition, ...row }) => ({ ...row, definition: JSON.parse(definition) as unknown }))).toEqual([
      {
        id: resourceId(service),
        identifier: service,
        name: service,
        origin: 'applications',
        created_at: 99,
        changed_at: 99,
        definition: {
          resource: service,
          name: service,
          scopes: [
            { scope: 'read', description: null },
            { scope: 'write', description: null },
          ],
          openTo: 'listed',
          tokenLifeSeconds: null,
          claims: [],
          algorithm: 'ES256',
          subjects: 'by-application',
        },
      },
      expect.objectContaining({ identifier: 'urn:other', id: expect.stringMatching(/^[0-9a-z]{26}$/) as string }),
    ])
    const [kept] = await database.queries
      .selectFrom('applications')
      .select('definition')
      .where('id', '=', 'one')
      .execute()
    expect(kept?.definition).toBe(JSON.stringify(definitions.one))
  })
})
