import type { PersonalDataExport } from '@countersign/api/personal-data-export-schema'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { DatabaseSchema } from '../../platform/database/database-schema.ts'

export type PersonalDataExportSectionItem<Name extends keyof PersonalDataExport> =
  PersonalDataExport[Name] extends readonly (infer One)[] ? One : never
export type PersonalDataExportSectionBatches<Name extends keyof PersonalDataExport> = AsyncGenerator<
  PersonalDataExportSectionItem<Name>[],
  void
>
export type ExportedPersonIds = readonly string[]

const batchSize = 200
export const formatTimestampOrNull = (at: number | null): string | null =>
  at === null ? null : formatRfc3339Timestamp(at)

type PersonTable =
  | 'wallets'
  | 'passkeys'
  | 'browsers'
  | 'sessions'
  | 'grants'
  | 'authorizations'
  | 'logout_deliveries'
  | 'proofs'
  | 'identity_merges'
  | 'api_tokens'

/** Reads all IDs first, so that concurrent changes cause neither gaps nor duplicates. */
export async function* readPersonTableRowBatches<Table extends PersonTable>(
  queries: DatabaseQueryBuilder,
  table: Table,
  columns: readonly string[],
  owners: ExportedPersonIds,
): AsyncGenerator<DatabaseSchema[Table][], void> {
  const found = new Set<string>()
  for (const column of columns) {
    const rows = await queries
      .selectFrom(table as PersonTable)
      .select('id')
      .where(column as never, 'in', owners as never)
      .orderBy('id')
      .execute()
    for (const { id } of rows) found.add(id)
  }
  const ids = [...found]
  for (let from = 0; from < ids.length; from += batchSize) {
    const batch = ids.slice(from, from + batchSize)
    yield (await queries
      .selectFrom(table as PersonTable)
      .selectAll()
      .where('id', 'in', batch)
      .orderBy('id')
      .execute()) as unknown as DatabaseSchema[Table][]
  }
}
