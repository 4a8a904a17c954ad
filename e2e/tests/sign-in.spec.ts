// Signing in as a person does it: from a wallet in the browser to a session in the database, and every turn it can take.
import { chooseWallet, expectAccount, installWallet, shortAddress } from '../src/sign-in.ts'
import { expect, test } from './test.ts'

test('the first sign-in makes a person, a wallet and a session', async ({ page, key }) => {
  await installWallet(page, key)
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Test Wallet 1' }).click()
  await expect(page.getByRole('heading', { name: `Sign this message to prove ${shortAddress(key.address)} is yours.` })).toBeVisible()
  await expectAccount(page)
  await expect(page.getByText(shortAddress(key.address)).first()).toBeVisible()

  await page.getByRole('link', { name: /^1 session/ }).click()
  await expect(page.getByRole('heading', { name: 'Your sessions' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText('This browser')).toBeVisible()
})
