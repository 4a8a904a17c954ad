// Looks at everything that a test may have left in the database.
import { createSealer } from '../audit-log/seal.ts'
import type { Queries } from '../platform/database/open-database.ts'
import type { Schema } from '../platform/database/schema.ts'

const counted = ['people', 'wallets', 'proofs', 'sessions', 'events'] as const satisfies (keyof Schema)[]

/** How many rows each table holds. */
export async function countRows(queries: Queries): Promise<Record<(typeof counted)[number], number>> {
  await settled(queries)
  const entries = []
  for (const table of counted) {
    const { count } = await queries
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    entries.push([table, Number(count)])
  }
  return Object.fromEntries(entries) as Record<(typeof counted)[number], number>
}

/** The activity log as text, the oldest line first. */
export async function readEvents(queries: Queries): Promise<string[]> {
  const all = (await settled(queries)).selectFrom('events').select(['type', 'outcome', 'details'])
  const rows = await all.orderBy('sequence').execute()
  return rows.map(({ type, outcome, details }) => `${type} ${outcome} ${details}`)
}

/** Everything in the database, row after row, as text: a line begins with the name of its table. */
export async function readEverything(queries: Queries): Promise<string[]> {
  await settled(queries)
  const lines = []
  for (const { name } of await queries.introspection.getTables()) {
    const rows = await queries
      .selectFrom(name as keyof Schema)
      .selectAll()
      .execute()
    for (const row of rows) lines.push(`${name} ${JSON.stringify(row)}`)
  }
  return lines
}

/** The database, once everything that was written has its place in the log. */
export async function settled(queries: Queries): Promise<Queries> {
  const sealer = createSealer(queries)
  // Another may be sealing at this moment.
  while (!(await sealer.settle()));
  return queries
}
