// A database file with its key and a server, for tests of restores.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { runMigrations } from '../platform/database/run-migrations.ts'
import { openDatabase } from '../platform/database/open-sqlite-or-postgres-database.ts'
import type { TestServer } from './countersign-test-server.ts'
import { createOidcTestServer } from './oidc-application-test-steps.ts'
import { testServerKey } from './server-key-fixtures.ts'

export function createRestoreFolder(name = 'countersign.db'): { path: string; address: string; copy: string } {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-restore-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, name)
  writeFileSync(join(folder, 'countersign.key'), `${testServerKey.toString('base64url')}\n`, { mode: 0o600 })
  vi.stubEnv('COUNTERSIGN_DATABASE', `sqlite:${path}`)
  vi.stubEnv('COUNTERSIGN_ORIGIN', 'https://sign-in.example')
  return { path, address: `sqlite:${path}`, copy: join(folder, 'copy.db') }
}

export async function startServerOnDatabaseFile(
  address: string,
  clock?: number,
): Promise<{ app: TestServer; stop: () => Promise<void> }> {
  const database = openDatabase(address)
  await runMigrations(database)
  const app = await createOidcTestServer({ database })
  if (clock !== undefined) app.clock.now = clock
  return {
    app,
    stop: async () => {
      await app.http.close()
      await database.close()
    },
  }
}
