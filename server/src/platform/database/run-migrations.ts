// Forward-only migrations in *before* (expand) and *after* (contract) steps (decision 0034).
import { serverLimitDefinitions as knownLimits } from '@countersign/api/server-limits'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Migration } from 'kysely/migration'
import * as schema from './migrations/0001-schema.ts'
import * as refusedRequests from './migrations/0002-refused-requests.ts'
import * as products from './migrations/0003-products.ts'
import * as loginTokens from './migrations/0004-login-tokens.ts'
import { describeMigrationLockHolder, MigrationLockHeldError, acquireMigrationLock } from './migration-lock.ts'
import type { Database, DatabaseKind, DatabaseQueryBuilder } from './open-sqlite-or-postgres-database.ts'
import { ServerStartupError } from '../server-startup-error.ts'
import { lockTablesForUpgrade, DatabaseTableInUseError } from './lock-tables-for-upgrade.ts'

export interface DatabaseMigrationStep {
  up: (queries: Kysely<unknown>, kind: DatabaseKind) => Promise<void>
  /** Existing tables that the step changes or refers to. */
  affectedTables?: readonly string[]
}

/** Oldest first. */
export type DatabaseMigrationSteps = Readonly<Record<string, DatabaseMigrationStep>>

export const databaseMigrationSteps: DatabaseMigrationSteps = {
  '0001-schema': schema,
  '0002-refused-requests': refusedRequests,
  '0003-products': products,
  '0004-login-tokens': loginTokens,
}

/** Steps that remove something that the previous release needs. */
const contractSteps: readonly string[] = []

export const databaseMigrationNames: readonly string[] = Object.keys(databaseMigrationSteps)

// *After* steps wait for the next release, because instances of the previous one may still run.
export function listStartupMigrations(
  kind: DatabaseKind,
  names: readonly string[] = databaseMigrationNames,
  after: readonly string[] = contractSteps,
): readonly string[] {
  return kind === 'sqlite' ? names : names.slice(0, names.findLastIndex((name) => !after.includes(name)) + 1)
}

/** Each attempt takes at most two seconds. */
const maxLockAttempts = 60
const lockRetryDelayMs = 1000
const warnAfterMs = 2000

export interface DatabaseMigrationOptions {
  steps?: DatabaseMigrationSteps
  /** The newest step if omitted. */
  lastStep?: string
  pause?: (ms: number) => Promise<unknown>
  waitSeconds?: number
  warn?: (text: string) => void
}

/** @returns the steps that ran @throws if a step fails, which leaves the database unchanged */
export async function runMigrations(
  database: Database,
  {
    steps: wanted = databaseMigrationSteps,
    lastStep = Object.keys(wanted).at(-1) as string,
    pause = wait,
    waitSeconds = knownLimits.upgradeWaitSeconds.default,
    warn = () => {},
  }: DatabaseMigrationOptions = {},
): Promise<string[]> {
  const executed = await listExecutedMigrations(database)
  if (!findPendingSteps(executed, wanted).some((name) => name <= lastStep)) return []
  // Migrations have no timeouts, because a large audit log takes time and no requests are served.
  return withoutForeignKeys(database, () =>
    database.runWithoutTimeouts(async (db) => {
      let inUse: DatabaseTableInUseError | null = null
      let waitedMs = 0
      let warnedOf: number | null | undefined
      for (let attempt = 0; attempt < maxLockAttempts;) {
        try {
          return await runMigrationSteps(db, {
            kind: database.kind,
            steps: wanted,
            last: lastStep,
            firstTable: inUse?.table ?? null,
          })
        } catch (error) {
          if (error instanceof DatabaseTableInUseError) {
            inUse = error
            attempt += 1
          } else if (error instanceof MigrationLockHeldError) {
            const { holder } = error
            const { who, advice } = describeMigrationLockHolder(holder)
            if (waitedMs >= waitSeconds * 1000)
              throw new ServerStartupError(
                'database.locked',
                `COUNTERSIGN_DATABASE: the database needs an upgrade, but another session has held the upgrade lock for ${waitSeconds} s (COUNTERSIGN_UPGRADE_WAIT_SECONDS): ${who}. ` +
                  `${advice} Then start again. Nothing was changed.`,
              )
            if (waitedMs >= warnAfterMs && warnedOf !== holder?.pid) {
              warnedOf = holder?.pid
              warn(
                `The database needs an upgrade, but another session holds the upgrade lock: ${who}. ${advice} ` +
                  `The server gives up after ${waitSeconds} s (COUNTERSIGN_UPGRADE_WAIT_SECONDS).`,
              )
            }
            waitedMs += lockRetryDelayMs
          } else throw error
          await pause(lockRetryDelayMs)
        }
      }
      throw new ServerStartupError(
        'database.unreachable',
        `COUNTERSIGN_DATABASE: the table ${inUse?.table}, which the upgrade changes, has been in use for minutes: a dump is running, or a transaction is open ` +
          '(see pg_stat_activity). Wait until it has ended, or end it, then start again. Nothing was changed.',
      )
    }),
  )
}

