// Tests of how often a chain is read for a contract wallet, and of chain failures.
import { formatSignInMessage } from '@countersign/message'
import {
  deploySafeWallet,
  predictSafeWalletDeployment,
  signAsSafeWallet,
} from '@countersign/testing/chain/safe-wallet-fixtures'
import { signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import {
  startTwoLocalChains,
  stopTwoLocalChains,
  createTwoChainTestServer,
  firstLocalChain,
  createUniqueTwoChainSafeSalt,
  requestChallengeMessageForAddress,
  sendWalletSignIn,
  signInAsTwoChainSafeWallet,
} from '../../testing/contract-wallet-sign-in-test-steps.ts'

const { alice, bob, carol } = ethereumTestKeys
const owners = [alice, bob]

beforeAll(startTwoLocalChains)
afterAll(stopTwoLocalChains)

describe('contract wallet chain reads', () => {
  test('S9: an unreachable chain does not spend the challenge and does not affect ordinary keys', async () => {
    const { app, state } = await createTwoChainTestServer('sqlite')
    const { address } = await deploySafeWallet(firstLocalChain, {
      owners,
      threshold: 2,
      salt: createUniqueTwoChainSafeSalt(),
    })
    const browser = app.openBrowser()
    const message = await requestChallengeMessageForAddress(browser, address)
    const signature = await signAsSafeWallet(owners, message, address, 1)
    state.down = true
    const away = await sendWalletSignIn(browser, message, signature)
    expect(away.json()).toMatchObject({ status: 503, code: 'chain.unavailable' })
    expect((await app.openBrowser().signIn(bob)).statusCode).toBe(200)
    expect(state.reads).toBe(1)
    state.down = false
    expect((await sendWalletSignIn(browser, message, signature)).statusCode).toBe(200)
    expect((await sendWalletSignIn(browser, message, signature)).json()).toMatchObject({ code: 'challenge.invalid' })
  })

  test('M1 M4 M5: happen only for an open challenge of the same browser', async () => {
    const { app, state } = await createTwoChainTestServer('sqlite')
    const { address } = await deploySafeWallet(firstLocalChain, {
      owners,
      threshold: 2,
      salt: createUniqueTwoChainSafeSalt(),
    })
    const browser = app.openBrowser()
    const sign = (message: string) => signAsSafeWallet(owners, message, address, 1)
    const unknown = (await requestChallengeMessageForAddress(browser, address)).replace(
      /Nonce: .{8}/,
      'Nonce: 00000000',
    )
    const foreign = await requestChallengeMessageForAddress(app.openBrowser(), address)
    const altered = (await requestChallengeMessageForAddress(browser, address)).replace(
      'moves no funds',
      'moves few funds',
    )
    const spent = await requestChallengeMessageForAddress(browser, address)
    await sendWalletSignIn(browser, spent, signEthereumMessage(carol, spent.replace(address, carol.address)))
    const before = state.reads
    for (const message of [unknown, foreign, altered, spent])
      expect((await sendWalletSignIn(browser, message, await sign(message))).statusCode).toBe(401)
    expect(state.reads).toBe(before)
  })

  test('M6: are limited per network', async () => {
    const { app, state } = await createTwoChainTestServer('sqlite', {
      environment: { COUNTERSIGN_CONTRACT_PROOFS_PER_NETWORK_PER_MINUTE: '2' },
    })
    const { address } = await deploySafeWallet(firstLocalChain, {
      owners,
      threshold: 2,
      salt: createUniqueTwoChainSafeSalt(),
    })
    const answers = []
    for (let attempt = 0; attempt < 3; attempt++)
      answers.push((await signInAsTwoChainSafeWallet(app.openBrowser(), address)).statusCode)
    expect([answers, state.reads]).toEqual([[200, 200, 429], 2])
  })

  test('M6: approval checks are limited per challenge and do not count as sign-in attempts', async () => {
    const { app, state } = await createTwoChainTestServer('sqlite', {
      environment: { COUNTERSIGN_CONTRACT_PROOFS_PER_NETWORK_PER_MINUTE: '2' },
    })
    const { address } = await deploySafeWallet(firstLocalChain, {
      owners,
      threshold: 2,
      salt: createUniqueTwoChainSafeSalt(),
    })
    const browser = app.openBrowser()
    const ask = async () => {
      const { message } = await browser.requestChallenge({ purpose: 'sign-in', walletKind: 'contract' })
      return formatSignInMessage({ ...message, address, chainId: '1' })
    }
    const awaited = await ask()
    const answers = []
    for (let look = 0; look < 9; look++) answers.push((await sendWalletSignIn(browser, awaited, '0x')).statusCode)
    expect([answers, state.reads]).toEqual([[...Array<number>(8).fill(409), 429], 8])
    // Other callers in the same network have a separate limit.
    const other = await ask()
    const others = []
    for (let look = 0; look < 5; look++) others.push((await sendWalletSignIn(browser, other, '0x')).statusCode)
    expect(others).toEqual([409, 409, 409, 409, 429])
    expect((await signInAsTwoChainSafeWallet(app.openBrowser(), address)).statusCode).toBe(200)
  })

  test('are refused for an unconfigured chain, where ordinary keys can still sign in', async () => {
    const { app, state } = await createTwoChainTestServer('sqlite')
    const { address } = await predictSafeWalletDeployment(firstLocalChain, { owners, threshold: 2 })
    const browser = app.openBrowser()
    const message = await requestChallengeMessageForAddress(browser, address, { chainId: '8453' })
    expect(
      (await sendWalletSignIn(browser, message, await signAsSafeWallet(owners, message, address, 8453))).json(),
    ).toMatchObject({
      status: 403,
      code: 'chain.not_supported',
    })
    expect((await browser.signIn(alice, { chainId: '8453' })).statusCode).toBe(200)
    expect(state.reads).toBe(0)
  })
})
