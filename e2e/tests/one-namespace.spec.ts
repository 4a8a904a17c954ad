// A server that lets in the wallets of one chain family alone.
import { createBitcoinKey } from '@countersign/testing/bitcoin-keys'
import { bitcoinSigner } from '@countersign/testing/signers'
import { install, sun } from '../src/family-ways.ts'
import { expectAccount, installWallet, walletName } from '../src/sign-in.ts'
import { expect, test } from './test.ts'

test.use({ serverSettings: { COUNTERSIGN_NAMESPACES: 'bip122' } })

test('where Bitcoin alone signs in, no other wallet is offered', async ({ page, key }) => {
  const number = 80_900
  await installWallet(page, key)
  await install(page, { solana: [{ name: 'Moon' }], bitcoin: [{ name: sun, keys: [createBitcoinKey(number)] }] })
  const answered = page.waitForResponse('**/api/challenges')
  await page.goto('/sign-in')
  await answered
  const row = (name: string) =>
    page.getByRole('list', { name: 'Choose your wallet' }).getByRole('button', { name, exact: false })
  await expect(row(sun)).toBeVisible()
  await expect(row(walletName)).toHaveCount(0)
  await expect(row('Moon')).toHaveCount(0)
  await row(sun).click()
  await expectAccount(page)
  await page.goto('/account/wallets')
  await expect(page.getByRole('list', { name: 'Your wallets' })).toContainText(bitcoinSigner(number).address.slice(-4))
})
