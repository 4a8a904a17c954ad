// What becomes of sessions and browsers when a contract wallet changes hands.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { describe, expect, test } from 'vitest'
import { createFakeSingleOwnerContractWallet } from '../../testing/fake-chains.ts'
import { ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import { readBrowserPersonIdOrNone } from '../../testing/identity-merge-test-steps.ts'
import { createTestContractAddress } from '../../testing/session-recheck-fixtures.ts'
import {
  createContractOwnershipFixture,
  sellContractWallet,
  readContractWalletHold,
  listAuditEventTypes,
} from '../../testing/contract-ownership-change-fixtures.ts'
import { readApiErrorCodeOrDone } from '../../testing/read-api-error-code-or-done.ts'

const { bob, carol } = ethereumTestKeys
const other = createTestContractAddress(2)

describe('a contract wallet that changes hands', () => {
  test('S12 browsers that the wallet made known are new again', async () => {
    const context = await createContractOwnershipFixture()
    const { app, home, act } = context
    const mine = app.openBrowser()
    await act(mine, 'sign-in', bob)
    const { items } = (await home.send('GET', '/api/browsers/untrusted')).json<
      ApiEndpointOutput<'listUntrustedBrowsers'>
    >()
    expect((await home.send('POST', `/api/browsers/${items[0]?.id}/trust`)).statusCode).toBe(204)
    expect(readApiErrorCodeOrDone(await act(mine, 'step-up', bob))).toBe('done')
    const known = async () =>
      (await app.database.queries.selectFrom('browsers').select('id').where('trusted_at', 'is not', null).execute())
        .length
    expect(await known()).toBe(2)
    sellContractWallet(context)
    await act(app.openBrowser(), 'sign-in', carol)
    expect(await known()).toBe(1)
  })

  test('S12 a session whose proof the contract refuses ends, and the wallet is held', async () => {
    const context = await createContractOwnershipFixture()
    const { app, home, act } = context
    const mine = app.openBrowser()
    await act(mine, 'sign-in', bob)
    sellContractWallet(context)
    app.clock.now += 300_000
    await app.recheckSessions()
    expect(await readBrowserPersonIdOrNone(mine)).toBe('none')
    expect(await readContractWalletHold(home)).not.toBeNull()
    expect(await listAuditEventTypes(app, 'wallet.put_on_hold')).toHaveLength(1)
  })

  test('S12 a session of a contract that is the only way in ends, and the wallet is not held', async () => {
    const context = await createContractOwnershipFixture()
    const { app, chain, act } = context
    chain.deploy(other, createFakeSingleOwnerContractWallet(bob))
    const mine = app.openBrowser()
    await act(mine, 'sign-in', bob, other)
    sellContractWallet(context, other)
    app.clock.now += 300_000
    await app.recheckSessions()
    expect(await readBrowserPersonIdOrNone(mine)).toBe('none')
    expect(await listAuditEventTypes(app, 'wallet.put_on_hold')).toHaveLength(0)
  })
})
