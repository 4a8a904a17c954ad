// How often a chain is read for a contract wallet, and what happens where it cannot be.
import { formatSignInMessage } from '@countersign/message'
import { deploySafe, predictSafeDeployment, signAsSafe } from '@countersign/testing/chain/safe-multisig'
import { signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ethereumTestKeys } from '../../testing/test-app.ts'
import {
  startSignInChains,
  stopSignInChains,
  createChainReadingApp,
  firstChain,
  nextSalt,
  requestMessageFor,
  sendSignIn,
  signInAsSafe,
} from '../../testing/test-contract-wallet-sign-in.ts'

const { alice, bob, carol } = ethereumTestKeys
const owners = [alice, bob]

beforeAll(startSignInChains)
afterAll(stopSignInChains)

describe('a contract wallet', () => {
  test('S9 that could not be asked has spent nothing: the same signature signs in a moment later, and a key never waits', async () => {
    const { app, state } = await createChainReadingApp('sqlite')
    const { address } = await deploySafe(firstChain, { owners, threshold: 2, salt: nextSalt() })
    const browser = app.openBrowser()
    const message = await requestMessageFor(browser, address)
    const signature = await signAsSafe(owners, message, address, 1)
    state.down = true
    const away = await sendSignIn(browser, message, signature)
    expect(away.json()).toMatchObject({ status: 503, code: 'chain.unavailable' })
    expect((await app.openBrowser().signIn(bob)).statusCode).toBe(200)
    expect(state.reads).toBe(1)
    state.down = false
    expect((await sendSignIn(browser, message, signature)).statusCode).toBe(200)
    // Now it is spent.
    expect((await sendSignIn(browser, message, signature)).json()).toMatchObject({ code: 'challenge.invalid' })
  })

  test('M1 M4 M5 nobody makes this server read a chain without an open challenge of their own', async () => {
    const { app, state } = await createChainReadingApp('sqlite')
    const { address } = await deploySafe(firstChain, { owners, threshold: 2, salt: nextSalt() })
    const browser = app.openBrowser()
    const sign = (message: string) => signAsSafe(owners, message, address, 1)
    const unknown = (await requestMessageFor(browser, address)).replace(/Nonce: .{8}/, 'Nonce: 00000000')
    const foreign = await requestMessageFor(app.openBrowser(), address)
    const altered = (await requestMessageFor(browser, address)).replace('moves nothing', 'moves little')
    const spent = await requestMessageFor(browser, address)
    await sendSignIn(browser, spent, signEthereumMessage(carol, spent.replace(address, carol.address)))
    const before = state.reads
    for (const message of [unknown, foreign, altered, spent])
      expect((await sendSignIn(browser, message, await sign(message))).statusCode).toBe(401)
    expect(state.reads).toBe(before)
  })

  test('M6 the readings for one network are counted', async () => {
    const { app, state } = await createChainReadingApp('sqlite', {
      environment: { COUNTERSIGN_CONTRACT_PROOFS_PER_NETWORK_PER_MINUTE: '2' },
    })
    const { address } = await deploySafe(firstChain, { owners, threshold: 2, salt: nextSalt() })
    const answers = []
    for (let attempt = 0; attempt < 3; attempt++)
      answers.push((await signInAsSafe(app.openBrowser(), address)).statusCode)
    expect([answers, state.reads]).toEqual([[200, 200, 429], 2])
  })

  test('M6 looks whether the owners have approved are counted for their challenge, and take no attempt from anybody', async () => {
    const { app, state } = await createChainReadingApp('sqlite', {
      environment: { COUNTERSIGN_CONTRACT_PROOFS_PER_NETWORK_PER_MINUTE: '2' },
    })
    const { address } = await deploySafe(firstChain, { owners, threshold: 2, salt: nextSalt() })
    const browser = app.openBrowser()
    const ask = async () => {
      const { message } = await browser.requestChallenge({ purpose: 'sign-in', walletKind: 'contract' })
      return formatSignInMessage({ ...message, address, chainId: '1' })
    }
    const awaited = await ask()
    const answers = []
    for (let look = 0; look < 9; look++) answers.push((await sendSignIn(browser, awaited, '0x')).statusCode)
    expect([answers, state.reads]).toEqual([[...Array<number>(8).fill(409), 429], 8])
    // Others wait behind the same network, up to a bound of its own.
    const other = await ask()
    const others = []
    for (let look = 0; look < 5; look++) others.push((await sendSignIn(browser, other, '0x')).statusCode)
    expect(others).toEqual([409, 409, 409, 409, 429])
    expect((await signInAsSafe(app.openBrowser(), address)).statusCode).toBe(200)
  })

  test('on a chain that is not read is told so, and a key on that chain signs in', async () => {
    const { app, state } = await createChainReadingApp('sqlite')
    const { address } = await predictSafeDeployment(firstChain, { owners, threshold: 2 })
    const browser = app.openBrowser()
    const message = await requestMessageFor(browser, address, { chainId: '8453' })
    expect((await sendSignIn(browser, message, await signAsSafe(owners, message, address, 8453))).json()).toMatchObject(
      {
        status: 403,
        code: 'chain.not_supported',
      },
    )
    expect((await browser.signIn(alice, { chainId: '8453' })).statusCode).toBe(200)
    expect(state.reads).toBe(0)
  })
})
