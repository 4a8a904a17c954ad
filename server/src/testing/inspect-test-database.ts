// Inspects everything that a test may have left in the database.
import { createAuditLogSequencer } from '../audit-log/audit-log-sequencer.ts'
import type { DatabaseQueryBuilder } from '../platform/database/open-sqlite-or-postgres-database.ts'
import type { DatabaseSchema } from '../platform/database/database-schema.ts'

const countedTables = [
  'people',
  'wallets',
  'proofs',
  'sessions',
  'audit_events',
] as const satisfies (keyof DatabaseSchema)[]

export async function countRowsPerTable(
  queries: DatabaseQueryBuilder,
): Promise<Record<(typeof countedTables)[number], number>> {
  await sequenceAllAuditEntries(queries)
  const entries = []
  for (const table of countedTables) {
    const { count } = await queries
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    entries.push([table, Number(count)])
  }
  return Object.fromEntries(entries) as Record<(typeof countedTables)[number], number>
}

export async function listSequencedAuditEntryTexts(queries: DatabaseQueryBuilder): Promise<string[]> {
  const all = (await sequenceAllAuditEntries(queries)).selectFrom('audit_events').select(['type', 'outcome', 'details'])
  const rows = await all.orderBy('sequence').execute()
  return rows.map(({ type, outcome, details }) => `${type} ${outcome} ${details}`)
}

export async function dumpDatabase(queries: DatabaseQueryBuilder): Promise<string[]> {
  await sequenceAllAuditEntries(queries)
  const lines = []
  for (const { name } of await queries.introspection.getTables()) {
    const rows = await queries
      .selectFrom(name as keyof DatabaseSchema)
      .selectAll()
      .execute()
    for (const row of rows) lines.push(`${name} ${JSON.stringify(row)}`)
  }
  return lines
}

export async function sequenceAllAuditEntries(queries: DatabaseQueryBuilder): Promise<DatabaseQueryBuilder> {
  const sealer = createAuditLogSequencer(queries)
  // Another sequencer may be running, so this repeats until all entries are sequenced.
  while (!(await sealer.flush()));
  return queries
}

export const listAuditEntries = async (
  { database }: { database: { queries: DatabaseQueryBuilder } },
  type: string,
): Promise<string[]> => (await listSequencedAuditEntryTexts(database.queries)).filter((line) => line.startsWith(type))
