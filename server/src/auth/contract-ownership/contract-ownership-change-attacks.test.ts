// A contract wallet that changes hands must not hand over the person: what a buyer tries, and what the person it was linked to can do (S12).
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { Hex } from '@countersign/proof/chain-reader'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { countSignInMethods } from '../../store/people/sign-in-method-removal-guard.ts'
import { createFakeSingleOwnerContractWallet } from '../../testing/fake-chains.ts'
import { openSteppedUpBrowser, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestBrowser } from '../../testing/countersign-test-server.ts'
import { listWalletsForTests, readBrowserPersonIdOrNone } from '../../testing/identity-merge-test-steps.ts'
import { addTestPasskey, signInWithPasskey } from '../../testing/passkey-test-steps.ts'
import { createTestContractAddress } from '../../testing/session-recheck-fixtures.ts'
import {
  createContractOwnershipFixture,
  sellContractWallet,
  readContractWalletHold,
  listAuditEventTypes,
} from '../../testing/contract-ownership-change-fixtures.ts'
import type { ContractOwnershipFixture } from '../../testing/contract-ownership-change-fixtures.ts'
import { readApiErrorCodeOrDone } from '../../testing/read-api-error-code-or-done.ts'

const { alice, bob, carol } = ethereumTestKeys
const vault = createTestContractAddress(1)
const other = createTestContractAddress(2)
const activityOf = async (browser: TestBrowser): Promise<string[]> =>
  (await browser.send('GET', '/api/activity')).json<ApiEndpointOutput<'listActivity'>>().items.map(({ type }) => type)

