// Tests linking another wallet, including wallets that switch accounts, decline, or are already
// linked.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../src/expect-accessible.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import { createApiEndpointUrlMatcher, mockApiEndpointErrorOnce } from '../src/api-response-mocking-test-steps.ts'
import {
  openSignInAndChooseWallet,
  expectAccountPage,
  shortenAddress,
  signOutFromAccount,
} from '../src/wallet-sign-in-test-steps.ts'
import {
  chooseWalletInDialog,
  confirmStepUpWithFakeFoxWallet,
  fakeFoxWalletName,
  findLinkWalletButton,
  findLinkWalletDialog,
  linkFakeRabbitWallet,
  openAccountWalletsPage,
  setNamedWalletBehavior,
  fakeRabbitWalletName,
  signInWithFakeFoxWallet,
  switchWalletAccount,
  findWalletListItems,
} from '../src/wallets-page-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'
import { createWalletsPageTestKey, readWalletsFromApi } from './wallets-page-fixtures.ts'

test('a wallet linked with both signatures can be named and signs in the same person', async ({
  page,
  context,
  server,
  key,
}) => {
  const second = createWalletsPageTestKey()
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: second })
  await openAccountWalletsPage(page)
  await linkFakeRabbitWallet(page)
  await expect(page.getByText(`${shortenAddress(second.address)} is linked.`).first()).toBeVisible()
  await expect(findWalletListItems(page)).toHaveCount(2)
  await expect(findLinkWalletButton(page)).toBeFocused()
  await expectAccessible(page)

  await page.getByRole('button', { name: `Add a name: ${shortenAddress(second.address)}` }).click()
  await expect(page.getByRole('textbox', { name: 'Name of the wallet' })).toBeFocused()
  await page.keyboard.type('Savings')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').last()).toHaveText('Renamed the wallet to Savings.')
  await expect(page.getByRole('button', { name: 'Rename Savings' })).toBeFocused()
  expect(await readWalletsFromApi(context, server.origin)).toEqual([
    { address: key.address, label: null, primary: true },
    { address: second.address, label: 'Savings', primary: false },
  ])

  const { person } = (await (
    await context.request.get(`${server.origin}/api/session`)
  ).json()) as ApiEndpointOutput<'readSession'>
  await signOutFromAccount(page)
  await openSignInAndChooseWallet(page, fakeRabbitWalletName)
  await expectAccountPage(page)
  const again = (await (
    await context.request.get(`${server.origin}/api/session`)
  ).json()) as ApiEndpointOutput<'readSession'>
  expect(again.person?.id).toBe(person?.id)
  expect(again.session?.wallet?.address).toBe(second.address)
})

const methodsOf = (page: Page, place: number): Promise<readonly string[]> =>
  page.evaluate(
    (place) => (globalThis as unknown as { fakeWallets: { methods: string[] }[] }).fakeWallets[place]?.methods ?? [],
    place,
  )
const namesIn = (dialog: Locator): Promise<string[]> =>
  dialog.getByRole('list', { name: 'Choose your wallet' }).getByRole('button').allInnerTexts()

test('M17: linking announces both signatures before any wallet opens, then requests them in order', async ({
  page,
  key,
}) => {
  const second = createWalletsPageTestKey()
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: second })
  await openAccountWalletsPage(page)
  await findLinkWalletButton(page).click()
  const both = page.getByRole('list', { name: 'Two signatures' }).getByRole('listitem')
  await expect(both).toHaveText([
    /First, prove that it’s you: with a wallet you’ve already linked\./,
    /Then, prove that the new wallet is yours: with that wallet\./,
  ])
  await expect(both.nth(0)).toHaveAttribute('aria-current', 'step')
  await expect(findStepUpDialog(page).getByRole('button', { name: fakeFoxWalletName })).toBeVisible()
  await expectAccessible(page)
  for (const place of [0, 1]) {
    const asked = await methodsOf(page, place)
    expect(asked.filter((method) => method === 'eth_requestAccounts' || method === 'personal_sign')).toEqual([])
  }

  await confirmStepUpWithFakeFoxWallet(page)
  await expect(findLinkWalletDialog(page).getByRole('heading', { name: 'Link another wallet' })).toBeFocused()
  await expect(both.nth(0)).toContainText('First, prove that it’s you: done.')
  await expect(both.nth(1)).toHaveAttribute('aria-current', 'step')
  await expectAccessible(page)
  await chooseWalletInDialog(findLinkWalletDialog(page), fakeRabbitWalletName)
  await expect(findLinkWalletDialog(page)).toBeHidden()
  await expect(page.getByText(`${shortenAddress(second.address)} is linked.`).first()).toBeVisible()

  // A recent step-up makes a second signature unnecessary.
  await findLinkWalletButton(page).click()
  await expect(findLinkWalletDialog(page).getByRole('list', { name: 'Choose your wallet' })).toBeVisible()
  await expect(both).toHaveCount(0)
})

