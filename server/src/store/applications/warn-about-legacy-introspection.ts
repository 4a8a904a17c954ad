// Applications whose `--introspection all` of release 0.1.0 was narrowed, as long as no operator has saved what they are now (decision 0065).
import type { FastifyBaseLogger } from 'fastify'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { IntrospectionAccess } from './token-introspection-access-rules.ts'
import { hasLegacyIntrospectAllSetting, parseApplicationDefinition } from './application-store.ts'

/** So many are told apart. */
const maxListedApplications = 20

export async function listLegacyIntrospectionApplications(
  queries: DatabaseQueryBuilder,
): Promise<{ id: string; name: string; introspection: IntrospectionAccess }[]> {
  const rows = await queries
    .selectFrom('applications')
    .select(['id', 'name', 'definition', 'introspection_narrowed'])
    .where((expression) =>
      expression.or([
        expression('introspection_narrowed', '=', 1),
        expression('definition', 'like', '%"introspection":"all"%'),
      ]),
    )
    .orderBy('id')
    .execute()
  return rows
    .filter(hasLegacyIntrospectAllSetting)
    .slice(0, maxListedApplications)
    .map(({ id, name, definition }) => ({
      id,
      name,
      introspection: parseApplicationDefinition(definition).introspection,
    }))
}

/** Says so with each start. */
export async function warnAboutLegacyIntrospection(
  queries: DatabaseQueryBuilder,
  log: FastifyBaseLogger,
): Promise<void> {
  for (const { id, introspection } of await listLegacyIntrospectionApplications(queries))
    log.warn(
      { application: id, introspection, help: 'docs/guides/upgrade.md#introspection' },
      '"--introspection all" is gone: this application sees the tokens of its resources alone; check it, and confirm it with countersign application change --introspection',
    )
}
