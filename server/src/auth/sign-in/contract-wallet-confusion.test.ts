// Tests that contract wallets are not confused with each other, their owners, or other chains.
import {
  changeSmartAccountOwner,
  deploySmartAccount,
  signAsSmartAccount,
} from '@countersign/testing/chain/smart-account-fixtures'
import { deployTestContract } from '@countersign/testing/chain/smart-contract-fixtures'
import { delegateKeyToContract, revokeKeyDelegation } from '@countersign/testing/chain/eip7702-delegation-fixtures'
import {
  deploySafeWallet,
  predictSafeWalletDeployment,
  signAsUndeployedSafeWallet,
  signAsSafeWallet,
} from '@countersign/testing/chain/safe-wallet-fixtures'
import { signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestServer } from '../../testing/countersign-test-server.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'
import {
  startTwoLocalChains,
  stopTwoLocalChains,
  createTwoChainTestServer,
  createUniqueTwoChainSafeSalt,
  firstLocalChain,
  secondLocalChain,
  requestChallengeMessageForAddress,
  sendWalletSignIn,
  readPersonIdFromSignInResponse,
  readStoredWalletProofs,
  signInAsTwoChainSafeWallet,
} from '../../testing/contract-wallet-sign-in-test-steps.ts'
import { fetchOwnWalletsForTests } from '../../testing/wallet-linking-test-steps.ts'

const { alice, bob, carol } = ethereumTestKeys
const owners = [alice, bob]

beforeAll(startTwoLocalChains)
afterAll(stopTwoLocalChains)
async function listRefusalReasons({ database }: TestServer): Promise<string[]> {
  await sequenceAllAuditEntries(database.queries)
  const rows = await database.queries
    .selectFrom('audit_events')
    .select('details')
    .where('outcome', '=', 'refused')
    .orderBy('sequence')
    .execute()
  return rows.map(({ details }) => (JSON.parse(details) as { reason: string }).reason)
}

