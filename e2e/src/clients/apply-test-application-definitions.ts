import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCountersignCommand } from '../run-countersign-command.ts'
import type { RunningTestServer } from '../start-server-for-tests.ts'

export interface TestApplicationDefinition {
  readonly id: string
  readonly name: string
  readonly kind: 'web' | 'single-page' | 'native' | 'device' | 'machine' | 'site'
  readonly [member: string]: unknown
}

export const testClientSecret = 'test-only-0123456789-abcdefghijklmnop'

export const testClientSecretEnvironmentReference = { secretEnvironment: 'CLIENT_SECRET' } as const

/** Keeps the applications of other tests. `program` is another release's command line. */
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
