// Tests of suspending and restoring a person from the command line.
import { describe, expect, test, vi } from 'vitest'
import { createTestServer, openSteppedUpBrowser, ethereumTestKeys } from '../testing/countersign-test-server.ts'
import { captureCommandOutput, runCliCommandForExitCode } from '../testing/cli-command-test-steps.ts'
import { createTestDatabase, databaseKinds, openDatabaseUntilTestEnds } from '../testing/database-fixtures.ts'
import { mergeIdentitiesForTests, readBrowserPersonIdOrNone } from '../testing/identity-merge-test-steps.ts'

const said = captureCommandOutput()

describe.each(databaseKinds)('countersign person suspend and restore on %s', (kind) => {
  test('act on the given person; for a merged person, they name the surviving one', async () => {
    const address = await createTestDatabase(kind)
    vi.stubEnv('COUNTERSIGN_DATABASE', address)
    vi.stubEnv('COUNTERSIGN_ORIGIN', 'https://sign-in.example')
    const app = await createTestServer({ database: openDatabaseUntilTestEnds(address) })
    // The command uses the system clock.
    app.clock.now = Date.now()
    const other = await readBrowserPersonIdOrNone(await openSteppedUpBrowser(app, ethereumTestKeys.bob))
    const browser = await openSteppedUpBrowser(app, ethereumTestKeys.alice)
    const id = await readBrowserPersonIdOrNone(browser)
    await mergeIdentitiesForTests(browser, ethereumTestKeys.bob)
    for (const act of ['suspend', 'reactivate']) {
      expect(await runCliCommandForExitCode('person', act, other)).toBe(1)
      expect(said.splice(0)).toEqual([
        `error: ${other} was merged into ${id}. Suspend or reactivate that person instead.`,
      ])
    }
    // The merged wallet identifies the person who remains after the merge.
    expect(await runCliCommandForExitCode('person', 'suspend', ethereumTestKeys.bob.address)).toBe(0)
    expect(await runCliCommandForExitCode('person', 'suspend', id)).toBe(1)
    expect(await runCliCommandForExitCode('person', 'reactivate', id)).toBe(0)
    expect(said).toEqual([
      `Suspended ${id}; 1 session ended.`,
      `error: Found no person to suspend: ${id}.`,
      `Reactivated ${id}.`,
    ])
  })
})
