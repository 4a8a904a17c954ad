// A server that lets in the wallets of one chain family alone.
import { createBitcoinKey } from '@countersign/testing/bitcoin-keys'
import { installFamilyWallets } from '@countersign/testing/fake-family-wallets'
import { expectSignedInAs, listed, newNumber, rowOf, sun } from '../src/family-page.ts'
import { withoutDemonstrationWallet } from '../src/server-answers.ts'
import { expectAccount, installWallet, walletName } from '../src/sign-in.ts'
import { expect, test } from './test.ts'

test.use({ serverSettings: { COUNTERSIGN_NAMESPACES: 'bip122' } })

test('where Bitcoin alone signs in, no other wallet is offered', async ({ page, key }) => {
  const number = newNumber()
  await withoutDemonstrationWallet(page)
  await installWallet(page, key)
  await installFamilyWallets(page, {
    solana: [{ name: 'Moon' }],
    bitcoin: [{ name: sun, keys: [createBitcoinKey(number)] }],
  })
  const answered = page.waitForResponse('**/api/challenges')
  await page.goto('/sign-in')
  await answered
  await expect(rowOf(page, sun)).toBeVisible()
  await expect(rowOf(page, walletName)).toHaveCount(0)
  await expect(rowOf(page, 'Moon')).toHaveCount(0)
  await rowOf(page, sun).click()
  await expectAccount(page)
  await expectSignedInAs(page, listed.signer(number))
})
