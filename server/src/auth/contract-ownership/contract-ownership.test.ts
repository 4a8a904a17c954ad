// Contract wallets that change hands: who signs in with one then is not the person, where the person has another way in (THREATS S12).
import { wrapErc6492Signature } from '@countersign/testing/chain/erc1271-signatures'
import { describe, expect, test } from 'vitest'
import { createFakeChain, createFakeChains, createFakeOwnedContractWallet } from '../../testing/fake-chains.ts'
import type { FakeContract } from '../../testing/fake-chains.ts'
import { createTestApp, openSteppedUpBrowser, ethereumTestKeys } from '../../testing/test-app.ts'
import { addTestApplication, completeAuthorization, createOidcTestApp } from '../../testing/test-oidc-applications.ts'
import {
  acceptMerge,
  parseResponseOrErrorCode,
  listWallets,
  readPersonIdOrNone,
} from '../../testing/test-identity-merges.ts'
import { relaxedChallengeLimits } from '../../testing/test-passkeys.ts'
import { createTestContractAddress, relaxedSignInLimits } from '../../testing/test-session-rechecks.ts'
import {
  createChainWithSafe,
  createSafeTestApp,
  openBrowserWithSafe,
  signInAsSafe,
  findSafe,
  readOutcomeCode,
  listWalletAuditEntries,
  signMessageAsSafe,
  linkSafe,
} from '../../testing/test-contract-ownership.ts'

const { alice, bob, carol } = ethereumTestKeys
const safe = createTestContractAddress(1)
const factory = createTestContractAddress(9) as `0x${string}`

