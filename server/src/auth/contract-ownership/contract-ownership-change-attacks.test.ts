// Tests of attacks by the buyer of a contract wallet, and of what the wallet's person can do (S12).
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

describe('contract wallet ownership change', () => {
  test('S12: the buyer is refused, the wallet is put on hold, and the person is notified', async () => {
    const context = await createContractOwnershipFixture()
    const { app, home, act } = context
    const mine = app.openBrowser()
    expect(readApiErrorCodeOrDone(await act(mine, 'sign-in', bob))).toBe('done')
    sellContractWallet(context)
    const buyer = app.openBrowser()
    const response = await act(buyer, 'sign-in', carol)
    expect(response.json()).toMatchObject({ code: 'wallet.on_hold', status: 403, until: '2026-02-14T12:00:04.000Z' })
    expect(await readBrowserPersonIdOrNone(buyer)).toBe('none')
    expect(await readBrowserPersonIdOrNone(mine)).toBe('none')
    expect(await readContractWalletHold(home)).toEqual({
      since: '2026-01-15T12:00:04.000Z',
      until: '2026-02-14T12:00:04.000Z',
    })
    expect(await activityOf(home)).toContain('wallet.put_on_hold')
    expect(readApiErrorCodeOrDone(await act(buyer, 'sign-in', carol))).toBe('wallet.on_hold')
    expect(await listAuditEventTypes(app)).toEqual(['wallet.linked', 'wallet.linked', 'wallet.put_on_hold'])
    expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  })

  test.each(['step-up', 'link', 'merge'] as const)(
    'S12: a buyer with an identity on this server is refused: %s',
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

  test('S12: a merge offered before the hold cannot be accepted', async () => {
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

  test('S12: changed code, owners or proxy target are detected even if the last proof is valid', async () => {
    const changes: ((context: ContractOwnershipFixture) => void)[] = [
      ({ chain }) => chain.deploy(vault, createFakeSingleOwnerContractWallet(bob), { hash: `0x${'ab'.repeat(32)}` }),
      // getOwners() returns one more owner.
      ({ chain }) =>
        chain.deploy(vault, (data: Hex) =>
          data === '0xa0e67e2b' ? '0x02' : createFakeSingleOwnerContractWallet(bob)(data),
        ),
      // implementation(): the proxy points to another contract.
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

  test('S12: a wallet with the same owner signs in with a single chain read', async () => {
    const { app, chain, home, act } = await createContractOwnershipFixture()
    chain.readings.length = 0
    const browser = app.openBrowser()
    expect(readApiErrorCodeOrDone(await act(browser, 'sign-in', bob))).toBe('done')
    expect(chain.readings).toHaveLength(1)
    expect(await readBrowserPersonIdOrNone(browser)).toBe(await readBrowserPersonIdOrNone(home))
    expect(await readContractWalletHold(home)).toBeNull()
    // An ordinary key needs no chain read.
    await app.openBrowser().signIn(alice)
    expect(chain.readings).toHaveLength(1)
  })

  test('S12: the new owner keeps an identity without other sign-in methods; the change is logged', async () => {
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
    expect(readApiErrorCodeOrDone(await act(app.openBrowser(), 'sign-in', carol, other))).toBe('done')
    expect(await listAuditEventTypes(app, 'wallet.ownership_changed')).toHaveLength(1)
  })

  test('S12: a passkey counts as another sign-in method, so the wallet is put on hold', async () => {
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
    const [held] = await listWalletsForTests(back)
    expect(held).toMatchObject({ primary: false, hold: { since: expect.any(String) as string } })
    expect(await countSignInMethods(app.database.queries, await readBrowserPersonIdOrNone(back))).toBe(1)
  })
})
