// When a person left something out of a consent, so that it is offered again once (decision 0069). A *before* (expand): the release before does not
// write it, and what it remembers is not offered again.
import type { Kysely } from 'kysely'

export const changes = ['grants']

export async function up(queries: Kysely<unknown>): Promise<void> {
  await queries.schema.alterTable('grants').addColumn('left_out_at', 'bigint').execute()
}