describe('a contract wallet that changes hands', () => {
  test('S12 is held when its buyer signs in, who is told until when, and the person sees it and goes on', async () => {
    const chain = createChainWithSafe(alice)
    const app = await createSafeTestApp('sqlite', chain)
    const seller = await openBrowserWithSafe(app)
    chain.deploy(safe, createFakeOwnedContractWallet(bob))

    const buyer = app.openBrowser()
    const refused = await signInAsSafe(buyer, bob)
    expect(refused.json()).toMatchObject({
      code: 'wallet.on_hold',
      status: 403,
      until: new Date(app.clock.now + app.limits.walletHoldSeconds * 1000).toISOString(),
    })
    expect(await readPersonIdOrNone(buyer)).toBe('nobody')
    expect((await findSafe(seller)).hold).toEqual({
      since: new Date(app.clock.now).toISOString(),
      until: new Date(app.clock.now + app.limits.walletHoldSeconds * 1000).toISOString(),
    })
    expect((await seller.send('GET', '/api/activity')).body).toContain('wallet.put_on_hold')
    // Again and again, and also where the contract goes back to whom it was: only another way makes it theirs again.
    expect(readOutcomeCode(await signInAsSafe(app.openBrowser(), bob))).toBe('wallet.on_hold')
    chain.deploy(safe, createFakeOwnedContractWallet(alice))
    expect(readOutcomeCode(await signInAsSafe(app.openBrowser(), alice))).toBe('wallet.on_hold')
    expect(await listWalletAuditEntries(app)).toEqual(['wallet.linked', 'wallet.linked', 'wallet.put_on_hold'])
  })

  test('S12 steps nobody up, is no way in, and is unlinked by its person; then its buyer begins as a person of their own', async () => {
    const chain = createChainWithSafe(alice)
    const app = await createSafeTestApp('sqlite', chain)
    const seller = await openBrowserWithSafe(app)
    chain.deploy(safe, createFakeOwnedContractWallet(bob))
    expect(
      readOutcomeCode(await seller.send('POST', '/api/step-up', await signMessageAsSafe(seller, 'step-up', bob))),
    ).toBe('wallet.on_hold')
    const key = (await listWallets(seller)).find((wallet) => wallet.kind === 'key')
    expect(readOutcomeCode(await seller.send('DELETE', `/api/wallets/${key?.id}`))).toBe('sign_in_method.last')
    expect(
      readOutcomeCode(await seller.send('PATCH', `/api/wallets/${(await findSafe(seller)).id}`, { primary: true })),
    ).toBe('wallet.on_hold')
    expect(readOutcomeCode(await seller.send('DELETE', `/api/wallets/${(await findSafe(seller)).id}`))).toBe('done')

    const buyer = app.openBrowser()
    expect(readOutcomeCode(await signInAsSafe(buyer, bob))).toBe('done')
    expect(await readPersonIdOrNone(buyer)).not.toBe(await readPersonIdOrNone(seller))
  })

  test('S12 does not merge its person into whoever has come by it', async () => {
    const chain = createChainWithSafe(alice)
    const app = await createSafeTestApp('sqlite', chain)
    const seller = await openBrowserWithSafe(app)
    chain.deploy(safe, createFakeOwnedContractWallet(bob))
    const buyer = await openSteppedUpBrowser(app, bob)
    const merge = await buyer.send('POST', '/api/merges', await signMessageAsSafe(buyer, 'merge', bob))
    expect(readOutcomeCode(merge)).toBe('wallet.on_hold')
    expect((await findSafe(seller)).hold).not.toBeNull()
    expect(readOutcomeCode(await buyer.send('POST', '/api/merges', await signMessageAsSafe(buyer, 'merge', bob)))).toBe(
      'wallet.on_hold',
    )
    expect(readOutcomeCode(await linkSafe(buyer, bob))).toBe('wallet.on_hold')
  })

  test('S12 is not merged by an offer from before it was held', async () => {
    const chain = createChainWithSafe(alice)
    const app = await createSafeTestApp('sqlite', chain)
    await openBrowserWithSafe(app)
    const other = await openSteppedUpBrowser(app, carol)
    const offered = parseResponseOrErrorCode<{ id: string }>(
      await other.send('POST', '/api/merges', await signMessageAsSafe(other, 'merge', alice)),
    )
    if (typeof offered === 'string') throw new Error(offered)
    chain.deploy(safe, createFakeOwnedContractWallet(bob))
    expect(readOutcomeCode(await signInAsSafe(app.openBrowser(), bob))).toBe('wallet.on_hold')
    expect(readOutcomeCode(await acceptMerge(other, offered))).toBe('merge.not_possible')
  })

  test('S12 ends what it began when it is held, and applications are told; what other ways began goes on', async () => {
    const chain = createChainWithSafe(alice)
    const environment = { ...relaxedChallengeLimits, ...relaxedSignInLimits }
    const app = await createOidcTestApp({ chains: createFakeChains(chain), environment })
    const byKey = await openBrowserWithSafe(app)
    const bySafe = app.openBrowser()
    expect(readOutcomeCode(await signInAsSafe(bySafe, alice))).toBe('done')
    const application = await addTestApplication(app, { backchannelLogoutUri: 'https://app.example/logout' })
    await completeAuthorization(bySafe, application)
    chain.deploy(safe, createFakeOwnedContractWallet(bob))
    expect(readOutcomeCode(await signInAsSafe(app.openBrowser(), bob))).toBe('wallet.on_hold')
    expect([await readPersonIdOrNone(bySafe), await readPersonIdOrNone(byKey)]).toEqual([
      'nobody',
      expect.stringMatching(/^[0-9a-z]{26}$/),
    ])
    const sessions = await app.database.queries.selectFrom('sessions').select('end_reason').execute()
    expect(sessions.filter(({ end_reason }) => end_reason === 'wallet-no-longer-valid')).toHaveLength(1)
    expect(await app.database.queries.selectFrom('logout_deliveries').selectAll().execute()).toHaveLength(1)
  })

  test('S12 is held where its owners changed though the last signature still stands', async () => {
    const ownedBy =
      (owners: string): FakeContract =>
      (data) =>
        data === '0xa0e67e2b' ? `0x${owners.padStart(64, '0')}` : createFakeOwnedContractWallet(alice)(data)
    const chain = createFakeChain()
    chain.deploy(safe, ownedBy('a1'))
    const app = await createSafeTestApp('sqlite', chain)
    await openBrowserWithSafe(app)
    expect(readOutcomeCode(await signInAsSafe(app.openBrowser(), alice))).toBe('done')
    chain.deploy(safe, ownedBy('a1b0b'))
    expect(readOutcomeCode(await signInAsSafe(app.openBrowser(), alice))).toBe('wallet.on_hold')
  })

  test('S12 a signature that is wrapped as of a wallet not deployed yet is compared all the same', async () => {
    const chain = createChainWithSafe(alice)
    const app = await createSafeTestApp('sqlite', chain)
    await openBrowserWithSafe(app)
    chain.deploy(safe, createFakeOwnedContractWallet(bob))
    const buyer = app.openBrowser()
    const { message, signature } = await buyer.signChallenge(bob, { address: safe, chainId: '1' })
    const wrapped = wrapErc6492Signature({ factory, factoryData: '0x' }, signature as `0x${string}`)
    expect(readOutcomeCode(await buyer.send('POST', '/api/sign-in', { message, signature: wrapped }))).toBe(
      'wallet.on_hold',
    )
  })

  test('S12 is held when it is asked again and stands behind its last proof no more, and its person is told', async () => {
    const chain = createChainWithSafe(alice)
    const app = await createSafeTestApp('sqlite', chain)
    const byKey = await openBrowserWithSafe(app)
    await signInAsSafe(app.openBrowser(), alice)
    chain.deploy(safe, createFakeOwnedContractWallet(bob))
    app.clock.now += app.limits.contractRecheckSeconds * 1000
    await app.recheckSessions()
    expect((await findSafe(byKey)).hold).not.toBeNull()
  })
})

