// Tests of ownership changes of a contract wallet that is not the only sign-in method (S12).
import { wrapErc6492Signature } from '@countersign/testing/chain/contract-signature-test-steps'
import { describe, expect, test } from 'vitest'
import { createFakeChain, createFakeChains, createFakeSingleOwnerContractWallet } from '../../testing/fake-chains.ts'
import type { FakeContractResponder } from '../../testing/fake-chains.ts'
import { createTestServer, openSteppedUpBrowser, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createOidcTestServer,
} from '../../testing/oidc-application-test-steps.ts'
import {
  requestIdentityMergeAcceptanceForTests,
  parseResponseOrErrorCode,
  listWalletsForTests,
  readBrowserPersonIdOrNone,
} from '../../testing/identity-merge-test-steps.ts'
import { relaxedChallengeRateLimits } from '../../testing/passkey-test-steps.ts'
import { createTestContractAddress, relaxedSignInRateLimits } from '../../testing/session-recheck-fixtures.ts'
import {
  createFakeChainWithSafeWallet,
  createSafeWalletTestServer,
  openBrowserWithSafeWallet,
  signInAsFakeSafeWallet,
  requireSafeWalletOfBrowser,
  listWalletAuditEntriesForTests,
  signMessageAsFakeSafeWallet,
  linkFakeSafeWallet,
} from '../../testing/safe-wallet-ownership-test-steps.ts'
import { readApiErrorCodeOrDone } from '../../testing/read-api-error-code-or-done.ts'

const { alice, bob, carol } = ethereumTestKeys
const safe = createTestContractAddress(1)
const factory = createTestContractAddress(9) as `0x${string}`

