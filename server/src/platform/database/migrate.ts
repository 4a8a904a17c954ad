// Migrations: bring a database to the schema of this version, forward only, all steps of an upgrade in one transaction, one process at a time. A step
// is *before* or *after* (expand, contract): beside what a *before* adds, the release before this one goes on working; an *after* takes away
// what only that one needed, and waits until it has gone (docs/decisions/0034-upgrades.md).
import { limits as knownLimits } from '@countersign/api/limits'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Migration } from 'kysely/migration'
import * as signIn from './migrations/0001-sign-in.ts'
import * as applications from './migrations/0002-applications.ts'
import * as identity from './migrations/0003-identity.ts'
import * as chains from './migrations/0004-chains.ts'
import * as administration from './migrations/0005-administration.ts'
import * as growth from './migrations/0006-growth.ts'
import * as retention from './migrations/0007-retention.ts'
import * as challenges from './migrations/0008-challenges.ts'
import * as limits from './migrations/0009-limits.ts'
import * as fewerTrees from './migrations/0010-fewer-trees.ts'
import * as releases from './migrations/0011-releases.ts'
import * as unregistered from './migrations/0012-unregistered.ts'
import * as resources from './migrations/0013-resources.ts'
import * as userNames from './migrations/0014-user-names.ts'
import * as email from './migrations/0015-email.ts'
import * as knownWallets from './migrations/0016-known-wallets.ts'
import * as siteHosts from './migrations/0017-site-hosts.ts'
import * as heldWallets from './migrations/0018-held-wallets.ts'
import * as crossDevice from './migrations/0019-cross-device.ts'
import * as views from './migrations/0020-views.ts'
import * as vouchedBrowsers from './migrations/0021-vouched-browsers.ts'
import * as sealing from './migrations/0022-sealing.ts'
import * as checkpoints from './migrations/0023-checkpoints.ts'
import * as instances from './migrations/0024-instances.ts'
import * as pendingMerges from './migrations/0025-pending-merges.ts'
import * as readinessPadding from './migrations/0026-readiness-padding.ts'
import * as lookAlikeNames from './migrations/0027-look-alike-names.ts'
import * as tokenAnswers from './migrations/0028-token-answers.ts'
import * as introspection from './migrations/0029-introspection.ts'
import * as documentTerms from './migrations/0030-document-terms.ts'
import * as leftOut from './migrations/0031-left-out.ts'
import { describeHolder, MigrationLockHeld, takeMigrationLock } from './migration-lock.ts'
import type { Database, DatabaseKind, Queries } from './open-database.ts'
import { StartFault } from '../start-fault.ts'
import { takeTables, TableInUse } from './take-tables.ts'

/** What a step is. */
interface Step {
  up: (queries: Kysely<unknown>, kind: DatabaseKind) => Promise<void>
  /** The tables of before that it changes, or refers to. Not told by steps that no release waits beside any more. */
  changes?: readonly string[]
}

/** All steps, the oldest first. */
export const steps = {
  '0001-sign-in': signIn,
  '0002-applications': applications,
  '0003-identity': identity,
  '0004-chains': chains,
  '0005-administration': administration,
  '0006-growth': growth,
  '0007-retention': retention,
  '0008-challenges': challenges,
  '0009-limits': limits,
  '0010-fewer-trees': fewerTrees,
  '0011-releases': releases,
  '0012-unregistered': unregistered,
  '0013-resources': resources,
  '0014-user-names': userNames,
  '0015-email': email,
  '0016-known-wallets': knownWallets,
  '0017-site-hosts': siteHosts,
  '0018-held-wallets': heldWallets,
  '0019-cross-device': crossDevice,
  '0020-views': views,
  '0021-vouched-browsers': vouchedBrowsers,
  '0022-sealing': sealing,
  '0023-checkpoints': checkpoints,
  '0024-instances': instances,
  '0025-pending-merges': pendingMerges,
  '0026-readiness-padding': readinessPadding,
  '0027-look-alike-names': lookAlikeNames,
  '0028-token-answers': tokenAnswers,
  '0029-introspection': introspection,
  '0030-document-terms': documentTerms,
  '0031-left-out': leftOut,
} satisfies Record<string, Step>

/** Steps that take something away that the release before needs. Empty while no release has one. */
const afterSteps: readonly string[] = []

/** The names of all steps, the oldest first. */
export const migrationNames = Object.keys(steps) as (keyof typeof steps)[]

/**
 * The steps that a start runs. What stands at the end and is *after* waits: on PostgreSQL an instance of the release before may still be there. An SQLite file
 * has one server, and so has nobody to wait for. The next release runs what waited, before its own.
 * @param names of all steps, the oldest first
 * @param after the names of those that wait
 */
export function stepsAtStart(
  kind: DatabaseKind,
  names: readonly string[] = migrationNames,
  after: readonly string[] = afterSteps,
): readonly string[] {
  return kind === 'sqlite' ? names : names.slice(0, names.findLastIndex((name) => !after.includes(name)) + 1)
}

