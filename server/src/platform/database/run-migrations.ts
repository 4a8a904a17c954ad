// Migrations: bring a database to the schema of this version, forward only, all steps of an upgrade in one transaction, one process at a time. A step
// is *before* or *after* (expand, contract): beside what a *before* adds, the release before this one goes on working; an *after* takes away
// what only that one needed, and waits until it has gone (docs/decisions/0034-rolling-upgrades.md).
import { serverLimitDefinitions as knownLimits } from '@countersign/api/server-limits'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Migration } from 'kysely/migration'
import * as schema from './migrations/0001-schema.ts'
import { describeMigrationLockHolder, MigrationLockHeldError, acquireMigrationLock } from './migration-lock.ts'
import type { Database, DatabaseKind, DatabaseQueryBuilder } from './open-sqlite-or-postgres-database.ts'
import { ServerStartupError } from '../server-startup-error.ts'
import { lockTablesForUpgrade, DatabaseTableInUseError } from './lock-tables-for-upgrade.ts'

/** What a step is. */
export interface DatabaseMigrationStep {
  up: (queries: Kysely<unknown>, kind: DatabaseKind) => Promise<void>
  /** The tables of before that it changes, or refers to. */
  affectedTables?: readonly string[]
}

/** Steps by name, the oldest first. */
export type DatabaseMigrationSteps = Readonly<Record<string, DatabaseMigrationStep>>

export const databaseMigrationSteps: DatabaseMigrationSteps = { '0001-schema': schema }

/** Steps that take something away that the release before needs. Empty while no release has one. */
const contractSteps: readonly string[] = []

/** The names of all steps, the oldest first. */
export const databaseMigrationNames: readonly string[] = Object.keys(databaseMigrationSteps)

/**
 * The steps that a start runs. What stands at the end and is *after* waits: on PostgreSQL an instance of the release before may still be there. An SQLite file
 * has one server, and so has nobody to wait for. The next release runs what waited, before its own.
 * @param names of all steps, the oldest first
 * @param after the names of those that wait
 */
export function listStartupMigrations(
  kind: DatabaseKind,
  names: readonly string[] = databaseMigrationNames,
  after: readonly string[] = contractSteps,
): readonly string[] {
  return kind === 'sqlite' ? names : names.slice(0, names.findLastIndex((name) => !after.includes(name)) + 1)
}

/** How often an upgrade tries to have all of its tables, and how long it lets others use them between. A try takes two seconds at most. */
const maxLockAttempts = 60
const lockRetryDelayMs = 1000
/** An instance that upgrades a small database at the same moment is not worth a warning. */
const warnAfterMs = 2000

export interface DatabaseMigrationOptions {
  /** Other steps than those of this release, for tests. */
  steps?: DatabaseMigrationSteps
  /** The step to stop after; the newest where it is left out. */
  lastStep?: string
  /** Waits between two attempts to have the lock or all tables; milliseconds. */
  pause?: (ms: number) => Promise<unknown>
  /** How long to wait while another session holds the migration lock. */
  waitSeconds?: number
  /** Receives one line for the operator once another session has held the migration lock for two seconds. */
  warn?: (text: string) => void
}

/**
 * Runs the steps that a database lacks. Where it lacks none, no lock is taken.
 * @returns the names of the steps that were run
 * @throws when a step fails, ServerStartupError when another session keeps the migration lock or a table; the database is then as it was
 */
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
  // Nobody is served by this instance meanwhile, and a large log takes its time.
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
                `COUNTERSIGN_DATABASE: the database needs an upgrade, and another session has held the lock for it for ${waitSeconds} s (COUNTERSIGN_UPGRADE_WAIT_SECONDS): ${who}. ` +
                  `${advice} Then start again; nothing was changed.`,
              )
            if (waitedMs >= warnAfterMs && warnedOf !== holder?.pid) {
              warnedOf = holder?.pid
              warn(
                `The database needs an upgrade, and another session holds the lock for it: ${who}. ${advice} ` +
                  `This start gives up after ${waitSeconds} s (COUNTERSIGN_UPGRADE_WAIT_SECONDS).`,
              )
            }
            waitedMs += lockRetryDelayMs
          } else throw error
          await pause(lockRetryDelayMs)
        }
      }
      throw new ServerStartupError(
        'database.unreachable',
        `COUNTERSIGN_DATABASE: for minutes, something has held the table ${inUse?.table}, which the upgrade changes: a dump that runs, or a transaction that ` +
          'somebody left open (pg_stat_activity lists them). Let it end, and start again; nothing was changed.',
      )
    }),
  )
}

interface MigrationRun {
  kind: DatabaseKind
  steps: DatabaseMigrationSteps
  /** The step after which everything is looked at, in its transaction: a start without a step looks at nothing, which with a million people would
   * take half a minute. */
  last: string
  /** Which of the tables that the steps change is taken first. */
  firstTable: string | null
}

/** Runs the steps in one transaction; on PostgreSQL with the migration lock, on SQLite by the lock of the file. */
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

/** The names of the steps that a database lacks. */
export async function listPendingMigrations(
  database: Database,
  wanted: DatabaseMigrationSteps = databaseMigrationSteps,
): Promise<string[]> {
  return findPendingSteps(await listExecutedMigrations(database), wanted)
}

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
 * @throws UnknownMigrationError for a step that this release does not know, ServerStartupError for a database from before the
 * first step
 */
function findPendingSteps(executed: readonly string[], wanted: DatabaseMigrationSteps): string[] {
  if (executed.length > 0 && !executed.includes(databaseMigrationNames[0] as string))
    throw new ServerStartupError(
      'database.too_old',
      'COUNTERSIGN_DATABASE: this database was made by a development version before 1.0 with other table and column names, and cannot be upgraded. ' +
        'Start with an empty database, for example COUNTERSIGN_DATABASE=sqlite:./countersign-new.db. Nothing was changed.',
    )
  const unknown = executed.find((name) => !(name in wanted))
  if (unknown !== undefined) throw new UnknownMigrationError(unknown)
  return Object.keys(wanted).filter((name) => !executed.includes(name))
}

/** A newer release has run a step on the database. */
export class UnknownMigrationError extends Error {
  override readonly name = 'UnknownMigrationError'

  constructor(step: string) {
    super(`the step ${step} is not known here`)
  }
}

/** SQLite writes a table anew to change a column, and would take what refers to it for orphaned meanwhile. It can be told to
 * look away only outside of a transaction. */
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
  if (rows.length > 0)
    throw new Error(`The database refers to rows that are not there: ${JSON.stringify(rows.slice(0, 5))}`)
}
