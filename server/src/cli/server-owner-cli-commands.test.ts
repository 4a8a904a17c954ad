// The commands by which an operator makes owners, and that none of them takes the last one away.
import { describe, expect, test, vi } from 'vitest'
import { createTestServer, openSteppedUpBrowser, ethereumTestKeys } from '../testing/countersign-test-server.ts'
import { captureCommandOutput, runCliCommandForExitCode } from '../testing/cli-command-test-steps.ts'
import { createTestDatabase, databaseKinds, openDatabaseUntilTestEnds } from '../testing/database-fixtures.ts'
import { mergeIdentitiesForTests } from '../testing/identity-merge-test-steps.ts'
import { requireBrowserPersonId } from '../testing/admin-role-test-steps.ts'

const { alice, bob, carol } = ethereumTestKeys
const said = captureCommandOutput()

async function open(kind: (typeof databaseKinds)[number]) {
  const address = await createTestDatabase(kind)
  vi.stubEnv('COUNTERSIGN_DATABASE', address)
  vi.stubEnv('COUNTERSIGN_ORIGIN', 'https://sign-in.example')
  const app = await createTestServer({ database: openDatabaseUntilTestEnds(address) })
  // The command reads the machine's clock.
  app.clock.now = Date.now()
  return app
}

const told = async (run: Promise<number>): Promise<[number, string[]]> => [await run, said.splice(0)]

describe.each(databaseKinds)('countersign owner on %s', (kind) => {
  test('makes whoever has signed in an owner, and says what to do for who has not', async () => {
    const app = await open(kind)
    expect(await told(runCliCommandForExitCode('owner', 'list'))).toEqual([
      0,
      ['There is no owner yet. The server prints a code at its start, for https://sign-in.example/setup.'],
    ])
    const never = [
      1,
      [
        `Nobody here has signed in as ${alice.address}. Sign in once at https://sign-in.example/sign-in, and run this again.`,
      ],
    ]
    expect(await told(runCliCommandForExitCode('owner', 'grant', alice.address))).toEqual(never)
    expect((await told(runCliCommandForExitCode('owner', 'grant', `eip155:1:${alice.address}`)))[0]).toBe(1)
    expect((await told(runCliCommandForExitCode('owner', 'grant', 'nonsense')))[0]).toBe(1)
    expect((await told(runCliCommandForExitCode('owner', 'grant')))[0]).toBe(2)

    const browser = await openSteppedUpBrowser(app, alice)
    const id = await requireBrowserPersonId(browser)
    expect(
      await told(runCliCommandForExitCode('owner', 'grant', alice.address.toUpperCase().replace('0X', '0x'))),
    ).toEqual([0, [`${id} is an owner now. The administration is at https://sign-in.example/admin.`]])
    expect((await browser.send('GET', '/api/admin')).json()).toMatchObject({ roles: ['owner'] })
    expect(await told(runCliCommandForExitCode('owner', 'grant', id))).toEqual([
      0,
      [`${id} is an owner already. Nothing was changed.`],
    ])
    expect(JSON.parse((await told(runCliCommandForExitCode('owner', 'grant', id, '--json')))[1][0] ?? '')).toEqual({
      id,
      role: 'owner',
      changed: false,
    })
    expect(await told(runCliCommandForExitCode('owner', 'list'))).toEqual([0, [`${id}  ${alice.address}`]])
    expect(JSON.parse((await told(runCliCommandForExitCode('owner', 'list', '--json')))[1][0] ?? '')).toEqual({
      owners: [{ id, name: null, address: alice.address, status: 'active' }],
    })
  })

  test('makes nobody an owner who cannot sign in, or whom somebody was merged into who may have been tricked', async () => {
    const app = await open(kind)
    const suspended = await requireBrowserPersonId(await openSteppedUpBrowser(app, carol))
    await told(runCliCommandForExitCode('person', 'suspend', suspended))
    expect(await told(runCliCommandForExitCode('owner', 'grant', suspended))).toEqual([
      1,
      [
        `${suspended} is suspended. "countersign person reactivate" lets them sign in again; then run this once more. Nothing was changed.`,
      ],
    ])
    const other = await requireBrowserPersonId(await openSteppedUpBrowser(app, bob))
    const browser = await openSteppedUpBrowser(app, alice)
    const survivor = await requireBrowserPersonId(browser)
    await mergeIdentitiesForTests(browser, bob)
    expect(await told(runCliCommandForExitCode('owner', 'grant', other))).toEqual([
      1,
      [`${other} was merged into ${survivor}, who can be made an owner instead. Nothing was changed.`],
    ])
    // Its wallet leads to who goes on, who may have tricked it into that.
    expect(await told(runCliCommandForExitCode('owner', 'grant', bob.address))).toEqual([
      1,
      [expect.stringContaining('can still be undone')],
    ])
    await app.database.queries.updateTable('identity_merges').set({ undo_until: 1 }).execute()
    expect((await told(runCliCommandForExitCode('owner', 'grant', bob.address)))[1]).toEqual([
      `${survivor} is an owner now. The administration is at https://sign-in.example/admin.`,
    ])
  })

  test('N11 the last owner is neither suspended nor erased from the command line', async () => {
    const app = await open(kind)
    const id = await requireBrowserPersonId(await openSteppedUpBrowser(app, alice))
    await told(runCliCommandForExitCode('owner', 'grant', id))
    const stays = [
      1,
      [
        'They are the last owner of this server. Make somebody else one first: "countersign owner grant". Nothing was changed.',
      ],
    ]
    expect(await told(runCliCommandForExitCode('person', 'suspend', id))).toEqual(stays)
    expect(await told(runCliCommandForExitCode('person', 'erase', id, '--yes'))).toEqual(stays)
    const second = await requireBrowserPersonId(await openSteppedUpBrowser(app, bob))
    await told(runCliCommandForExitCode('owner', 'grant', second))
    expect((await told(runCliCommandForExitCode('person', 'suspend', id)))[0]).toBe(0)
    expect(await told(runCliCommandForExitCode('person', 'suspend', second))).toEqual(stays)
    expect((await told(runCliCommandForExitCode('person', 'reactivate', id)))[0]).toBe(0)
    expect((await told(runCliCommandForExitCode('person', 'erase', second, '--yes')))[0]).toBe(0)
  })
})
