// Databases from before the initial schema: the 31 migrations that led to it are replaced by the one that makes it whole (decision 0079).
import { sql } from 'kysely'
import type { Database, DatabaseKind, DatabaseQueries } from './open-database.ts'
import { StartupError } from '../startup-error.ts'

const initialMigration = '0001-initial-schema'

/** The last commit that has these migrations. An older database is upgraded by it first. */
export const lastCommitBeforeSquash = '6dc743cc554436df7c60165c3059d349dc7ea2d6'

/** In the order in which they were run. */
export const squashedMigrations: readonly string[] = [
  '0001-sign-in',
  '0002-applications',
  '0003-identity',
  '0004-chains',
  '0005-administration',
  '0006-growth',
  '0007-retention',
  '0008-challenges',
  '0009-limits',
  '0010-fewer-trees',
  '0011-releases',
  '0012-unregistered',
  '0013-resources',
  '0014-user-names',
  '0015-email',
  '0016-known-wallets',
  '0017-site-hosts',
  '0018-held-wallets',
  '0019-cross-device',
  '0020-views',
  '0021-vouched-browsers',
  '0022-sealing',
  '0023-checkpoints',
  '0024-instances',
  '0025-pending-merges',
  '0026-readiness-padding',
  '0027-look-alike-names',
  '0028-token-answers',
  '0029-introspection',
  '0030-document-terms',
  '0031-left-out',
]

const lastSquashedMigration = squashedMigrations.at(-1) as string

/** The names of the migrations that have run on a database; none on an empty one. */
export async function listExecutedMigrations({ kind, queries }: Database): Promise<string[]> {
  const { rows: table } = await (
    kind === 'sqlite'
      ? sql`select 1 from sqlite_master where name = 'kysely_migration'`
      : sql`select 1 where to_regclass('kysely_migration') is not null`
  ).execute(queries)
  if (table.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(queries)
  return rows.map(({ name }) => name)
}

/**
 * Whether a database has the initial schema by the migrations of before.
 * @param executed the names of the migrations that have run on it
 * @throws StartupError where it has only some of them
 */
export function canAdoptInitialSchema(executed: readonly string[]): boolean {
  const missing = squashedMigrations.filter((name) => !executed.includes(name))
  if (missing.length === squashedMigrations.length) return false
  if (missing.length > 0)
    throw new StartupError(
      'database.too_old',
      `COUNTERSIGN_DATABASE: the database is older than this version can upgrade (it lacks ${missing[0]}). Build and start commit ${lastCommitBeforeSquash} once, ` +
        'which upgrades it, then start this version again. Nothing was changed.',
    )
  return true
}

/** Records the initial schema in the place of the migrations of before. Changes nothing else, and nothing where another instance did it meanwhile. */
export async function adoptInitialSchema(queries: DatabaseQueries, kind: DatabaseKind): Promise<void> {
  const adopt = async (transaction: DatabaseQueries): Promise<void> => {
    await sql`update kysely_migration set name = ${initialMigration} where name = ${lastSquashedMigration}`.execute(
      transaction,
    )
    await sql`delete from kysely_migration where name in (${sql.join(squashedMigrations)})`.execute(transaction)
  }
  await (kind === 'sqlite' ? queries.transaction().execute(adopt) : adopt(queries))
}