describe('contract wallet ownership change', () => {
  test('S12: the buyer gets the hold expiry; the person sees the hold and stays signed in', async () => {
    const chain = createFakeChainWithSafeWallet(alice)
    const app = await createSafeWalletTestServer('sqlite', chain)
    const seller = await openBrowserWithSafeWallet(app)
    chain.deploy(safe, createFakeSingleOwnerContractWallet(bob))

    const buyer = app.openBrowser()
    const refused = await signInAsFakeSafeWallet(buyer, bob)
    expect(refused.json()).toMatchObject({
      code: 'wallet.on_hold',
      status: 403,
      until: new Date(app.clock.now + app.limits.walletHoldSeconds * 1000).toISOString(),
    })
    expect(await readBrowserPersonIdOrNone(buyer)).toBe('none')
    expect((await requireSafeWalletOfBrowser(seller)).hold).toEqual({
      since: new Date(app.clock.now).toISOString(),
      until: new Date(app.clock.now + app.limits.walletHoldSeconds * 1000).toISOString(),
    })
    expect((await seller.send('GET', '/api/activity')).body).toContain('wallet.put_on_hold')
    // Even a return to the old owner does not end the hold.
    expect(readApiErrorCodeOrDone(await signInAsFakeSafeWallet(app.openBrowser(), bob))).toBe('wallet.on_hold')
    chain.deploy(safe, createFakeSingleOwnerContractWallet(alice))
    expect(readApiErrorCodeOrDone(await signInAsFakeSafeWallet(app.openBrowser(), alice))).toBe('wallet.on_hold')
    expect(await listWalletAuditEntriesForTests(app)).toEqual(['wallet.linked', 'wallet.linked', 'wallet.put_on_hold'])
  })

  test('S12: a wallet on hold cannot step up; once unlinked, its buyer signs in as a new person', async () => {
    const chain = createFakeChainWithSafeWallet(alice)
    const app = await createSafeWalletTestServer('sqlite', chain)
    const seller = await openBrowserWithSafeWallet(app)
    chain.deploy(safe, createFakeSingleOwnerContractWallet(bob))
    expect(
      readApiErrorCodeOrDone(
        await seller.send('POST', '/api/step-up', await signMessageAsFakeSafeWallet(seller, 'step-up', bob)),
      ),
    ).toBe('wallet.on_hold')
    const key = (await listWalletsForTests(seller)).find((wallet) => wallet.kind === 'key')
    expect(readApiErrorCodeOrDone(await seller.send('DELETE', `/api/wallets/${key?.id}`))).toBe('sign_in_method.last')
    expect(
      readApiErrorCodeOrDone(
        await seller.send('PATCH', `/api/wallets/${(await requireSafeWalletOfBrowser(seller)).id}`, { primary: true }),
      ),
    ).toBe('wallet.on_hold')
    expect(
      readApiErrorCodeOrDone(
        await seller.send('DELETE', `/api/wallets/${(await requireSafeWalletOfBrowser(seller)).id}`),
      ),
    ).toBe('done')

    const buyer = app.openBrowser()
    expect(readApiErrorCodeOrDone(await signInAsFakeSafeWallet(buyer, bob))).toBe('done')
    expect(await readBrowserPersonIdOrNone(buyer)).not.toBe(await readBrowserPersonIdOrNone(seller))
  })

  test('S12: the buyer can neither merge the person nor link the wallet', async () => {
    const chain = createFakeChainWithSafeWallet(alice)
    const app = await createSafeWalletTestServer('sqlite', chain)
    const seller = await openBrowserWithSafeWallet(app)
    chain.deploy(safe, createFakeSingleOwnerContractWallet(bob))
    const buyer = await openSteppedUpBrowser(app, bob)
    const merge = await buyer.send('POST', '/api/merges', await signMessageAsFakeSafeWallet(buyer, 'merge', bob))
    expect(readApiErrorCodeOrDone(merge)).toBe('wallet.on_hold')
    expect((await requireSafeWalletOfBrowser(seller)).hold).not.toBeNull()
    expect(
      readApiErrorCodeOrDone(
        await buyer.send('POST', '/api/merges', await signMessageAsFakeSafeWallet(buyer, 'merge', bob)),
      ),
    ).toBe('wallet.on_hold')
    expect(readApiErrorCodeOrDone(await linkFakeSafeWallet(buyer, bob))).toBe('wallet.on_hold')
  })

  test('S12: a merge offer from before the hold cannot be accepted', async () => {
    const chain = createFakeChainWithSafeWallet(alice)
    const app = await createSafeWalletTestServer('sqlite', chain)
    await openBrowserWithSafeWallet(app)
    const other = await openSteppedUpBrowser(app, carol)
    const offered = parseResponseOrErrorCode<{ id: string }>(
      await other.send('POST', '/api/merges', await signMessageAsFakeSafeWallet(other, 'merge', alice)),
    )
    if (typeof offered === 'string') throw new Error(offered)
    chain.deploy(safe, createFakeSingleOwnerContractWallet(bob))
    expect(readApiErrorCodeOrDone(await signInAsFakeSafeWallet(app.openBrowser(), bob))).toBe('wallet.on_hold')
    expect(readApiErrorCodeOrDone(await requestIdentityMergeAcceptanceForTests(other, offered))).toBe(
      'merge.not_possible',
    )
  })

  test('S12: a hold ends only sessions started with the wallet and notifies their applications', async () => {
    const chain = createFakeChainWithSafeWallet(alice)
    const environment = { ...relaxedChallengeRateLimits, ...relaxedSignInRateLimits }
    const app = await createOidcTestServer({ chains: createFakeChains(chain), environment })
    const byKey = await openBrowserWithSafeWallet(app)
    const bySafe = app.openBrowser()
    expect(readApiErrorCodeOrDone(await signInAsFakeSafeWallet(bySafe, alice))).toBe('done')
    const application = await addTestClientApplication(app, { backchannelLogoutUri: 'https://app.example/logout' })
    await runOidcAuthorizationUntilCallback(bySafe, application)
    chain.deploy(safe, createFakeSingleOwnerContractWallet(bob))
    expect(readApiErrorCodeOrDone(await signInAsFakeSafeWallet(app.openBrowser(), bob))).toBe('wallet.on_hold')
    expect([await readBrowserPersonIdOrNone(bySafe), await readBrowserPersonIdOrNone(byKey)]).toEqual([
      'none',
      expect.stringMatching(/^[0-9a-z]{26}$/),
    ])
    const sessions = await app.database.queries.selectFrom('sessions').select('end_reason').execute()
    expect(sessions.filter(({ end_reason }) => end_reason === 'wallet-no-longer-valid')).toHaveLength(1)
    expect(await app.database.queries.selectFrom('logout_deliveries').selectAll().execute()).toHaveLength(1)
  })

  test('S12: the wallet is put on hold if its owners changed, even if the last proof is valid', async () => {
    const ownedBy =
      (owners: string): FakeContractResponder =>
      (data) =>
        data === '0xa0e67e2b' ? `0x${owners.padStart(64, '0')}` : createFakeSingleOwnerContractWallet(alice)(data)
    const chain = createFakeChain()
    chain.deploy(safe, ownedBy('a1'))
    const app = await createSafeWalletTestServer('sqlite', chain)
    await openBrowserWithSafeWallet(app)
    expect(readApiErrorCodeOrDone(await signInAsFakeSafeWallet(app.openBrowser(), alice))).toBe('done')
    chain.deploy(safe, ownedBy('a1b0b'))
    expect(readApiErrorCodeOrDone(await signInAsFakeSafeWallet(app.openBrowser(), alice))).toBe('wallet.on_hold')
  })

  test('S12: an ERC-6492 wrapped signature does not bypass the ownership check', async () => {
    const chain = createFakeChainWithSafeWallet(alice)
    const app = await createSafeWalletTestServer('sqlite', chain)
    await openBrowserWithSafeWallet(app)
    chain.deploy(safe, createFakeSingleOwnerContractWallet(bob))
    const buyer = app.openBrowser()
    const { message, signature } = await buyer.signChallenge(bob, { address: safe, chainId: '1' })
    const wrapped = wrapErc6492Signature({ factory, factoryData: '0x' }, signature as `0x${string}`)
    expect(readApiErrorCodeOrDone(await buyer.send('POST', '/api/sign-in', { message, signature: wrapped }))).toBe(
      'wallet.on_hold',
    )
  })

  test('S12: the wallet is put on hold if a recheck rejects its last proof', async () => {
    const chain = createFakeChainWithSafeWallet(alice)
    const app = await createSafeWalletTestServer('sqlite', chain)
    const byKey = await openBrowserWithSafeWallet(app)
    await signInAsFakeSafeWallet(app.openBrowser(), alice)
    chain.deploy(safe, createFakeSingleOwnerContractWallet(bob))
    app.clock.now += app.limits.contractRecheckSeconds * 1000
    await app.recheckSessions()
    expect((await requireSafeWalletOfBrowser(byKey)).hold).not.toBeNull()
  })
})

