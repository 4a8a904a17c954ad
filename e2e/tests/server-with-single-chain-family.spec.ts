// Tests a server that accepts wallets of only one chain family.
import { createBitcoinTestKey } from '@countersign/testing/bitcoin-test-keys'
import { createBitcoinTestSigner } from '@countersign/testing/wallet-signer-fixtures'
import { installFakeNonEvmVariantWallets, fakeNonEvmWalletName } from '../src/fake-non-evm-wallet-variants.ts'
import { expectAccountPage, installFakeWallet, firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test.use({ serverSettings: { COUNTERSIGN_NAMESPACES: 'bip122' } })

test('only Bitcoin wallets are offered if the server accepts only Bitcoin', async ({ page, key }) => {
  const number = 80_900
  await installFakeWallet(page, key)
  await installFakeNonEvmVariantWallets(page, {
    solana: [{ name: 'Moon' }],
    bitcoin: [{ name: fakeNonEvmWalletName, keys: [createBitcoinTestKey(number)] }],
  })
  const answered = page.waitForResponse('**/api/challenges')
  await page.goto('/sign-in')
  await answered
  const row = (name: string) =>
    page.getByRole('list', { name: 'Choose your wallet' }).getByRole('button', { name, exact: false })
  await expect(row(fakeNonEvmWalletName)).toBeVisible()
  await expect(row(firstFakeWalletName)).toHaveCount(0)
  await expect(row('Moon')).toHaveCount(0)
  await row(fakeNonEvmWalletName).click()
  await expectAccountPage(page)
  await page.goto('/account/wallets')
  await expect(page.getByRole('list', { name: 'Your wallets' })).toContainText(
    createBitcoinTestSigner(number).address.slice(-4),
  )
})
