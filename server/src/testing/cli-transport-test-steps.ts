// Runs admin API commands over both transports: in process, and over the network.
import { apiTokenPermissions } from '@countersign/api/admin-role-permissions'
import type { AdminPermission } from '@countersign/api/admin-role-permissions'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { createTestServer } from './countersign-test-server.ts'
import { captureCommandOutput, runCliCommandForExitCode } from './cli-command-test-steps.ts'
import { createTestDatabase, openDatabaseUntilTestEnds } from './database-fixtures.ts'
import { openBrowserWithRole } from './admin-role-test-steps.ts'

export const cliTransportCases = ['within the process', 'over the network'] as const

export function prepareCliTransports() {
  const said = captureCommandOutput()

  async function open(
    transport: (typeof cliTransportCases)[number],
    permissions: readonly AdminPermission[] = apiTokenPermissions,
  ) {
    const address = await createTestDatabase('sqlite')
    const app = await createTestServer({ database: openDatabaseUntilTestEnds(address) })
    // In-process commands use the system clock, so the server must have the same time.
    app.clock.now = Date.now()
    const server = await app.http.listen({ host: '127.0.0.1', port: 0 })
    const { browser, personId } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'owner')
    const made = (
      await browser.send('POST', '/api/admin/api-tokens', { name: 'Command line', permissions, days: 1 })
    ).json<{
      secret: string
      token: { id: string }
    }>()
    vi.stubEnv('COUNTERSIGN_DATABASE', address)
    vi.stubEnv('COUNTERSIGN_ORIGIN', 'https://sign-in.example')
    vi.stubEnv('COUNTERSIGN_TOKEN', made.secret)
    const isLocal = transport === 'within the process'
    const run = async (...words: string[]): Promise<[number, string]> => {
      const code = await runCliCommandForExitCode(...words, ...(isLocal ? [] : ['--server', server]))
      return [code, said.splice(0).join('\n')]
    }
    return { app, server, personId, tokenId: made.token.id, secret: made.secret, isLocal, run }
  }

  return { said, open }
}

export function createTemporaryTestFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-transports-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
