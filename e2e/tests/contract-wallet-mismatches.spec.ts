// Tests wallets that the server cannot match to the chain or the kind of wallet of the message.
import { delegateKeyToContract } from '@countersign/testing/chain/eip7702-delegation-fixtures'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { deployTestContract } from '@countersign/testing/chain/smart-contract-fixtures'
import type { FakeContractWallet } from '@countersign/testing/fake-ethereum-wallet'
import { startLocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import type { LocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import { deploySafeWallet, signAsSafeWallet } from '@countersign/testing/chain/safe-wallet-fixtures'
import { toHex } from 'viem'
import type { Address } from 'viem'
import { expectAccessible } from '../src/expect-accessible.ts'
import {
  expectAccountPage,
  installFakeWallet,
  openSignInAndChooseWallet,
  shortenAddress,
  signInByApi,
} from '../src/wallet-sign-in-test-steps.ts'
import { createUniqueSafeOptions, installFakeContractWallet, testSafeOwnerKeys } from './contract-wallet-fixtures.ts'
import { expect, test as base, testChainName } from './local-chain-playwright-fixtures.ts'

const test = base.extend<object, { second: LocalEthereumChain }>({
  second: [
    async ({}, use) => {
      const second = await startLocalEthereumChain({ chainId: 31_338 })
      await use(second)
      await second.stop()
    },
    { scope: 'worker' },
  ],
  chains: [
    async ({ node, second, chain }, use) => {
      const ofEach = { staleSeconds: 86_400, allowDelegates: true }
      await use(
        JSON.stringify([
          { id: chain.chainId, name: testChainName, rpc: node.url, ...ofEach },
          { id: second.chainId, name: 'Secondchain', rpc: second.url, ...ofEach },
        ]),
      )
    },
    { scope: 'worker' },
  ],
})

/** Knows the Safe on the second chain, although the first one is selected. */
function createSafeWalletOfSecondChain(
  chain: LocalEthereumChain,
  second: LocalEthereumChain,
  address: Address,
): FakeContractWallet {
  let selected = chain
  return {
    address,
    chainId: chain.chainId,
    sign: async (text) => signAsSafeWallet(testSafeOwnerKeys, text, address, second.chainId),
    callChain: async (method, params) => {
      if (method !== 'wallet_switchEthereumChain') return selected.rpc(method, params)
      selected = second
      return null
    },
  }
}

test('S4: a Safe on another chain than the one selected signs in after the page has switched the wallet', async ({
  page,
  chain,
  second,
}) => {
  const { address } = await deploySafeWallet(second, createUniqueSafeOptions())
  await installFakeContractWallet(page, createSafeWalletOfSecondChain(chain, second, address))
  await openSignInAndChooseWallet(page)
  await expect(page.getByRole('heading', { name: 'This wallet is on Secondchain.' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`The message was for ${testChainName}. Switch to Secondchain`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Switch to Secondchain' }).click()
  await expectAccountPage(page)
  await page.goto('/account/wallets')
  await expect(page.getByRole('list', { name: 'Your wallets' }).getByRole('listitem')).toContainText(
    'Contract on Secondchain',
  )
})

test('S7: a delegate of a key that signed in before is refused with the way to sign in, and nothing is linked', async ({
  page,
  browser,
  server,
  chain,
  key,
}) => {
  await delegateKeyToContract(chain, key, await deployTestContract(chain, 'AcceptsAnything'))
  const owner = await browser.newContext({ baseURL: server.origin })
  await signInByApi(owner, server.origin, key)
  await installFakeWallet(page, key, { behavior: 'wrong-signer', chainId: toHex(chain.chainId) })
  await openSignInAndChooseWallet(page)
  await expect(
    page.getByRole('heading', { name: `${shortenAddress(key.address)} already signs in here another way.` }),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use another method' }).click()
  await expect(page.getByRole('heading', { name: 'Choose your wallet' })).toBeVisible()
  const linked = await owner.request.get(`${server.origin}/api/wallets`)
  expect(((await linked.json()) as ApiEndpointOutput<'listWallets'>).items).toMatchObject([{ address: key.address }])
  await owner.close()
})
