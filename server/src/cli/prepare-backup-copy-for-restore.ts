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

/** A backup is untrusted, so its schema must match exactly; additional triggers are refused. */
export async function prepareBackupCopyForRestore(file: string, making: string): Promise<string> {
  let head = ''
  await backupSqlite(file, making, async (path) => {
    const database = openDatabase(`sqlite:${path}`)
    try {
      await migrateDatabaseIfOutdated(database)
      if ((await schemaOf(database)) !== (await readCurrentSchema()))
        throw new ServerStartupError(
          'database.damaged',
          `The backup ${escapeForTerminal(file)} has tables, triggers or views that are not part of Countersign, or lacks some that Countersign needs. Nothing was changed; use another backup.`,
        )
      const verified = await verifyAuditLogIntegrity(database.queries)
      if (verified.outcome === 'broken')
        throw new ServerStartupError(
          'database.damaged',
          `The backup ${escapeForTerminal(file)} cannot be trusted: its log is broken at entry ${verified.sequence}. ${verified.reason} Nothing was changed; use another backup.`,
        )
      head = `${verified.head.sequence}:${verified.head.hash}`
    } finally {
      await database.close()
    }
  })
  return head
}

async function schemaOf({ queries }: Database): Promise<string> {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_master where name not like 'sqlite_%' order by type, name`.execute(queries)
  return rows.map((row) => row.sql).join('\n')
}

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