test('the link dialog marks a wallet whose account is already linked and lists it below the others', async ({
  page,
  key,
}) => {
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: createWalletsPageTestKey() })
  await openAccountWalletsPage(page)
  await findLinkWalletButton(page).click()
  await confirmStepUpWithFakeFoxWallet(page)
  const fromNowOn = (await methodsOf(page, 0)).length
  const marks = findLinkWalletDialog(page).getByText('Linked: ', { exact: false }).filter({ visible: true })
  await expect(marks).toHaveText(`Linked: ${shortenAddress(key.address)}`)
  const names = await namesIn(findLinkWalletDialog(page))
  expect(names.findIndex((name) => name.startsWith(fakeRabbitWalletName))).toBeLessThan(names.length - 2)
  expect(names.at(-2)).toMatch(new RegExp(`^${fakeFoxWalletName}`))
  expect(names.at(-1)).toMatch(/^Demonstration wallet/)
  await expect(findLinkWalletDialog(page).getByText('A linked wallet can have more accounts.')).toBeVisible()
  // The page read the wallet's accounts without prompting the wallet.
  expect((await methodsOf(page, 0)).slice(fromNowOn).filter((method) => method !== 'eth_accounts')).toEqual([])
  await expectAccessible(page)
})

test('a wallet marked late as linked keeps its place, and a wallet that never answers blocks nothing', async ({
  page,
  key,
}) => {
  // At this width the badge is below the name.
  await page.setViewportSize({ width: 360, height: 740 })
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: createWalletsPageTestKey() })
  await openAccountWalletsPage(page)
  await findLinkWalletButton(page).click()
  await page.evaluate(() => {
    type Asked = { method: string }
    type Wallet = { request: (asked: Asked) => Promise<unknown> }
    const tell = Promise.withResolvers<void>()
    const page = globalThis as unknown as { fakeWallets: Wallet[]; tellNow: () => void }
    page.tellNow = () => tell.resolve()
    const [first, second] = page.fakeWallets
    if (!first || !second) throw new Error('The page has no wallets.')
    const answer = first.request
    first.request = async (asked) => {
      if (asked.method === 'eth_accounts') await tell.promise
      return answer.call(first, asked)
    }
    second.request = async (asked) => (asked.method === 'eth_accounts' ? new Promise(() => {}) : [])
  })
  await confirmStepUpWithFakeFoxWallet(page)
  const rows = findLinkWalletDialog(page).getByRole('list', { name: 'Choose your wallet' }).getByRole('button')
  await expect(rows.filter({ hasText: fakeFoxWalletName })).toBeVisible()
  const places = () => rows.evaluateAll((all) => all.map((row) => [row.textContent, row.getBoundingClientRect().top]))
  const placesOf = async () => (await places()).map(([, top]) => top)
  const before = [await namesIn(findLinkWalletDialog(page)), await placesOf()] as const
  await expect(rows.filter({ hasText: fakeFoxWalletName }).getByText('Linked: ', { exact: false })).toBeHidden()
  await page.evaluate(() => (globalThis as unknown as { tellNow: () => void }).tellNow())
  await expect(rows.filter({ hasText: fakeFoxWalletName }).getByText('Linked: ', { exact: false })).toBeVisible()
  expect(await placesOf()).toEqual(before[1])
  expect((await namesIn(findLinkWalletDialog(page))).map((name) => name.split('\n')[0])).toEqual(
    before[0].map((name) => name.split('\n')[0]),
  )
})

