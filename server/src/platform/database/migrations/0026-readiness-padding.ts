// Room for a readiness write of the size of a sign-in, which a disk that was full has to take before the instance is ready again. A *before*
// (expand): the release before writes `checked_at` alone.
import type { Kysely } from 'kysely'

export const changes = ['readiness']

export async function up(queries: Kysely<unknown>): Promise<void> {
  await queries.schema
    .alterTable('readiness')
    .addColumn('padding', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
