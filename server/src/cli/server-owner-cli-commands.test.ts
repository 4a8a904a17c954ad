// Tests of the owner commands, including that the last owner cannot be removed.
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
  // The command uses the system clock.
  app.clock.now = Date.now()
  return app
}

const readResult = async (run: Promise<number>): Promise<[number, string[]]> => [await run, said.splice(0)]

describe.each(databaseKinds)('countersign owner on %s', (kind) => {
  test('makes an existing person an owner, and explains what to do for an unknown wallet', async () => {
    const app = await open(kind)
    expect(await readResult(runCliCommandForExitCode('owner', 'list'))).toEqual([
      0,
      ['There is no owner yet. When the server starts, it prints a setup code for https://sign-in.example/setup.'],
    ])
    const never = [
      1,
      [
        `error: No one has signed in here as ${alice.address}. Sign in once at https://sign-in.example/sign-in, then run this again.`,
      ],
    ]
    expect(await readResult(runCliCommandForExitCode('owner', 'grant', alice.address))).toEqual(never)
    expect((await readResult(runCliCommandForExitCode('owner', 'grant', `eip155:1:${alice.address}`)))[0]).toBe(1)
    expect((await readResult(runCliCommandForExitCode('owner', 'grant', 'nonsense')))[0]).toBe(1)
    expect((await readResult(runCliCommandForExitCode('owner', 'grant')))[0]).toBe(2)

    const browser = await openSteppedUpBrowser(app, alice)
    const id = await requireBrowserPersonId(browser)
    expect(
      await readResult(runCliCommandForExitCode('owner', 'grant', alice.address.toUpperCase().replace('0X', '0x'))),
    ).toEqual([0, [`${id} is now an owner. The administration is at https://sign-in.example/admin.`]])
    expect((await browser.send('GET', '/api/admin')).json()).toMatchObject({ roles: ['owner'] })
    expect(await readResult(runCliCommandForExitCode('owner', 'grant', id))).toEqual([
      0,
      [`${id} is already an owner. Nothing was changed.`],
    ])
    expect(
      JSON.parse((await readResult(runCliCommandForExitCode('owner', 'grant', id, '--json')))[1][0] ?? ''),
    ).toEqual({
      id,
      role: 'owner',
      changed: false,
    })
    expect(await readResult(runCliCommandForExitCode('owner', 'list'))).toEqual([
      0,
      [`${id}\tactive\t${alice.address}\t`],
    ])
    expect(JSON.parse((await readResult(runCliCommandForExitCode('owner', 'list', '--json')))[1][0] ?? '')).toEqual({
      owners: [{ id, name: null, address: alice.address, status: 'active' }],
    })
  })

  test('refuses a suspended or merged person, and a person whose merge can still be undone', async () => {
    const app = await open(kind)
    const suspended = await requireBrowserPersonId(await openSteppedUpBrowser(app, carol))
    await readResult(runCliCommandForExitCode('person', 'suspend', suspended))
    expect(await readResult(runCliCommandForExitCode('owner', 'grant', suspended))).toEqual([
      1,
      [
        `error: ${suspended} is suspended. Run "npx countersign person reactivate" first, then run this again. Nothing was changed.`,
      ],
    ])
    const other = await requireBrowserPersonId(await openSteppedUpBrowser(app, bob))
    const browser = await openSteppedUpBrowser(app, alice)
    const survivor = await requireBrowserPersonId(browser)
    await mergeIdentitiesForTests(browser, bob)
    expect(await readResult(runCliCommandForExitCode('owner', 'grant', other))).toEqual([
      1,
      [`error: ${other} was merged into ${survivor}. Make that person an owner instead. Nothing was changed.`],
    ])
    // The merged wallet identifies the person who remains after the merge.
    expect(await readResult(runCliCommandForExitCode('owner', 'grant', bob.address))).toEqual([
      1,
      [expect.stringContaining('can still be undone')],
    ])
    await app.database.queries.updateTable('identity_merges').set({ undo_until: 1 }).execute()
    expect((await readResult(runCliCommandForExitCode('owner', 'grant', bob.address)))[1]).toEqual([
      `${survivor} is now an owner. The administration is at https://sign-in.example/admin.`,
    ])
  })

  test('N11: the command line can neither suspend nor erase the last owner', async () => {
    const app = await open(kind)
    const id = await requireBrowserPersonId(await openSteppedUpBrowser(app, alice))
    await readResult(runCliCommandForExitCode('owner', 'grant', id))
    const stays = [
      1,
      [
        'error: This person is the last owner of this server. Make someone else an owner first: "npx countersign owner grant". Nothing was changed.',
      ],
    ]
    expect(await readResult(runCliCommandForExitCode('person', 'suspend', id))).toEqual(stays)
    expect(await readResult(runCliCommandForExitCode('person', 'erase', id, '--yes'))).toEqual(stays)
    const second = await requireBrowserPersonId(await openSteppedUpBrowser(app, bob))
    await readResult(runCliCommandForExitCode('owner', 'grant', second))
    expect((await readResult(runCliCommandForExitCode('person', 'suspend', id)))[0]).toBe(0)
    expect(await readResult(runCliCommandForExitCode('person', 'suspend', second))).toEqual(stays)
    expect((await readResult(runCliCommandForExitCode('person', 'reactivate', id)))[0]).toBe(0)
    expect((await readResult(runCliCommandForExitCode('person', 'erase', second, '--yes')))[0]).toBe(0)
  })
})
