// Signing in, linking and stepping up with contract wallets, on a chain with real contracts, and what may not be taken for
// one another (THREATS S2, S4, S5, S6, S7, S9).
import type { EndpointOutput } from '@countersign/api/api-endpoints'
import { formatSignInMessage } from '@countersign/message'
import { approveSafeMessageOnChain, deploySafe, signAsSafe } from '@countersign/testing/chain/safe-multisig'
import { signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, openSteppedUpBrowser, ethereumTestKeys } from '../../testing/test-app.ts'
import { testOnBothDatabases } from '../../testing/test-databases.ts'
import {
  startSignInChains,
  stopSignInChains,
  createChainReadingApp,
  firstChain,
  nextSalt,
  signInAsSafe,
  readWallets,
  readProofs,
  readSignedInPersonId,
  requestMessageFor,
  sendSignIn,
} from '../../testing/test-contract-wallet-sign-in.ts'

const { alice, bob, carol } = ethereumTestKeys
const owners = [alice, bob]

beforeAll(startSignInChains)
afterAll(stopSignInChains)

describe('a contract wallet', () => {
  testOnBothDatabases('signs in: a Safe of two owners, its proof kept with chain, block and code', async (kind) => {
    const { app, state } = await createChainReadingApp(kind)
    const { address } = await deploySafe(firstChain, { owners, threshold: 2, salt: nextSalt() })
    const browser = app.openBrowser()
    const response = await signInAsSafe(browser, address)
    expect(response.statusCode).toBe(200)
    expect(response.json<EndpointOutput<'signIn'>>().session).toMatchObject({
      wallet: { address, chain: { id: '1', name: 'Ethereum' } },
      contract: { checkedAt: '2026-01-15T12:00:00.000Z', unreachableSince: null, endsAt: null },
    })
    expect(state.reads).toBe(1)
    expect(await readWallets(browser)).toMatchObject([
      { kind: 'contract', chain: { id: '1', name: 'Ethereum' }, address, primary: true },
    ])
    const [proof] = await readProofs(app)
    expect(proof).toMatchObject({
      method: 'erc1271',
      chain_reference: '1',
      block_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string,
      code_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string,
    })
    expect(Number(proof?.block_number)).toBeGreaterThan(0)
    // The same person the next time.
    expect(readSignedInPersonId(await signInAsSafe(app.openBrowser(), address))).toBe(readSignedInPersonId(response))
  })

  test('S2 one signature less, or of another owner, is refused', async () => {
    const { app } = await createChainReadingApp('sqlite')
    const { address } = await deploySafe(firstChain, { owners, threshold: 2, salt: nextSalt() })
    const browser = app.openBrowser()
    for (const signers of [[alice], [alice, carol]]) {
      const message = await requestMessageFor(browser, address)
      const response = await sendSignIn(browser, message, await signAsSafe(signers, message, address, 1))
      expect(response.json()).toMatchObject({ status: 401, code: 'signature.refused' })
    }
    expect(await app.database.queries.selectFrom('people').selectAll().execute()).toEqual([])
  })

  testOnBothDatabases(
    'whose owners take their time has an hour, finds back to its message, and is asked without being spent',
    async (kind) => {
      const { app } = await createChainReadingApp(kind)
      const { address } = await deploySafe(firstChain, { owners, threshold: 2, salt: nextSalt() })
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
        expect((await sendSignIn(browser, message, '0x')).json()).toMatchObject({
          status: 409,
          code: 'signature.pending',
        })
      await approveSafeMessageOnChain(firstChain, address, owners, message)
      expect((await sendSignIn(browser, message, '0x')).statusCode).toBe(200)
      expect((await browser.send('GET', `/api/challenges/${challenge.id}`)).json()).toMatchObject({
        code: 'challenge.invalid',
      })
    },
  )

  test('gives a key no longer than it ever had', async () => {
    const { app } = await createChainReadingApp('sqlite')
    const browser = app.openBrowser()
    const attempt = async (after: number) => {
      const { message: issued } = await browser.requestChallenge({ purpose: 'sign-in', walletKind: 'contract' })
      const message = formatSignInMessage({ ...issued, address: alice.address, chainId: '1' })
      app.clock.now += after
      return (await sendSignIn(browser, message, signEthereumMessage(alice, message))).json<{ code?: string }>().code
    }
    expect([await attempt(299_999), await attempt(300_000)]).toEqual([undefined, 'challenge.invalid'])
  })

  test('asks an empty signature of a usual challenge once, and spends it', async () => {
    const { app } = await createChainReadingApp('sqlite')
    const { address } = await deploySafe(firstChain, { owners, threshold: 2, salt: nextSalt() })
    const browser = app.openBrowser()
    const message = await requestMessageFor(browser, address)
    expect((await sendSignIn(browser, message, '0x')).json()).toMatchObject({ code: 'signature.refused' })
    expect((await sendSignIn(browser, message, '0x')).json()).toMatchObject({ code: 'challenge.invalid' })
  })

  test('is linked, confirms who is there, and is merged like a key', async () => {
    const { app } = await createChainReadingApp('sqlite')
    const { address } = await deploySafe(firstChain, { owners, threshold: 2, salt: nextSalt() })
    const browser = await openSteppedUpBrowser(app, carol)
    const link = await requestMessageFor(browser, address, { purpose: 'link' })
    const linked = await browser.send('POST', '/api/wallets', {
      message: link,
      signature: await signAsSafe(owners, link, address, 1),
    })
    expect(linked.json()).toMatchObject({ kind: 'contract', chain: { id: '1' }, address })
    const stepUp = await requestMessageFor(browser, address, { purpose: 'step-up' })
    const confirmed = await browser.send('POST', '/api/step-up', {
      message: stepUp,
      signature: await signAsSafe(owners, stepUp, address, 1),
    })
    expect(confirmed.json()).toMatchObject({ session: { wallet: { address }, contract: { unreachableSince: null } } })
    // Another identity that a contract wallet signs in to.
    app.clock.now += 1000
    const { address: second } = await deploySafe(firstChain, { owners, threshold: 2, salt: nextSalt() })
    const other = app.openBrowser()
    await signInAsSafe(other, second)
    const merge = await requestMessageFor(browser, second, { purpose: 'merge' })
    const offer = (
      await browser.send('POST', '/api/merges', {
        message: merge,
        signature: await signAsSafe(owners, merge, second, 1),
      })
    ).json<EndpointOutput<'offerMerge'>>()
    expect((await browser.send('POST', `/api/merges/${offer.id}/accept`)).json()).toMatchObject({ state: 'pending' })
    // The other identity confirms it in the browser that is known to it.
    const confirmation = await requestMessageFor(other, second, { purpose: 'step-up' })
    await other.send('POST', '/api/step-up', {
      message: confirmation,
      signature: await signAsSafe(owners, confirmation, second, 1),
    })
    expect((await other.send('POST', `/api/merges/${offer.id}/confirm`)).statusCode).toBe(204)
    expect((await readWallets(browser)).map((wallet) => [wallet.address, wallet.kind])).toEqual([
      [carol.address, 'key'],
      [address, 'contract'],
      [second, 'contract'],
    ])
    expect(
      (await readProofs(app))
        .filter(({ method }) => method === 'erc1271')
        .every(({ block_hash }) => block_hash !== null),
    ).toBe(true)
  })
})

test('without a chain there is no longer life to ask for', async () => {
  const app = await createTestApp()
  const response = await app
    .openBrowser()
    .send('POST', '/api/challenges', { purpose: 'sign-in', walletKind: 'contract' })
  expect(response.json()).toMatchObject({ code: 'chain.not_supported' })
})
