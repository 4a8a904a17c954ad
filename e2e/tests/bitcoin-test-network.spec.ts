// Tests a site that accepts only a Bitcoin test network: other wallets are not offered, and with a
// multi-chain wallet the page does not ask which account to use.
import { createBitcoinTestKey } from '@countersign/testing/bitcoin-test-keys'
import { installFakeEthereumWallets } from '@countersign/testing/fake-ethereum-wallet'
import { installFakeNonEvmVariantWallets, fakeNonEvmWalletName } from '../src/fake-non-evm-wallet-variants.ts'
import { openSignInAndChooseWallet, expectAccountPage, shortenAddress } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test.use({ serverSettings: { COUNTERSIGN_NAMESPACES: 'bip122', COUNTERSIGN_BITCOIN_CHAIN: 'testnet4' } })

test('S16: no wallet is offered before the server reports the accepted chain families', async ({ page, key }) => {
  await installFakeEthereumWallets(page, [{ behavior: 'good', key, name: 'Fox' }])
  await installFakeNonEvmVariantWallets(page, {
    bitcoin: [{ name: fakeNonEvmWalletName, keys: [createBitcoinTestKey(84_001, 'p2wpkh', 'testnet')] }],
  })
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route('**/api/challenges', async (route) => {
    asked.resolve()
    await released.promise
    await route.continue()
  })
  await page.clock.install()
  await page.goto('/sign-in')
  await asked.promise
  await page.clock.runFor(5_000)
  await expect(page.getByText('Looking for wallets…').first()).toBeAttached()
  await expect(page.getByRole('button', { name: 'Fox' })).toHaveCount(0)

  released.resolve()
  await expect(page.getByRole('list', { name: 'Choose your wallet' }).getByRole('button')).toHaveText([
    /Sun/,
    /Demonstration wallet/,
  ])
})

test('S16: a Bitcoin test network site offers only Bitcoin wallets and refuses mainnet accounts', async ({
  page,
  key,
}) => {
  const [ofTest, ofMain] = [createBitcoinTestKey(84_001, 'p2wpkh', 'testnet'), createBitcoinTestKey(84_001)]
  await installFakeEthereumWallets(page, [
    { behavior: 'good', key, name: 'Fox' },
    { behavior: 'good', key, name: fakeNonEvmWalletName },
  ])
  await installFakeNonEvmVariantWallets(page, {
    solana: [{ name: 'Moon' }],
    bitcoin: [{ name: fakeNonEvmWalletName, keys: [ofMain], otherKeys: [ofTest] }],
  })
  await openSignInAndChooseWallet(page, fakeNonEvmWalletName)
  await expect(page.getByRole('heading', { name: 'Sun is on Bitcoin mainnet.' })).toBeVisible()
  await expect(page.getByText('This site uses a Bitcoin test network.', { exact: false }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Use a different wallet' }).click()
  const rows = page.getByRole('list', { name: 'Choose your wallet' }).getByRole('button')
  await expect(rows.filter({ hasText: fakeNonEvmWalletName })).toHaveCount(1)
  for (const name of ['Fox', 'Moon']) await expect(rows.filter({ hasText: name })).toHaveCount(0)

  await page.evaluate(() =>
    (globalThis as unknown as { familyWallets: Record<string, { switchAccount(): void }> }).familyWallets[
      'bip122:Sun'
    ]?.switchAccount(),
  )
  await rows.filter({ hasText: fakeNonEvmWalletName }).click()
  await expectAccountPage(page)
  await expect(page.getByText(shortenAddress(ofTest.address)).first()).toBeVisible()
})