describe('contract wallet sign-in', () => {
  test('S4: the same address on another chain is a different wallet and person', async () => {
    const { app } = await createTwoChainTestServer('sqlite')
    const salt = createUniqueTwoChainSafeSalt()
    const here = await deploySmartAccount(firstLocalChain, { owner: alice, salt })
    await deploySmartAccount(secondLocalChain, { owner: alice, salt })
    await changeSmartAccountOwner(secondLocalChain, here.address, alice, bob)
    const browsers = [app.openBrowser(), app.openBrowser()] as const
    const [ofAlice, ofBob] = [
      await requestChallengeMessageForAddress(browsers[0], here.address),
      await requestChallengeMessageForAddress(browsers[1], here.address, { chainId: '10' }),
    ]
    const first = await sendWalletSignIn(browsers[0], ofAlice, signAsSmartAccount(alice, ofAlice))
    const second = await sendWalletSignIn(browsers[1], ofBob, signAsSmartAccount(bob, ofBob))
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(readPersonIdFromSignInResponse(first)).not.toBe(readPersonIdFromSignInResponse(second))
    for (const [chainId, key] of [
      ['1', bob],
      ['10', alice],
    ] as const) {
      const message = await requestChallengeMessageForAddress(browsers[0], here.address, { chainId })
      expect((await sendWalletSignIn(browsers[0], message, signAsSmartAccount(key, message))).json()).toMatchObject({
        code: 'signature.refused',
      })
    }
  })

  test('S5: a signature for one wallet is refused for another wallet of the same owner', async () => {
    const { app } = await createTwoChainTestServer('sqlite')
    const [one, two] = [
      await deploySmartAccount(firstLocalChain, { owner: alice, salt: createUniqueTwoChainSafeSalt() }),
      await deploySmartAccount(firstLocalChain, { owner: alice, salt: createUniqueTwoChainSafeSalt() }),
    ]
    const browser = app.openBrowser()
    const message = await requestChallengeMessageForAddress(browser, one.address)
    const moved = message.replace(one.address, two.address)
    expect(moved).not.toBe(message)
    expect((await sendWalletSignIn(browser, moved, signAsSmartAccount(alice, message))).json()).toMatchObject({
      code: 'signature.refused',
    })
  })

  test('S6: an undeployed wallet signs in, stores no factory data and is the same once deployed', async () => {
    const { app } = await createTwoChainTestServer('sqlite')
    const options = { owners, threshold: 2, salt: createUniqueTwoChainSafeSalt() }
    const foreseen = await predictSafeWalletDeployment(firstLocalChain, options)
    const browser = app.openBrowser()
    const message = await requestChallengeMessageForAddress(browser, foreseen.address)
    const wrapped = await signAsUndeployedSafeWallet(foreseen, owners, message, 1)
    const before = await sendWalletSignIn(browser, message, wrapped)
    expect(before.statusCode).toBe(200)
    const [proof] = await readStoredWalletProofs(app)
    expect(proof).toMatchObject({
      method: 'erc6492',
      code_hash: null,
      signature: await signAsSafeWallet(owners, message, foreseen.address, 1),
    })
    await sequenceAllAuditEntries(app.database.queries)
    const kept = JSON.stringify([
      await app.database.queries.selectFrom('audit_event_evidence').selectAll().execute(),
      proof,
    ])
    expect(kept).not.toContain('6492649264926492')
    expect(kept).not.toContain(foreseen.factoryData.slice(2))

    await deploySafeWallet(firstLocalChain, options)
    const again = app.openBrowser()
    const after = await signInAsTwoChainSafeWallet(again, foreseen.address)
    expect(readPersonIdFromSignInResponse(after)).toBe(readPersonIdFromSignInResponse(before))
    expect(await fetchOwnWalletsForTests(again)).toHaveLength(1)
  })

  test('S6: an undeployed wallet is refused if its factory is not allowed', async () => {
    const { app } = await createTwoChainTestServer('sqlite')
    const foreseen = await predictSafeWalletDeployment(firstLocalChain, {
      owners,
      threshold: 2,
      salt: createUniqueTwoChainSafeSalt(),
    })
    const browser = app.openBrowser()
    const message = await requestChallengeMessageForAddress(browser, foreseen.address)
    const elsewhere = { ...foreseen, factory: carol.address as `0x${string}` }
    expect(
      (
        await sendWalletSignIn(browser, message, await signAsUndeployedSafeWallet(elsewhere, owners, message, 1))
      ).json(),
    ).toMatchObject({ status: 401, code: 'wallet.not_deployed' })
    expect(await listRefusalReasons(app)).toEqual(['factory_not_allowed'])
  })

  test('S7: an EIP-7702 delegate signs in only if allowed, and never as a key that signed in before', async () => {
    const accepting = await deployTestContract(firstLocalChain, 'AcceptsAnything')
    await delegateKeyToContract(firstLocalChain, carol, accepting)
    try {
      const strict = (await createTwoChainTestServer('sqlite')).app
      for (const app of [strict, (await createTwoChainTestServer('sqlite', { allowDelegates: true })).app]) {
        expect((await app.openBrowser().signIn(carol)).statusCode).toBe(200)
        const browser = app.openBrowser()
        const message = await requestChallengeMessageForAddress(browser, carol.address)
        const byDelegate = await sendWalletSignIn(browser, message, signEthereumMessage(bob, message))
        expect(byDelegate.json()).toMatchObject({
          code: app === strict ? 'signature.refused' : 'wallet.address_in_use',
        })
        const { queries } = app.database
        expect(await queries.selectFrom('wallets').select('kind').execute()).toEqual([{ kind: 'key' }])
      }
      const lenient = (await createTwoChainTestServer('sqlite', { allowDelegates: true })).app
      const browser = lenient.openBrowser()
      const message = await requestChallengeMessageForAddress(browser, carol.address)
      const byDelegate = await sendWalletSignIn(browser, message, signEthereumMessage(bob, message))
      const byKey = await lenient.openBrowser().signIn(carol)
      expect([byDelegate.statusCode, byKey.statusCode]).toEqual([200, 200])
      expect(readPersonIdFromSignInResponse(byKey)).toBe(readPersonIdFromSignInResponse(byDelegate))
    } finally {
      await revokeKeyDelegation(firstLocalChain, carol)
    }
  })
})

test('S4: a key-length signature by another signer reports the unsupported chain', async () => {
  const { app } = await createTwoChainTestServer('sqlite')
  const browser = app.openBrowser()
  const { message, signature } = await browser.signChallenge(bob, { address: carol.address, chainId: '137' })
  const response = await browser.send('POST', '/api/sign-in', { message, signature })
  expect(response.json()).toMatchObject({ code: 'chain.not_supported' })
  const again = app.openBrowser()
  // An ordinary key needs no chain.
  expect(
    (await again.send('POST', '/api/sign-in', await again.signChallenge(bob, { chainId: '137' }))).statusCode,
  ).toBe(200)
})
