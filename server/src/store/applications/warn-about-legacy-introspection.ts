// Applications whose `--introspection all` was restricted and awaits confirmation (decision 0065).
import type { FastifyBaseLogger } from 'fastify'
import { findCliCommandPrefix } from '../../platform/cli-command-prefix.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { IntrospectionAccess } from './token-introspection-access-rules.ts'
import { hasLegacyIntrospectAllSetting, parseApplicationDefinition } from './application-store.ts'

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

export async function warnAboutLegacyIntrospection(
  queries: DatabaseQueryBuilder,
  log: FastifyBaseLogger,
): Promise<void> {
  for (const { id, introspection } of await listLegacyIntrospectionApplications(queries))
    log.warn(
      { application: id, introspection, help: 'docs/guides/upgrade.md#introspection' },
      `"--introspection all" was removed: this application can now introspect only tokens issued for its resources; check this, and confirm it with ${findCliCommandPrefix()} application change --introspection`,
    )
}
