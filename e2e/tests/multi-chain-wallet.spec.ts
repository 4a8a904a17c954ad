// Tests a wallet with an account per chain family: it is listed once, the page asks which account
// to use, and each account is a separate identity.
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoHorizontalScroll } from '../src/expect-accessible.ts'
import { chooseDemonstrationWallet } from '../src/demonstration-wallet-test-steps.ts'
import { readPersonIdFromSession } from '../src/read-person-id-from-session.ts'
import { expectAccountPage, shortenAddress, signOutFromAccount } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

const demonstration = (page: Page) => page.getByRole('button', { name: 'Demonstration wallet' })
const choice = (page: Page) =>
  page.getByRole('list', { name: /^Demonstration wallet has accounts on .+\. Which one\?$/ })
const connectDialog = (page: Page) => page.getByRole('dialog', { name: 'Connect to this page?' })
const signDialog = (page: Page) => page.getByRole('dialog', { name: 'Sign this message?' })

const forms = {
  Solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  Bitcoin: /^bc1q[02-9ac-hj-np-z]{38}$/,
} as const

/**
 * Approves every prompt of the wallet; on first use, Solana wallets connect and sign in one step.
 * @returns the displayed address
 */
async function agree(page: Page, account: keyof typeof forms): Promise<string> {
  await expect(connectDialog(page).or(signDialog(page))).toBeVisible()
  const address = (await page.getByRole('dialog').getByText(forms[account]).textContent()) ?? ''
  await expect(page.getByRole('dialog')).toContainText(`Your ${account} address here`)
  if (await connectDialog(page).isVisible())
    await connectDialog(page).getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(signDialog(page).getByRole('region', { name: 'The message' })).toContainText(
    `wants you to sign in with your ${account} account:`,
  )
  await signDialog(page).getByRole('button', { name: 'Sign', exact: true }).click()
  return address
}

for (const account of ['Solana', 'Bitcoin'] as const) {
  test(`the ${account} account signs in a new person, is offered first next time, and signs in again`, async ({
    page,
    context,
    server,
  }) => {
    await page.goto('/sign-in')
    await chooseDemonstrationWallet(page, account)
    const address = await agree(page, account)
    await expectAccountPage(page)
    await expect(page.getByText(shortenAddress(address)).first()).toBeVisible()
    const person = await readPersonIdFromSession(context, server.origin)
    expect(person).not.toBeNull()
    await signOutFromAccount(page)

    await page.goto('/sign-in')
    await expect(demonstration(page)).toHaveAttribute('aria-expanded', 'false')
    await demonstration(page).click()
    await expect(choice(page).getByRole('button').first()).toHaveAccessibleName(new RegExp(`^${account}`))
    await expect(choice(page).getByRole('listitem').first()).toContainText('Last used here')
    await choice(page).getByRole('button').first().click()
    expect(await agree(page, account)).toBe(address)
    await expectAccountPage(page)
    expect(await readPersonIdFromSession(context, server.origin)).toBe(person)
  })
}

test('a new key can be created in the combined connect-and-sign dialog', async ({ page }) => {
  await page.goto('/sign-in')
  await chooseDemonstrationWallet(page, 'Solana')
  const shown = signDialog(page).getByText(forms.Solana)
  const before = await shown.textContent()
  await signDialog(page).getByRole('button', { name: 'Create a new key' }).click()
  await expect(shown).not.toHaveText(before ?? '')
  const address = await agree(page, 'Solana')
  await expectAccountPage(page)
  await expect(page.getByText(shortenAddress(address)).first()).toBeVisible()
})

test('the account choice works by keyboard and screen reader and fits the narrowest screen', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/sign-in')
  await expect(demonstration(page)).toHaveAttribute('aria-expanded', 'false')
  await demonstration(page).press('Enter')
  await expect(choice(page).getByRole('button')).toHaveText(['Ethereum', 'Solana', 'Bitcoin'])
  await expect(choice(page).getByRole('button', { name: 'Ethereum' })).toBeFocused()
  await expect(demonstration(page)).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.keyboard.press('Escape')
  await expect(choice(page)).toHaveCount(0)
  await expect(demonstration(page)).toBeFocused()
})

test('the inspector composes, signs and verifies a message for each account', async ({ page }) => {
  for (const [account, form] of [
    ['Solana', 'A Solana signature'],
    ['Bitcoin', 'A simple Bitcoin signature'],
  ] as const) {
    await page.goto('/inspector#compose')
    await page.reload()
    await page.getByRole('group', { name: 'Account on' }).getByRole('button', { name: account }).click()
    await demonstration(page).click()
    await connectDialog(page).getByRole('button', { name: 'Connect', exact: true }).click()
    await signDialog(page).getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(page.getByText(`This is a well-formed sign-in message for ${account}.`).first()).toBeVisible()
    await expect(
      page.getByText('It’s a signature of exactly this text by the address in the message.').first(),
    ).toBeVisible()
    await expect(page.getByText(form, { exact: true })).toBeVisible()
    await expectAccessible(page)
  }
})