interface MigrationRun {
  kind: DatabaseKind
  steps: DatabaseMigrationSteps
  /** After this step, all references are validated: half a minute with a million people. */
  last: string
  firstTable: string | null
}

async function runMigrationSteps(db: DatabaseQueryBuilder, run: MigrationRun): Promise<string[]> {
  const migrateAll = async (queries: DatabaseQueryBuilder): Promise<string[]> => {
    const found = toKyselyMigrations(run)
    const provider = { getMigrations: async () => found }
    const { error, results = [] } = await new Migrator({ db: queries, provider }).migrateTo(run.last)
    if (error !== undefined) throw error
    return results.filter((result) => result.status === 'Success').map((result) => result.migrationName)
  }
  if (run.kind === 'sqlite') return migrateAll(db)
  return db.transaction().execute(async (queries) => {
    await acquireMigrationLock(queries)
    return migrateAll(queries)
  })
}

export async function listPendingMigrations(
  database: Database,
  wanted: DatabaseMigrationSteps = databaseMigrationSteps,
): Promise<string[]> {
  return findPendingSteps(await listExecutedMigrations(database), wanted)
}

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

/** @throws UnknownMigrationError, or ServerStartupError for a database older than the first step */
function findPendingSteps(executed: readonly string[], wanted: DatabaseMigrationSteps): string[] {
  if (executed.length > 0 && !executed.includes(databaseMigrationNames[0] as string))
    throw new ServerStartupError(
      'database.too_old',
      'COUNTERSIGN_DATABASE: this database was created by a development version before 1.0, with other table and column names, and cannot be upgraded. ' +
        'Start with an empty database, for example COUNTERSIGN_DATABASE=sqlite:./countersign-new.db. Nothing was changed.',
    )
  const unknown = executed.find((name) => !(name in wanted))
  if (unknown !== undefined) throw new UnknownMigrationError(unknown)
  return Object.keys(wanted).filter((name) => !executed.includes(name))
}

export class UnknownMigrationError extends Error {
  override readonly name = 'UnknownMigrationError'

  constructor(step: string) {
    super(`unknown migration ${step}`)
  }
}

// SQLite rewrites a table to change it, which would orphan references to it. Foreign keys can only
// be switched off outside a transaction.
async function withoutForeignKeys<Result>({ kind, queries }: Database, run: () => Promise<Result>): Promise<Result> {
  if (kind !== 'sqlite') return run()
  await sql`pragma foreign_keys = off`.execute(queries)
  try {
    return await run()
  } finally {
    await sql`pragma foreign_keys = on`.execute(queries)
  }
}

function toKyselyMigrations({ kind, steps: wanted, last, firstTable }: MigrationRun): Record<string, Migration> {
  let hasBegun = false
  const run = async (name: string, { up }: DatabaseMigrationStep, queries: Kysely<unknown>): Promise<void> => {
    if (kind === 'postgres' && !hasBegun)
      await lockTablesForUpgrade(queries, listAffectedTables(name, wanted), firstTable)
    hasBegun = true
    await up(queries, kind)
    if (kind === 'sqlite' && name === last) await checkForeignKeys(queries)
  }
  return Object.fromEntries(
    Object.entries(wanted).map(([name, step]) => [name, { up: (queries) => run(name, step, queries) }]),
  )
}

const listAffectedTables = (first: string, wanted: DatabaseMigrationSteps): string[] => [
  ...new Set(Object.entries(wanted).flatMap(([name, { affectedTables = [] }]) => (name < first ? [] : affectedTables))),
]

async function checkForeignKeys(queries: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`pragma foreign_key_check`.execute(queries)
  if (rows.length > 0) throw new Error(`The database refers to missing rows: ${JSON.stringify(rows.slice(0, 5))}`)
}