describe('a node that is behind what was believed', () => {
  test('S13 lets no former owner in again, where the new one signed in, or the former one was refused', async () => {
    for (const whoComes of [bob, alice]) {
      const chain = createChainWithSafe(alice)
      const app = await createSafeTestApp('sqlite', chain)
      expect(readOutcomeCode(await signInAsSafe(app.openBrowser(), alice))).toBe('done')
      chain.deploy(safe, createFakeOwnedContractWallet(bob))
      chain.height = 110
      app.clock.now += 1000
      expect(readOutcomeCode(await signInAsSafe(app.openBrowser(), whoComes))).toBe(
        whoComes === bob ? 'done' : 'signature.refused',
      )
      // The first node has died, and the second one has not heard yet.
      chain.height = 109
      chain.deploy(safe, createFakeOwnedContractWallet(alice))
      expect(readOutcomeCode(await signInAsSafe(app.openBrowser(), alice))).toBe('chain.unavailable')
      chain.height = 110
      chain.deploy(safe, createFakeOwnedContractWallet(bob))
      expect(readOutcomeCode(await signInAsSafe(app.openBrowser(), alice))).toBe('signature.refused')
    }
  })

  test('S13 lets no former owner in again whose session ended when their contract was asked again', async () => {
    const chain = createChainWithSafe(alice)
    const app = await createSafeTestApp('sqlite', chain)
    await signInAsSafe(app.openBrowser(), alice)
    chain.deploy(safe, createFakeOwnedContractWallet(bob))
    chain.height = 110
    app.clock.now += app.limits.contractRecheckSeconds * 1000
    await app.recheckSessions()
    chain.height = 105
    chain.deploy(safe, createFakeOwnedContractWallet(alice))
    expect(readOutcomeCode(await signInAsSafe(app.openBrowser(), alice))).toBe('chain.unavailable')
  })
})

test('S12 a plain key is compared with nothing, and asks no chain', async () => {
  const chain = createChainWithSafe(alice)
  const app = await createTestApp({ chains: createFakeChains(chain) })
  await app.openBrowser().signIn(alice)
  await app.openBrowser().signIn(alice)
  expect(chain.readings).toEqual([])
})

test('S12 a proof of an older release has no owners to compare with, and goes by whether it stands', async () => {
  const chain = createChainWithSafe(alice)
  const app = await createTestApp({
    chains: createFakeChains(chain),
    environment: { ...relaxedChallengeLimits, ...relaxedSignInLimits },
  })
  await openBrowserWithSafe(app)
  await app.database.queries.updateTable('proofs').set({ owners_hash: null }).execute()
  expect(readOutcomeCode(await signInAsSafe(app.openBrowser(), alice))).toBe('done')
  await app.database.queries.updateTable('proofs').set({ owners_hash: null }).execute()
  chain.deploy(safe, createFakeOwnedContractWallet(bob))
  expect(readOutcomeCode(await signInAsSafe(app.openBrowser(), bob))).toBe('wallet.on_hold')
})