test('switching accounts while linking requests a signature of a message for the new account', async ({
  page,
  context,
  server,
  key,
}) => {
  const [one, two] = [createWalletsPageTestKey(), createWalletsPageTestKey()]
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: one, rabbitToo: two })
  await openAccountWalletsPage(page)
  await findLinkWalletButton(page).click()
  await confirmStepUpWithFakeFoxWallet(page)
  await setNamedWalletBehavior(page, fakeRabbitWalletName, 'never-signs')
  await chooseWalletInDialog(findLinkWalletDialog(page), fakeRabbitWalletName)
  const messageOf = (address: string) =>
    findLinkWalletDialog(page).getByText(shortenAddress(address), { exact: true }).first()
  await expect(messageOf(one.address)).toBeVisible()
  await expect(findLinkWalletDialog(page).getByText(`Approve in ${fakeRabbitWalletName}.`).first()).toBeVisible()
  await switchWalletAccount(page, fakeRabbitWalletName)
  await expect(messageOf(two.address)).toBeVisible()
  await expect(findLinkWalletDialog(page).getByText(`Approve in ${fakeRabbitWalletName}.`).first()).toBeVisible()
  await setNamedWalletBehavior(page, fakeRabbitWalletName, 'good')
  await switchWalletAccount(page, fakeRabbitWalletName)
  await expect(findLinkWalletDialog(page)).toBeHidden()
  expect((await readWalletsFromApi(context, server.origin)).map(({ address }) => address)).toEqual([
    key.address,
    one.address,
  ])
})

test('an already linked account is not asked to sign; linking continues after an account switch', async ({
  page,
  context,
  server,
  key,
}) => {
  const second = createWalletsPageTestKey()
  await signInWithFakeFoxWallet(page, { fox: key, foxToo: second, rabbit: createWalletsPageTestKey() })
  await openAccountWalletsPage(page)
  await findLinkWalletButton(page).click()
  await confirmStepUpWithFakeFoxWallet(page)
  await chooseWalletInDialog(findLinkWalletDialog(page), fakeFoxWalletName)
  await expect(
    findLinkWalletDialog(page).getByRole('heading', {
      name: `${fakeFoxWalletName} is using ${shortenAddress(key.address)}.`,
    }),
  ).toBeFocused()
  await expect(
    findLinkWalletDialog(page).getByText('That account is already linked.', { exact: false }).first(),
  ).toBeVisible()
  await expectAccessible(page)
  await switchWalletAccount(page, fakeFoxWalletName)
  await expect(findLinkWalletDialog(page)).toBeHidden()
  expect((await readWalletsFromApi(context, server.origin)).map(({ address }) => address)).toEqual([
    key.address,
    second.address,
  ])
})

test('linking waits for another account when the server reports the wallet as already linked', async ({
  page,
  key,
}) => {
  const second = createWalletsPageTestKey()
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: second })
  await openAccountWalletsPage(page)
  await mockApiEndpointErrorOnce(page, createApiEndpointUrlMatcher('linkWallet'), 'wallet.already_linked')
  await findLinkWalletButton(page).click()
  await confirmStepUpWithFakeFoxWallet(page)
  await chooseWalletInDialog(findLinkWalletDialog(page), fakeRabbitWalletName)
  await expect(
    findLinkWalletDialog(page).getByRole('heading', {
      name: `${fakeRabbitWalletName} is using ${shortenAddress(second.address)}.`,
    }),
  ).toBeVisible()
})

test('declining the signature and closing the dialog links nothing', async ({ page, context, server, key }) => {
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: createWalletsPageTestKey() })
  await openAccountWalletsPage(page)
  await findLinkWalletButton(page).click()
  await confirmStepUpWithFakeFoxWallet(page)
  await setNamedWalletBehavior(page, fakeRabbitWalletName, 'declines-sign')
  await chooseWalletInDialog(findLinkWalletDialog(page), fakeRabbitWalletName)
  await expect(findLinkWalletDialog(page).getByText('The wallet isn’t linked.', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(findLinkWalletButton(page)).toBeFocused()
  expect(await readWalletsFromApi(context, server.origin)).toHaveLength(1)
})

test('linking requests a new step-up if the first expires while the new wallet signs', async ({ page, key }) => {
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: createWalletsPageTestKey() })
  await openAccountWalletsPage(page)
  await findLinkWalletButton(page).click()
  await confirmStepUpWithFakeFoxWallet(page)
  await mockApiEndpointErrorOnce(page, createApiEndpointUrlMatcher('linkWallet'), 'step_up.required')
  await chooseWalletInDialog(findLinkWalletDialog(page), fakeRabbitWalletName)
  await confirmStepUpWithFakeFoxWallet(page)
  await expect(findLinkWalletDialog(page)).toBeHidden()
  await expect(findWalletListItems(page)).toHaveCount(2)
})
