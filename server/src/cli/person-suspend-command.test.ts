// The commands by which an operator suspends and restores a person.
import { describe, expect, test, vi } from 'vitest'
import { createTestApp, openSteppedUpBrowser, testKeys } from '../testing/test-app.ts'
import { captureCommandOutput, runCapturedCommand } from '../testing/test-commands.ts'
import { createTestDatabase, databaseKinds, openUntilTestEnds } from '../testing/test-databases.ts'
import { mergeInto, readPersonIdOrNobody } from '../testing/test-merges.ts'

const said = captureCommandOutput()

describe.each(databaseKinds)('countersign person suspend and restore on %s', (kind) => {
  test('change who is named, and say of who was merged into whom', async () => {
    const address = await createTestDatabase(kind)
    vi.stubEnv('COUNTERSIGN_DATABASE', address)
    vi.stubEnv('COUNTERSIGN_ORIGIN', 'https://sign-in.example')
    const app = await createTestApp({ database: openUntilTestEnds(address) })
    // The command reads the machine's clock.
    app.clock.now = Date.now()
    const other = await readPersonIdOrNobody(await openSteppedUpBrowser(app, testKeys.bob))
    const browser = await openSteppedUpBrowser(app, testKeys.alice)
    const id = await readPersonIdOrNobody(browser)
    await mergeInto(browser, testKeys.bob)
    for (const act of ['suspend', 'restore']) {
      expect(await runCapturedCommand('person', act, other)).toBe(1)
      expect(said.splice(0)).toEqual([`${other} was merged into ${id}, who can be suspended and restored instead.`])
    }
    // The wallet of the other leads to who goes on.
    expect(await runCapturedCommand('person', 'suspend', testKeys.bob.address)).toBe(0)
    expect(await runCapturedCommand('person', 'suspend', id)).toBe(1)
    expect(await runCapturedCommand('person', 'restore', id)).toBe(0)
    expect(said).toEqual([
      `Suspended ${id}; 1 session ended.`,
      `There is no such person to suspend: ${id}.`,
      `Restored ${id}.`,
    ])
  })
})