describe('a contract wallet that changes hands', () => {
  test('S12 its buyer does not sign in as the person; the wallet is held, its sessions end, and the person is told', async () => {
    const context = await createContractOwnershipFixture()
    const { app, home, act } = context
    const mine = app.openBrowser()
    expect(readApiErrorCodeOrDone(await act(mine, 'sign-in', bob))).toBe('done')
    sellContractWallet(context)
    const buyer = app.openBrowser()
    const response = await act(buyer, 'sign-in', carol)
    expect(response.json()).toMatchObject({ code: 'wallet.on_hold', status: 403, until: '2026-02-14T12:00:04.000Z' })
    expect(await readBrowserPersonIdOrNone(buyer)).toBe('none')
    // What hung on the wallet has ended, and what did not goes on.
    expect(await readBrowserPersonIdOrNone(mine)).toBe('none')
    expect(await readContractWalletHold(home)).toEqual({
      since: '2026-01-15T12:00:04.000Z',
      until: '2026-02-14T12:00:04.000Z',
    })
    expect(await activityOf(home)).toContain('wallet.put_on_hold')
    // Every door, again and again.
    expect(readApiErrorCodeOrDone(await act(buyer, 'sign-in', carol))).toBe('wallet.on_hold')
    expect(await listAuditEventTypes(app)).toEqual(['wallet.linked', 'wallet.linked', 'wallet.put_on_hold'])
    expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  })

  test.each(['step-up', 'link', 'merge'] as const)(
    'S12 neither does a buyer who is somebody here get at the person by a %s',
    async (purpose) => {
      const context = await createContractOwnershipFixture()
      const { app, home, act } = context
      sellContractWallet(context)
      const buyer = await openSteppedUpBrowser(app, carol)
      const before = await readBrowserPersonIdOrNone(buyer)
      expect(readApiErrorCodeOrDone(await act(buyer, purpose, carol))).toBe('wallet.on_hold')
      expect(await readBrowserPersonIdOrNone(buyer)).toBe(before)
      expect(await readBrowserPersonIdOrNone(home)).not.toBe(before)
      expect(await readContractWalletHold(home)).not.toBeNull()
      expect(await listWalletsForTests(buyer)).toHaveLength(1)
      expect(readApiErrorCodeOrDone(await act(buyer, 'sign-in', carol))).toBe('wallet.on_hold')
    },
  )

  test('S12 a merge that was offered before is not carried out once the wallet is held', async () => {
    const context = await createContractOwnershipFixture()
    const { app, act } = context
    const second = await openSteppedUpBrowser(app, carol)
    const offered = await act(second, 'merge', bob)
    expect(readApiErrorCodeOrDone(offered)).toBe('done')
    sellContractWallet(context)
    expect(readApiErrorCodeOrDone(await act(app.openBrowser(), 'sign-in', carol))).toBe('wallet.on_hold')
    const { id } = offered.json<{ id: string }>()
    expect(readApiErrorCodeOrDone(await second.send('POST', `/api/merges/${id}/accept`))).toBe('merge.not_possible')
  })

  test('S12 other code and other owners are seen where the last proof still stands', async () => {
    const changes: ((context: ContractOwnershipFixture) => void)[] = [
      ({ chain }) => chain.deploy(vault, createFakeSingleOwnerContractWallet(bob), { hash: `0x${'ab'.repeat(32)}` }),
      // One more owner: getOwners() answers otherwise.
      ({ chain }) =>
        chain.deploy(vault, (data: Hex) =>
          data === '0xa0e67e2b' ? '0x02' : createFakeSingleOwnerContractWallet(bob)(data),
        ),
      // implementation(): a proxy that stands for something else.
      ({ chain }) =>
        chain.deploy(vault, (data: Hex) =>
          data === '0x5c60da1b' ? '0xbb' : createFakeSingleOwnerContractWallet(bob)(data),
        ),
    ]
    for (const change of changes) {
      const context = await createContractOwnershipFixture()
      change(context)
      expect(readApiErrorCodeOrDone(await context.act(context.app.openBrowser(), 'sign-in', bob))).toBe(
        'wallet.on_hold',
      )
    }
  })

  test('S12 asked in one reading, and a wallet in the same hands signs in as ever', async () => {
    const { app, chain, home, act } = await createContractOwnershipFixture()
    chain.readings.length = 0
    const browser = app.openBrowser()
    expect(readApiErrorCodeOrDone(await act(browser, 'sign-in', bob))).toBe('done')
    expect(chain.readings).toHaveLength(1)
    expect(await readBrowserPersonIdOrNone(browser)).toBe(await readBrowserPersonIdOrNone(home))
    expect(await readContractWalletHold(home)).toBeNull()
    // A key asks nobody.
    await app.openBrowser().signIn(alice)
    expect(chain.readings).toHaveLength(1)
  })

  test('S12 the contract is the identity where it is the only way in, and the activity says that it changed', async () => {
    const context = await createContractOwnershipFixture()
    const { app, chain, act } = context
    chain.deploy(other, createFakeSingleOwnerContractWallet(bob))
    const browser = app.openBrowser()
    expect(readApiErrorCodeOrDone(await act(browser, 'sign-in', bob, other))).toBe('done')
    const person = await readBrowserPersonIdOrNone(browser)
    sellContractWallet(context, other)
    const after = app.openBrowser()
    expect(readApiErrorCodeOrDone(await act(after, 'sign-in', carol, other))).toBe('done')
    expect(await readBrowserPersonIdOrNone(after)).toBe(person)
    expect(await activityOf(after)).toContain('wallet.ownership_changed')
    // Compared with the new proof from now on.
    expect(readApiErrorCodeOrDone(await act(app.openBrowser(), 'sign-in', carol, other))).toBe('done')
    expect(await listAuditEventTypes(app, 'wallet.ownership_changed')).toHaveLength(1)
  })

  test('S12 a passkey is another way in', async () => {
    const context = await createContractOwnershipFixture()
    const { app, chain, act } = context
    chain.deploy(other, createFakeSingleOwnerContractWallet(bob))
    const browser = app.openBrowser()
    await act(browser, 'sign-in', bob, other)
    await act(browser, 'step-up', bob, other)
    const { passkey } = await addTestPasskey(browser)
    sellContractWallet(context, other)
    expect(readApiErrorCodeOrDone(await act(app.openBrowser(), 'sign-in', carol, other))).toBe('wallet.on_hold')
    expect(await readBrowserPersonIdOrNone(browser)).toBe('none')
    const back = app.openBrowser()
    expect((await signInWithPasskey(back, passkey)).statusCode).toBe(200)
    // It is no way in, and so the passkey is the last one.
    const [held] = await listWalletsForTests(back)
    expect(held).toMatchObject({ primary: false, hold: { since: expect.any(String) as string } })
    expect(await countSignInMethods(app.database.queries, await readBrowserPersonIdOrNone(back))).toBe(1)
  })
})
