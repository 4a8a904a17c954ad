// Applications whose `--introspection all` of release 0.1.0 was narrowed, as long as no operator has saved what they are now (decision 0065).
import type { FastifyBaseLogger } from 'fastify'
import type { Queries } from '../../platform/database/open-database.ts'
import type { Introspection } from './introspection.ts'
import { isNarrowed, readDefinition } from './store.ts'

/** So many are told apart. */
const most = 20

export async function listNarrowed(
  queries: Queries,
): Promise<{ id: string; name: string; introspection: Introspection }[]> {
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
    .filter(isNarrowed)
    .slice(0, most)
    .map(({ id, name, definition }) => ({ id, name, introspection: readDefinition(definition).introspection }))
}

/** Says so with each start. */
export async function warnOfNarrowed(queries: Queries, log: FastifyBaseLogger): Promise<void> {
  for (const { id, introspection } of await listNarrowed(queries))
    log.warn(
      { application: id, introspection, help: 'docs/guides/upgrade.md#introspection' },
      '"--introspection all" is gone: this application sees the tokens of its resources alone; check it, and confirm it with countersign application change --introspection',
    )
}