describe('chain node behind a block already seen', () => {
  test('S13: refuses a former owner after the new owner signed in or the former owner was refused', async () => {
    for (const whoComes of [bob, alice]) {
      const chain = createFakeChainWithSafeWallet(alice)
      const app = await createSafeWalletTestServer('sqlite', chain)
      expect(readApiErrorCodeOrDone(await signInAsFakeSafeWallet(app.openBrowser(), alice))).toBe('done')
      chain.deploy(safe, createFakeSingleOwnerContractWallet(bob))
      chain.height = 110
      app.clock.now += 1000
      expect(readApiErrorCodeOrDone(await signInAsFakeSafeWallet(app.openBrowser(), whoComes))).toBe(
        whoComes === bob ? 'done' : 'signature.refused',
      )
      // The first node has failed, and the second lags behind it.
      chain.height = 109
      chain.deploy(safe, createFakeSingleOwnerContractWallet(alice))
      expect(readApiErrorCodeOrDone(await signInAsFakeSafeWallet(app.openBrowser(), alice))).toBe('chain.unavailable')
      chain.height = 110
      chain.deploy(safe, createFakeSingleOwnerContractWallet(bob))
      expect(readApiErrorCodeOrDone(await signInAsFakeSafeWallet(app.openBrowser(), alice))).toBe('signature.refused')
    }
  })

  test('S13: refuses a former owner whose session was ended by a recheck', async () => {
    const chain = createFakeChainWithSafeWallet(alice)
    const app = await createSafeWalletTestServer('sqlite', chain)
    await signInAsFakeSafeWallet(app.openBrowser(), alice)
    chain.deploy(safe, createFakeSingleOwnerContractWallet(bob))
    chain.height = 110
    app.clock.now += app.limits.contractRecheckSeconds * 1000
    await app.recheckSessions()
    chain.height = 105
    chain.deploy(safe, createFakeSingleOwnerContractWallet(alice))
    expect(readApiErrorCodeOrDone(await signInAsFakeSafeWallet(app.openBrowser(), alice))).toBe('chain.unavailable')
  })
})

test('S12: an ordinary key signs in without a chain read', async () => {
  const chain = createFakeChainWithSafeWallet(alice)
  const app = await createTestServer({ chains: createFakeChains(chain) })
  await app.openBrowser().signIn(alice)
  await app.openBrowser().signIn(alice)
  expect(chain.readings).toEqual([])
})

test('S12: a proof that an older release stored without owners only needs to be valid', async () => {
  const chain = createFakeChainWithSafeWallet(alice)
  const app = await createTestServer({
    chains: createFakeChains(chain),
    environment: { ...relaxedChallengeRateLimits, ...relaxedSignInRateLimits },
  })
  await openBrowserWithSafeWallet(app)
  await app.database.queries.updateTable('proofs').set({ owners_hash: null }).execute()
  expect(readApiErrorCodeOrDone(await signInAsFakeSafeWallet(app.openBrowser(), alice))).toBe('done')
  await app.database.queries.updateTable('proofs').set({ owners_hash: null }).execute()
  chain.deploy(safe, createFakeSingleOwnerContractWallet(bob))
  expect(readApiErrorCodeOrDone(await signInAsFakeSafeWallet(app.openBrowser(), bob))).toBe('wallet.on_hold')
})
