// Registers applications with a running server as operators do: by one file and `countersign application apply`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCountersignCommand } from '../run-countersign-command.ts'
import type { RunningTestServer } from '../start-server-for-tests.ts'

/** An application as it stands in the file; what is left out follows from its kind. */
export interface TestApplicationDefinition {
  readonly id: string
  readonly name: string
  readonly kind: 'web' | 'single-page' | 'native' | 'device' | 'machine' | 'site'
  readonly [member: string]: unknown
}

/** The secret of every application that takes it from the environment; of tests, and known to everybody. */
export const testClientSecret = 'test-only-0123456789-abcdefghijklmnop'

/** Where the file says that the secret is. */
export const testClientSecretEnvironmentReference = { secretEnvironment: 'CLIENT_SECRET' } as const

/**
 * Adds the applications to the server's own; those of other tests stay.
 * @param settings of the server, where the command needs others than its port and its file
 * @param program the command line that is asked, where it is not the one of this release
 */
export async function applyTestApplicationDefinitions(
  server: Pick<RunningTestServer, 'origin' | 'databasePath'>,
  applications: readonly TestApplicationDefinition[],
  settings: Record<string, string> = {},
  program?: string,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-apply-'))
  try {
    writeFileSync(join(folder, 'applications.json'), JSON.stringify({ applications }))
    const environment = {
      COUNTERSIGN_PORT: new URL(server.origin).port,
      COUNTERSIGN_DATABASE: `sqlite:${server.databasePath}`,
      CLIENT_SECRET: testClientSecret,
      ...settings,
    }
    const words = ['application', 'apply', 'applications.json']
    const { exitCode, output } = await runCountersignCommand(words, environment, folder, program)
    if (exitCode !== 0) throw new Error(`The applications were not applied:\n${output}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
