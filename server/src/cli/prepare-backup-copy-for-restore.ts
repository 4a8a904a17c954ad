// Copies a database backup next to its destination and verifies it before anything is replaced.
import { sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyAuditLogIntegrity } from '../audit-log/verify-audit-log.ts'
import { backupSqlite } from '../platform/database/backup-sqlite.ts'
import { migrateDatabaseIfOutdated } from '../platform/database/open-configured-database.ts'
import { openDatabase } from '../platform/database/open-sqlite-or-postgres-database.ts'
import type { Database } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { ServerStartupError } from '../platform/server-startup-error.ts'
import { escapeForTerminal } from './escape-for-terminal.ts'

/**
 * Copies the copy, verifies it, and brings it to the schema of this version. Somebody may have handed it over: what the schema of this version does
 * not have, such as a trigger, would act on what is done with it.
 * @returns its head
 */
export async function prepareBackupCopyForRestore(file: string, making: string): Promise<string> {
  let head = ''
  await backupSqlite(file, making, async (path) => {
    const database = openDatabase(`sqlite:${path}`)
    try {
      await migrateDatabaseIfOutdated(database)
      if ((await schemaOf(database)) !== (await readCurrentSchema()))
        throw new ServerStartupError(
          'database.damaged',
          `The copy ${escapeForTerminal(file)} has tables, triggers or views that are not Countersign's, or lacks some. Nothing was changed; take another copy.`,
        )
      const verified = await verifyAuditLogIntegrity(database.queries)
      if (verified.outcome === 'broken')
        throw new ServerStartupError(
          'database.damaged',
          `The copy ${escapeForTerminal(file)} cannot be trusted: its log is broken at line ${verified.sequence}. ${verified.reason} Nothing was changed; take another copy.`,
        )
      head = `${verified.head.sequence}:${verified.head.hash}`
    } finally {
      await database.close()
    }
  })
  return head
}

/** Everything that the schema of a database says. */
async function schemaOf({ queries }: Database): Promise<string> {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_master where name not like 'sqlite_%' order by type, name`.execute(queries)
  return rows.map((row) => row.sql).join('\n')
}

/** The schema of this version, as a new database has it. */
async function readCurrentSchema(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-schema-'))
  const database = openDatabase(`sqlite:${join(folder, 'new.db')}`)
  try {
    await migrateDatabaseIfOutdated(database)
    return await schemaOf(database)
  } finally {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
