// Tests of contract wallets on a chain with real contracts (THREATS S2, S4, S5, S6, S7, S9).
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { formatSignInMessage } from '@countersign/message'
import {
  approveSafeWalletMessageOnChain,
  deploySafeWallet,
  signAsSafeWallet,
} from '@countersign/testing/chain/safe-wallet-fixtures'
import { signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServer, openSteppedUpBrowser, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import {
  startTwoLocalChains,
  stopTwoLocalChains,
  createTwoChainTestServer,
  firstLocalChain,
  createUniqueTwoChainSafeSalt,
  signInAsTwoChainSafeWallet,
  readStoredWalletProofs,
  readPersonIdFromSignInResponse,
  requestChallengeMessageForAddress,
  sendWalletSignIn,
} from '../../testing/contract-wallet-sign-in-test-steps.ts'
import { fetchOwnWalletsForTests } from '../../testing/wallet-linking-test-steps.ts'

const { alice, bob, carol } = ethereumTestKeys
const owners = [alice, bob]

beforeAll(startTwoLocalChains)
afterAll(stopTwoLocalChains)

describe('contract wallet', () => {
  testOnBothDatabases(
    'signs in as a Safe of two owners, storing chain, block and code hash with the proof',
    async (kind) => {
      const { app, state } = await createTwoChainTestServer(kind)
      const { address } = await deploySafeWallet(firstLocalChain, {
        owners,
        threshold: 2,
        salt: createUniqueTwoChainSafeSalt(),
      })
      const browser = app.openBrowser()
      const response = await signInAsTwoChainSafeWallet(browser, address)
      expect(response.statusCode).toBe(200)
      expect(response.json<ApiEndpointOutput<'signIn'>>().session).toMatchObject({
        wallet: { address, chain: { id: '1', name: 'Ethereum' } },
        contract: { checkedAt: '2026-01-15T12:00:00.000Z', unreachableSince: null, endsAt: null },
      })
      expect(state.reads).toBe(1)
      expect(await fetchOwnWalletsForTests(browser)).toMatchObject([
        { kind: 'contract', chain: { id: '1', name: 'Ethereum' }, address, primary: true },
      ])
      const [proof] = await readStoredWalletProofs(app)
      expect(proof).toMatchObject({
        method: 'erc1271',
        chain_reference: '1',
        block_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string,
        code_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string,
      })
      expect(Number(proof?.block_number)).toBeGreaterThan(0)
      expect(readPersonIdFromSignInResponse(await signInAsTwoChainSafeWallet(app.openBrowser(), address))).toBe(
        readPersonIdFromSignInResponse(response),
      )
    },
  )

  test('S2: is refused if an owner signature is missing or comes from a non-owner', async () => {
    const { app } = await createTwoChainTestServer('sqlite')
    const { address } = await deploySafeWallet(firstLocalChain, {
      owners,
      threshold: 2,
      salt: createUniqueTwoChainSafeSalt(),
    })
    const browser = app.openBrowser()
    for (const signers of [[alice], [alice, carol]]) {
      const message = await requestChallengeMessageForAddress(browser, address)
      const response = await sendWalletSignIn(browser, message, await signAsSafeWallet(signers, message, address, 1))
      expect(response.json()).toMatchObject({ status: 401, code: 'signature.refused' })
    }
    expect(await app.database.queries.selectFrom('people').selectAll().execute()).toEqual([])
  })

  testOnBothDatabases(
    'has an hour for owner approvals, with a challenge that can be reloaded and polled',
    async (kind) => {
      const { app } = await createTwoChainTestServer(kind)
      const { address } = await deploySafeWallet(firstLocalChain, {
        owners,
        threshold: 2,
        salt: createUniqueTwoChainSafeSalt(),
      })
      const browser = app.openBrowser()
      const challenge = await browser.requestChallenge({ purpose: 'sign-in', walletKind: 'contract' })
      expect(challenge.expiresAt).toBe('2026-01-15T13:00:00.000Z')
      expect(challenge.readChains).toEqual([
        { id: '1', name: 'Ethereum' },
        { id: '10', name: 'OP Mainnet' },
      ])
      const message = formatSignInMessage({ ...challenge.message, address, chainId: '1' })
      app.clock.now += 50 * 60_000
      expect((await browser.send('GET', `/api/challenges/${challenge.id}`)).json()).toEqual({
        ...challenge,
        purpose: 'sign-in',
        interaction: null,
      })
      expect((await app.openBrowser().send('GET', `/api/challenges/${challenge.id}`)).json()).toMatchObject({
        code: 'challenge.invalid',
      })
      for (let look = 0; look < 2; look++)
        expect((await sendWalletSignIn(browser, message, '0x')).json()).toMatchObject({
          status: 409,
          code: 'signature.pending',
        })
      await approveSafeWalletMessageOnChain(firstLocalChain, address, owners, message)
      expect((await sendWalletSignIn(browser, message, '0x')).statusCode).toBe(200)
      expect((await browser.send('GET', `/api/challenges/${challenge.id}`)).json()).toMatchObject({
        code: 'challenge.invalid',
      })
    },
  )

  test('does not extend the five-minute challenge lifetime of ordinary keys', async () => {
    const { app } = await createTwoChainTestServer('sqlite')
    const browser = app.openBrowser()
    const attempt = async (after: number) => {
      const { message: issued } = await browser.requestChallenge({ purpose: 'sign-in', walletKind: 'contract' })
      const message = formatSignInMessage({ ...issued, address: alice.address, chainId: '1' })
      app.clock.now += after
      return (await sendWalletSignIn(browser, message, signEthereumMessage(alice, message))).json<{ code?: string }>()
        .code
    }
    expect([await attempt(299_999), await attempt(300_000)]).toEqual([undefined, 'challenge.invalid'])
  })

  test('spends a regular challenge on the first empty signature', async () => {
    const { app } = await createTwoChainTestServer('sqlite')
    const { address } = await deploySafeWallet(firstLocalChain, {
      owners,
      threshold: 2,
      salt: createUniqueTwoChainSafeSalt(),
    })
    const browser = app.openBrowser()
    const message = await requestChallengeMessageForAddress(browser, address)
    expect((await sendWalletSignIn(browser, message, '0x')).json()).toMatchObject({ code: 'signature.refused' })
    expect((await sendWalletSignIn(browser, message, '0x')).json()).toMatchObject({ code: 'challenge.invalid' })
  })

  test('can be linked, used for step-up and merged like a key', async () => {
    const { app } = await createTwoChainTestServer('sqlite')
    const { address } = await deploySafeWallet(firstLocalChain, {
      owners,
      threshold: 2,
      salt: createUniqueTwoChainSafeSalt(),
    })
    const browser = await openSteppedUpBrowser(app, carol)
    const link = await requestChallengeMessageForAddress(browser, address, { purpose: 'link' })
    const linked = await browser.send('POST', '/api/wallets', {
      message: link,
      signature: await signAsSafeWallet(owners, link, address, 1),
    })
    expect(linked.json()).toMatchObject({ kind: 'contract', chain: { id: '1' }, address })
    const stepUp = await requestChallengeMessageForAddress(browser, address, { purpose: 'step-up' })
    const confirmed = await browser.send('POST', '/api/step-up', {
      message: stepUp,
      signature: await signAsSafeWallet(owners, stepUp, address, 1),
    })
    expect(confirmed.json()).toMatchObject({ session: { wallet: { address }, contract: { unreachableSince: null } } })
    app.clock.now += 1000
    const { address: second } = await deploySafeWallet(firstLocalChain, {
      owners,
      threshold: 2,
      salt: createUniqueTwoChainSafeSalt(),
    })
    const other = app.openBrowser()
    await signInAsTwoChainSafeWallet(other, second)
    const merge = await requestChallengeMessageForAddress(browser, second, { purpose: 'merge' })
    const offer = (
      await browser.send('POST', '/api/merges', {
        message: merge,
        signature: await signAsSafeWallet(owners, merge, second, 1),
      })
    ).json<ApiEndpointOutput<'offerMerge'>>()
    expect((await browser.send('POST', `/api/merges/${offer.id}/accept`)).json()).toMatchObject({ state: 'pending' })
    const confirmation = await requestChallengeMessageForAddress(other, second, { purpose: 'step-up' })
    await other.send('POST', '/api/step-up', {
      message: confirmation,
      signature: await signAsSafeWallet(owners, confirmation, second, 1),
    })
    expect((await other.send('POST', `/api/merges/${offer.id}/confirm`)).statusCode).toBe(204)
    expect((await fetchOwnWalletsForTests(browser)).map((wallet) => [wallet.address, wallet.kind])).toEqual([
      [carol.address, 'key'],
      [address, 'contract'],
      [second, 'contract'],
    ])
    expect(
      (await readStoredWalletProofs(app))
        .filter(({ method }) => method === 'erc1271')
        .every(({ block_hash }) => block_hash !== null),
    ).toBe(true)
  })
})

test('a server without chains refuses a challenge for a contract wallet', async () => {
  const app = await createTestServer()
  const response = await app
    .openBrowser()
    .send('POST', '/api/challenges', { purpose: 'sign-in', walletKind: 'contract' })
  expect(response.json()).toMatchObject({ code: 'chain.not_supported' })
})
