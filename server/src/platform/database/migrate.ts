// Migrations: bring a database to the schema of this version, forward only, all steps of an upgrade in one transaction, one process at a time. A step
// is *before* or *after* (expand, contract): beside what a *before* adds, the release before this one goes on working; an *after* takes away
// what only that one needed, and waits until it has gone (docs/decisions/0034-upgrades.md).
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
import type { Database, DatabaseKind } from './open-database.ts'

const steps = {
  '0001-sign-in': signIn.up,
  '0002-applications': applications.up,
  '0003-identity': identity.up,
  '0004-chains': chains.up,
  '0005-administration': administration.up,
  '0006-growth': growth.up,
  '0007-retention': retention.up,
  '0008-challenges': challenges.up,
  '0009-limits': limits.up,
  '0010-fewer-trees': fewerTrees.up,
  '0011-releases': releases.up,
  '0012-unregistered': unregistered.up,
  '0013-resources': resources.up,
  '0014-user-names': userNames.up,
  '0015-email': email.up,
  '0016-known-wallets': knownWallets.up,
  '0017-site-hosts': siteHosts.up,
  '0018-held-wallets': heldWallets.up,
}

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

/**
 * Runs the steps that a database lacks.
 * @param last the step to stop after; the newest where it is left out (tests start from every earlier schema)
 * @returns the names of the steps that were run
 * @throws when a step fails; the database is then as it was before that step
 */
export async function migrate(database: Database, last = migrationNames.at(-1) as string): Promise<string[]> {
  const provider = { getMigrations: async () => migrations(database.kind, last) }
  // Nobody is served meanwhile, and a large log takes its time.
  const { error, results } = await withoutForeignKeys(database, () =>
    database.withoutLimits((db) => new Migrator({ db, provider }).migrateTo(last)),
  )
  if (error) throw error
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

/** The names of the steps that a database lacks. */
export async function listLacking({ kind, queries }: Database): Promise<string[]> {
  const known = await new Migrator({
    db: queries,
    provider: { getMigrations: async () => migrations(kind, null) },
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

/** @param last the step after which everything is looked at, in its transaction: a start without a step looks at nothing, which with a
 * million people would take half a minute */
function migrations(kind: DatabaseKind, last: string | null): Record<string, Migration> {
  const run = async (name: string, up: (typeof steps)[keyof typeof steps], queries: Kysely<unknown>): Promise<void> => {
    await up(queries, kind)
    if (kind === 'sqlite' && name === last) await checkReferences(queries)
  }
  return Object.fromEntries(
    Object.entries(steps).map(([name, up]) => [name, { up: (queries) => run(name, up, queries) }]),
  )
}

async function checkReferences(queries: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`pragma foreign_key_check`.execute(queries)
  if (rows.length > 0)
    throw new Error(`The database refers to rows that are not there: ${JSON.stringify(rows.slice(0, 5))}`)
}
