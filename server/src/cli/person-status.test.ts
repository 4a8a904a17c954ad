// The commands by which an operator suspends and restores a person.
import { describe, expect, test, vi } from 'vitest'
import { createTestApp, openConfirmed, testKeys } from '../testing/test-app.ts'
import { hearCommands, runHeard } from '../testing/test-commands.ts'
import { createTestDatabase, databaseKinds, openUntilTestEnds } from '../testing/test-databases.ts'
import { merge, personOf } from '../testing/test-merges.ts'

const said = hearCommands()

describe.each(databaseKinds)('countersign person suspend and restore on %s', (kind) => {
  test('change who is named, and say of who was merged into whom', async () => {
    const address = await createTestDatabase(kind)
    vi.stubEnv('COUNTERSIGN_DATABASE', address)
    vi.stubEnv('COUNTERSIGN_ORIGIN', 'https://sign-in.example')
    const app = await createTestApp({ database: openUntilTestEnds(address) })
    // The command reads the machine's clock.
    app.clock.now = Date.now()
    const other = await personOf(await openConfirmed(app, testKeys.bob))
    const browser = await openConfirmed(app, testKeys.alice)
    const id = await personOf(browser)
    await merge(browser, testKeys.bob)
    for (const act of ['suspend', 'restore']) {
      expect(await runHeard('person', act, other)).toBe(1)
      expect(said.splice(0)).toEqual([`${other} was merged into ${id}, who can be suspended and restored instead.`])
    }
    // The wallet of the other leads to who goes on.
    expect(await runHeard('person', 'suspend', testKeys.bob.address)).toBe(0)
    expect(await runHeard('person', 'suspend', id)).toBe(1)
    expect(await runHeard('person', 'restore', id)).toBe(0)
    expect(said).toEqual([
      `Suspended ${id}; 1 session ended.`,
      `There is no such person to suspend: ${id}.`,
      `Restored ${id}.`,
    ])
  })
})
