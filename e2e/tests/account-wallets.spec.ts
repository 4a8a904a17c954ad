// Tests a person's wallets: link, rename, make primary, unlink, and protection of the last sign-in
// method.
import { expectAccessible, expectNoHorizontalScroll } from '../src/expect-accessible.ts'
import { signInWithHttpTestBrowser } from '../src/http-test-browser.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import { createApiEndpointUrlMatcher, mockApiEndpointError } from '../src/api-response-mocking-test-steps.ts'
import {
  openSignInAndChooseWallet,
  expectAccountPage,
  installFakeWallet,
  shortenAddress,
  openAccountWithFakeWallet,
} from '../src/wallet-sign-in-test-steps.ts'
import {
  fakeFoxWalletName,
  findLinkWalletButton,
  findLinkWalletDialog,
  linkFakeRabbitWallet,
  openAccountWalletsPage,
  fakeRabbitWalletName,
  signInWithFakeFoxWallet,
  findWalletListItems,
} from '../src/wallets-page-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'
import { createWalletsPageTestKey, readWalletsFromApi } from './wallets-page-fixtures.ts'

test('a person can choose the primary wallet', async ({ page, context, server, key }) => {
  const second = createWalletsPageTestKey()
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: second })
  await openAccountWalletsPage(page)
  await linkFakeRabbitWallet(page)
  await page.getByRole('button', { name: `Make primary: ${shortenAddress(second.address)}` }).click()
  await expect(
    findWalletListItems(page)
      .filter({ hasText: shortenAddress(second.address) })
      .getByText('Primary', { exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect((await readWalletsFromApi(context, server.origin)).map(({ primary }) => primary)).toEqual([false, true])
})

test('unlinking a wallet ends its sessions, and it then signs in as a new person', async ({ page, server, key }) => {
  const second = createWalletsPageTestKey()
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: second })
  await openAccountWalletsPage(page)
  await linkFakeRabbitWallet(page)
  const elsewhere = await signInWithHttpTestBrowser(server.origin, second)
  const person = await elsewhere.readPersonId()
  await page.getByRole('button', { name: `Unlink ${shortenAddress(second.address)}` }).click()
  const question = page.getByRole('dialog', { name: `Unlink ${shortenAddress(second.address)}?` })
  await expect(question.getByText('every session started with it ends', { exact: false })).toBeVisible()
  await expect(question.getByText('signed out immediately', { exact: false })).toBeHidden()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Unlink wallet' }).click()
  await expect(findWalletListItems(page)).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await elsewhere.readPersonId()).toBeNull()
  const anew = await signInWithHttpTestBrowser(server.origin, second)
  expect(await anew.readPersonId()).not.toBe(person)
})

test('P3: the last sign-in method cannot be unlinked, and the button says why', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  await openAccountWalletsPage(page)
  const unlink = page.getByRole('button', { name: `Unlink ${shortenAddress(key.address)}` })
  await expect(unlink).toHaveAccessibleDescription(
    'This is your only way to sign in. Link another wallet or add a passkey first.',
  )
  await unlink.click({ force: true })
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('P3: the page shows the server’s refusal to unlink a wallet that became the last sign-in method', async ({
  page,
  key,
}) => {
  const second = createWalletsPageTestKey()
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: second })
  await openAccountWalletsPage(page)
  await linkFakeRabbitWallet(page)
  await mockApiEndpointError(page, (url) => /^\/api\/wallets\/[0-9a-z]{26}$/.test(url.pathname), 'sign_in_method.last')
  await page.getByRole('button', { name: `Unlink ${shortenAddress(second.address)}` }).click()
  await page.getByRole('button', { name: 'Unlink wallet' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This is your only way to sign in.' })).toBeVisible()
})

test('unlinking the wallet of the current session signs the person out, after a warning', async ({ page, key }) => {
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: createWalletsPageTestKey() })
  await openAccountWalletsPage(page)
  await linkFakeRabbitWallet(page)
  await page.getByRole('button', { name: `Unlink ${shortenAddress(key.address)}` }).click()
  await expect(page.getByText('You’re signed in with it now, so you’ll be signed out immediately.')).toBeVisible()
  await page.getByRole('button', { name: 'Unlink wallet' }).click()
  await page.waitForURL('**/signed-out?reason=way-in-gone')
  await expect(
    page.getByText('The wallet or passkey you signed in with here no longer belongs to the same identity.', {
      exact: false,
    }),
  ).toBeVisible()
})

test('a full wallet list states the limit on the link button', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  await page.route(createApiEndpointUrlMatcher('listWallets'), async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), most: 1 } })
  })
  await openAccountWalletsPage(page)
  await expect(findLinkWalletButton(page)).toHaveAccessibleDescription(
    'You can have up to 1 wallets. First unlink one you no longer use.',
  )
})

test('a wallet can be linked, named and unlinked by keyboard only', async ({ page, key }) => {
  const second = createWalletsPageTestKey()
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: second })
  await openAccountWalletsPage(page)
  await pressControlByKeyboard(page, findLinkWalletButton(page))
  await pressControlByKeyboard(page, findStepUpDialog(page).getByRole('button', { name: fakeFoxWalletName }))
  await pressControlByKeyboard(page, findLinkWalletDialog(page).getByRole('button', { name: fakeRabbitWalletName }))
  await expect(findWalletListItems(page)).toHaveCount(2)
  await pressControlByKeyboard(
    page,
    page.getByRole('button', { name: `Add a name: ${shortenAddress(second.address)}` }),
  )
  await page.keyboard.type('Spare')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Rename Spare' })).toBeFocused()
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Unlink Spare' }))
  await pressControlByKeyboard(page, page.getByRole('dialog').getByRole('button', { name: 'Unlink wallet' }))
  await expect(findWalletListItems(page)).toHaveCount(1)
})

test('on a phone, the navigation bar has five items and the rest under "More"', async ({ page, key }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await installFakeWallet(page, key)
  await openSignInAndChooseWallet(page)
  await expectAccountPage(page)
  const navigation = page.getByRole('navigation', { name: 'Your account' })
  await expect(navigation.getByRole('link')).toHaveText(['You', 'Wallets', 'Passkeys', 'Sessions'])
  const more = navigation.getByRole('button', { name: 'More' })
  await more.click()
  await expect(navigation.getByRole('link')).toHaveText([
    'You',
    'Wallets',
    'Passkeys',
    'Sessions',
    'Applications',
    'Activity',
    'Data',
  ])
  await expectNoHorizontalScroll(page)
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await expect(navigation.getByRole('link', { name: 'Data' })).toBeHidden()
  await more.click()
  await navigation.getByRole('link', { name: 'Data' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your data' })).toBeFocused()
  await expect(more).toHaveAttribute('aria-current', 'true')
})