/** How often an upgrade tries to have all of its tables, and how long it lets others use them between. A try takes two seconds at most. */
const attempts = 60
const pauseMs = 1000
/** An instance that upgrades a small database at the same moment is not worth a warning. */
const warnAfterMs = 2000

export interface MigrateOptions {
  /** Waits between two attempts to have the lock or all tables; milliseconds. */
  pause?: (ms: number) => Promise<unknown>
  /** How long to wait while another session holds the migration lock. */
  waitSeconds?: number
  /** Receives one line for the operator once another session has held the migration lock for two seconds. */
  warn?: (text: string) => void
}

/**
 * Runs the steps that a database lacks. Where it lacks none, no lock is taken.
 * @param last the step to stop after; the newest where it is left out (tests start from every earlier schema)
 * @returns the names of the steps that were run
 * @throws when a step fails, StartFault when another session keeps the migration lock or a table; the database is then as it was
 */
export async function migrate(
  database: Database,
  last = migrationNames.at(-1) as string,
  { pause = wait, waitSeconds = knownLimits.upgradeWaitSeconds.default, warn = () => {} }: MigrateOptions = {},
): Promise<string[]> {
  if (!(await lacksStep(database, last))) return []
  // Nobody is served by this instance meanwhile, and a large log takes its time.
  return withoutForeignKeys(database, () =>
    database.withoutLimits(async (db) => {
      let inUse: TableInUse | null = null
      let waitedMs = 0
      let warnedOf: number | null | undefined
      for (let attempt = 0; attempt < attempts;) {
        try {
          return await runSteps(database.kind, db, last, inUse?.table ?? null)
        } catch (error) {
          if (error instanceof TableInUse) {
            inUse = error
            attempt += 1
          } else if (error instanceof MigrationLockHeld) {
            const { holder } = error
            const { who, advice } = describeHolder(holder)
            if (waitedMs >= waitSeconds * 1000)
              throw new StartFault(
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
            waitedMs += pauseMs
          } else throw error
          await pause(pauseMs)
        }
      }
      throw new StartFault(
        'database.unreachable',
        `COUNTERSIGN_DATABASE: for minutes, something has held the table ${inUse?.table}, which the upgrade changes: a dump that runs, or a transaction that ` +
          'somebody left open (pg_stat_activity lists them). Let it end, and start again; nothing was changed.',
      )
    }),
  )
}

/** Runs the steps in one transaction; on PostgreSQL with the migration lock, on SQLite by the lock of the file. */
async function runSteps(kind: DatabaseKind, db: Queries, last: string, firstTable: string | null): Promise<string[]> {
  const run = async (queries: Queries): Promise<string[]> => {
    const found = migrations(kind, last, firstTable)
    const provider = { getMigrations: async () => found }
    const { error, results = [] } = await new Migrator({ db: queries, provider }).migrateTo(last)
    if (error !== undefined) throw error
    return results.filter((result) => result.status === 'Success').map((result) => result.migrationName)
  }
  if (kind === 'sqlite') return run(db)
  return db.transaction().execute(async (queries) => {
    await takeMigrationLock(queries)
    return run(queries)
  })
}

/**
 * @returns whether a step up to the last one was not run yet
 * @throws as kysely does for steps that this release does not know
 */
async function lacksStep(database: Database, last: string): Promise<boolean> {
  const lacking = await listLacking(database)
  if (lacking.length < migrationNames.length) {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
      database.queries,
    )
    const unknown = rows.find(({ name }) => !(name in steps))
    if (unknown !== undefined)
      throw new Error(`corrupted migrations: previously executed migration ${unknown.name} is missing`)
  }
  return lacking.some((name) => name <= last)
}

/** The names of the steps that a database lacks. */
export async function listLacking({ kind, queries }: Database): Promise<string[]> {
  const known = await new Migrator({
    db: queries,
    provider: { getMigrations: async () => migrations(kind, null, null) },
  }).getMigrations()
  return known.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
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

/**
 * @param last the step after which everything is looked at, in its transaction: a start without a step looks at nothing, which with a
 *   million people would take half a minute
 * @param firstTable which of the tables that the steps change is taken first
 */
function migrations(kind: DatabaseKind, last: string | null, firstTable: string | null): Record<string, Migration> {
  let hasBegun = false
  const run = async (name: string, { up }: Step, queries: Kysely<unknown>): Promise<void> => {
    if (kind === 'postgres' && !hasBegun) await takeTables(queries, tablesChangedFrom(name), firstTable)
    hasBegun = true
    await up(queries, kind)
    if (kind === 'sqlite' && name === last) await checkReferences(queries)
  }
  return Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [name, { up: (queries) => run(name, step, queries) }]),
  )
}

const tablesChangedFrom = (first: string): string[] => [
  ...new Set(Object.entries<Step>(steps).flatMap(([name, { changes = [] }]) => (name < first ? [] : changes))),
]

async function checkReferences(queries: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`pragma foreign_key_check`.execute(queries)
  if (rows.length > 0)
    throw new Error(`The database refers to rows that are not there: ${JSON.stringify(rows.slice(0, 5))}`)
}
