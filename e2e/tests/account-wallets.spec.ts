// The wallets of a person: linking, naming, choosing the primary one, unlinking, and the last way in.
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

test('the primary wallet is chosen by the person', async ({ page, context, server, key }) => {
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

test('a wallet is unlinked: its sessions end, and it is somebody new afterwards', async ({ page, server, key }) => {
  const second = createWalletsPageTestKey()
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: second })
  await openAccountWalletsPage(page)
  await linkFakeRabbitWallet(page)
  const elsewhere = await signInWithHttpTestBrowser(server.origin, second)
  const person = await elsewhere.readPersonId()
  await page.getByRole('button', { name: `Unlink ${shortenAddress(second.address)}` }).click()
  const question = page.getByRole('dialog', { name: `Unlink ${shortenAddress(second.address)}?` })
  await expect(question.getByText('every session that began with it ends', { exact: false })).toBeVisible()
  await expect(question.getByText('signed out here', { exact: false })).toBeHidden()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Unlink it' }).click()
  await expect(findWalletListItems(page)).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await elsewhere.readPersonId()).toBeNull()
  const anew = await signInWithHttpTestBrowser(server.origin, second)
  expect(await anew.readPersonId()).not.toBe(person)
})

test('P3 the last way in cannot be unlinked, and the button says why', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  await openAccountWalletsPage(page)
  const unlink = page.getByRole('button', { name: `Unlink ${shortenAddress(key.address)}` })
  await expect(unlink).toHaveAccessibleDescription(
    'This is your last way in. Link another wallet or add a passkey first.',
  )
  await unlink.click({ force: true })
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('P3 became the last way in meanwhile: the server refuses, and the page says so', async ({ page, key }) => {
  const second = createWalletsPageTestKey()
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: second })
  await openAccountWalletsPage(page)
  await linkFakeRabbitWallet(page)
  await mockApiEndpointError(page, (url) => /^\/api\/wallets\/[0-9a-z]{26}$/.test(url.pathname), 'sign_in_method.last')
  await page.getByRole('button', { name: `Unlink ${shortenAddress(second.address)}` }).click()
  await page.getByRole('button', { name: 'Unlink it' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This is your only way to sign in.' })).toBeVisible()
})

test('the wallet of this session is unlinked: said before, and signed out after', async ({ page, key }) => {
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: createWalletsPageTestKey() })
  await openAccountWalletsPage(page)
  await linkFakeRabbitWallet(page)
  await page.getByRole('button', { name: `Unlink ${shortenAddress(key.address)}` }).click()
  await expect(page.getByText('You are signed in with it now, so you will be signed out here at once.')).toBeVisible()
  await page.getByRole('button', { name: 'Unlink it' }).click()
  await page.waitForURL('**/signed-out?reason=way-in-gone')
  await expect(
    page.getByText(
      'The wallet or passkey that you had signed in with here no longer signs you in as the same person.',
      { exact: false },
    ),
  ).toBeVisible()
})

test('a full list says why there is no room', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  await page.route(createApiEndpointUrlMatcher('listWallets'), async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), most: 1 } })
  })
  await openAccountWalletsPage(page)
  await expect(findLinkWalletButton(page)).toHaveAccessibleDescription(
    'There is room for 1 wallets. Unlink one that you no longer use first.',
  )
})

test('by keyboard alone: link a wallet, name it, unlink it', async ({ page, key }) => {
  const second = createWalletsPageTestKey()
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: second })
  await openAccountWalletsPage(page)
  await pressControlByKeyboard(page, findLinkWalletButton(page))
  await pressControlByKeyboard(page, findStepUpDialog(page).getByRole('button', { name: fakeFoxWalletName }))
  await pressControlByKeyboard(page, findLinkWalletDialog(page).getByRole('button', { name: fakeRabbitWalletName }))
  await expect(findWalletListItems(page)).toHaveCount(2)
  await pressControlByKeyboard(
    page,
    page.getByRole('button', { name: `Give it a name: ${shortenAddress(second.address)}` }),
  )
  await page.keyboard.type('Spare')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Rename Spare' })).toBeFocused()
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Unlink Spare' }))
  await pressControlByKeyboard(page, page.getByRole('dialog').getByRole('button', { name: 'Unlink it' }))
  await expect(findWalletListItems(page)).toHaveCount(1)
})

test('on a phone the bar has five places, and the others are behind "More"', async ({ page, key }) => {
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
