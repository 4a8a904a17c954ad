// Tests of sessions and browsers after an ownership change of a contract wallet.
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

describe('contract wallet ownership change', () => {
  test('S12: browsers trusted through the wallet lose their trust', async () => {
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

  test('S12: if the contract refuses a recheck, the session ends and the wallet is put on hold', async () => {
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

  test('S12: if the only sign-in method fails its recheck, the session ends without a hold', async () => {
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
