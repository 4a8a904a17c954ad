// The wallets of a person: linking, naming, choosing the primary one, unlinking, and the last way in.
import { createTestKey } from '@countersign/testing/test-keys'
import type { CallAnswer } from '@countersign/api/calls'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../src/accessibility.ts'
import { signInClient } from '../src/client.ts'
import { confirmDialog } from '../src/confirm-dialog.ts'
import { press } from '../src/keyboard.ts'
import { addressOf, refuse, refuseOnce } from '../src/server-answers.ts'
import { chooseWallet, expectAccount, installWallet, shortAddress, signIn, signOut } from '../src/sign-in.ts'
import {
  choose,
  confirmWithFox,
  fox,
  linkButton,
  linkDialog,
  linkRabbit,
  openWallets,
  play,
  rabbit,
  signInWithFox,
  switchAccount,
  walletRows,
} from '../src/wallets-page.ts'
import { expect, test } from './test.ts'

let made = 51_000
const newKey = () => createTestKey((made += 1))

async function readWallets(context: BrowserContext, origin: string) {
  const { items } = (await (await context.request.get(`${origin}/api/wallets`)).json()) as CallAnswer<'listWallets'>
  return items.map(({ address, label, primary }) => ({ address, label, primary }))
}

test('a wallet is linked after a proof of both sides, is named, and signs the same person in', async ({
  page,
  context,
  server,
  key,
}) => {
  const second = newKey()
  await signInWithFox(page, { fox: key, rabbit: second })
  await openWallets(page)
  await linkRabbit(page)
  await expect(page.getByText(`${shortAddress(second.address)} is linked.`).first()).toBeVisible()
  await expect(walletRows(page)).toHaveCount(2)
  await expect(linkButton(page)).toBeFocused()
  await expectAccessible(page)

  await page.getByRole('button', { name: `Give it a name: ${shortAddress(second.address)}` }).click()
  await expect(page.getByRole('textbox', { name: 'Name of the wallet' })).toBeFocused()
  await page.keyboard.type('Savings')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').last()).toHaveText('The wallet is now called Savings.')
  await expect(page.getByRole('button', { name: 'Rename Savings' })).toBeFocused()
  expect(await readWallets(context, server.origin)).toEqual([
    { address: key.address, label: null, primary: true },
    { address: second.address, label: 'Savings', primary: false },
  ])

  const { person } = (await (
    await context.request.get(`${server.origin}/api/session`)
  ).json()) as CallAnswer<'readSession'>
  await signOut(page)
  await chooseWallet(page, rabbit)
  await expectAccount(page)
  const again = (await (await context.request.get(`${server.origin}/api/session`)).json()) as CallAnswer<'readSession'>
  expect(again.person?.id).toBe(person?.id)
  expect(again.session?.wallet?.address).toBe(second.address)
})

/** What a wallet of this page was asked so far, in order. */
const methodsOf = (page: Page, place: number): Promise<readonly string[]> =>
  page.evaluate(
    (place) => (globalThis as unknown as { fakeWallets: { methods: string[] }[] }).fakeWallets[place]?.methods ?? [],
    place,
  )
const namesIn = (dialog: Locator): Promise<string[]> =>
  dialog.getByRole('list', { name: 'Choose your wallet' }).getByRole('button').allInnerTexts()

test('M17 where a confirmation is needed, both signatures are told before anything opens, and one follows the other', async ({
  page,
  key,
}) => {
  const second = newKey()
  await signInWithFox(page, { fox: key, rabbit: second })
  await openWallets(page)
  await linkButton(page).click()
  const both = page.getByRole('list', { name: 'Two signatures' }).getByRole('listitem')
  await expect(both).toHaveText([
    /First, that it is you: with a wallet that is linked already\./,
    /Then, that the new wallet is yours: with that wallet\./,
  ])
  await expect(both.nth(0)).toHaveAttribute('aria-current', 'step')
  await expect(confirmDialog(page).getByRole('button', { name: fox })).toBeVisible()
  await expectAccessible(page)
  for (const place of [0, 1]) {
    const asked = await methodsOf(page, place)
    expect(asked.filter((method) => method === 'eth_requestAccounts' || method === 'personal_sign')).toEqual([])
  }

  await confirmWithFox(page)
  await expect(linkDialog(page).getByRole('heading', { name: 'Link another wallet' })).toBeFocused()
  await expect(both.nth(0)).toContainText('First, that it is you: done.')
  await expect(both.nth(1)).toHaveAttribute('aria-current', 'step')
  await expectAccessible(page)
  await choose(linkDialog(page), rabbit)
  await expect(linkDialog(page)).toBeHidden()
  await expect(page.getByText(`${shortAddress(second.address)} is linked.`).first()).toBeVisible()

  // It was confirmed a moment ago: one signature will do.
  await linkButton(page).click()
  await expect(linkDialog(page).getByRole('list', { name: 'Choose your wallet' })).toBeVisible()
  await expect(both).toHaveCount(0)
})

test('when linking, a wallet whose account is linked already is marked and stands last', async ({ page, key }) => {
  await signInWithFox(page, { fox: key, rabbit: newKey() })
  await openWallets(page)
  await linkButton(page).click()
  await confirmWithFox(page)
  const fromNowOn = (await methodsOf(page, 0)).length
  const rows = linkDialog(page).getByRole('list', { name: 'Choose your wallet' }).getByRole('button')
  await expect(rows.last()).toContainText(`Linked: ${shortAddress(key.address)}`)
  const names = await namesIn(linkDialog(page))
  expect(names.findIndex((name) => name.startsWith(rabbit))).toBeLessThan(names.length - 1)
  expect(names.at(-1)).toMatch(new RegExp(`^${fox}`))
  await expect(linkDialog(page).getByText('Linked: ', { exact: false }).filter({ visible: true })).toHaveCount(1)
  await expect(linkDialog(page).getByText('A wallet that is marked as linked can have more accounts.')).toBeVisible()
  // It was looked at, and not asked for anything.
  expect((await methodsOf(page, 0)).slice(fromNowOn).filter((method) => method !== 'eth_accounts')).toEqual([])
  await expectAccessible(page)
})

test('a wallet that says late that it is linked is marked where it stands, and one that never says holds nothing up', async ({
  page,
  key,
}) => {
  // Where a mark stands under its name.
  await page.setViewportSize({ width: 360, height: 740 })
  await signInWithFox(page, { fox: key, rabbit: newKey() })
  await openWallets(page)
  await linkButton(page).click()
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
  await confirmWithFox(page)
  const rows = linkDialog(page).getByRole('list', { name: 'Choose your wallet' }).getByRole('button')
  await expect(rows.filter({ hasText: fox })).toBeVisible()
  const places = () => rows.evaluateAll((all) => all.map((row) => [row.textContent, row.getBoundingClientRect().top]))
  const placesOf = async () => (await places()).map(([, top]) => top)
  const before = [await namesIn(linkDialog(page)), await placesOf()] as const
  await expect(rows.filter({ hasText: fox }).getByText('Linked: ', { exact: false })).toBeHidden()
  await page.evaluate(() => (globalThis as unknown as { tellNow: () => void }).tellNow())
  await expect(rows.filter({ hasText: fox }).getByText('Linked: ', { exact: false })).toBeVisible()
  expect(await placesOf()).toEqual(before[1])
  expect((await namesIn(linkDialog(page))).map((name) => name.split('\n')[0])).toEqual(
    before[0].map((name) => name.split('\n')[0]),
  )
})

test('the wallet is switched while it is linked: the message of the other account is shown, and the wallet asked to sign that', async ({
  page,
  context,
  server,
  key,
}) => {
  const [one, two] = [newKey(), newKey()]
  await signInWithFox(page, { fox: key, rabbit: one, rabbitToo: two })
  await openWallets(page)
  await linkButton(page).click()
  await confirmWithFox(page)
  await play(page, rabbit, 'never-signs')
  await choose(linkDialog(page), rabbit)
  const messageOf = (address: string) =>
    linkDialog(page).getByRole('heading', {
      name: `Sign this message to prove ${shortAddress(address)} is yours.`,
    })
  await expect(messageOf(one.address)).toBeVisible()
  await expect(linkDialog(page).getByText(`Sign in ${rabbit}.`)).toBeVisible()
  await switchAccount(page, rabbit)
  await expect(messageOf(two.address)).toBeVisible()
  await expect(linkDialog(page).getByText(`Sign in ${rabbit}.`)).toBeVisible()
  await play(page, rabbit, 'good')
  await switchAccount(page, rabbit)
  await expect(linkDialog(page)).toBeHidden()
  expect((await readWallets(context, server.origin)).map(({ address }) => address)).toEqual([key.address, one.address])
})

test('a wallet that is linked already is not asked to sign; after a switch it goes on by itself', async ({
  page,
  context,
  server,
  key,
}) => {
  const second = newKey()
  await signInWithFox(page, { fox: key, foxToo: second, rabbit: newKey() })
  await openWallets(page)
  await linkButton(page).click()
  await confirmWithFox(page)
  await choose(linkDialog(page), fox)
  await expect(
    linkDialog(page).getByRole('heading', { name: `${fox} is on ${shortAddress(key.address)}.` }),
  ).toBeFocused()
  await expect(linkDialog(page).getByText('That one is on your list already.', { exact: false }).first()).toBeVisible()
  await expectAccessible(page)
  await switchAccount(page, fox)
  await expect(linkDialog(page)).toBeHidden()
  expect((await readWallets(context, server.origin)).map(({ address }) => address)).toEqual([
    key.address,
    second.address,
  ])
})

test('linked in another tab meanwhile: the server says so, and the dialog waits for another account', async ({
  page,
  key,
}) => {
  const second = newKey()
  await signInWithFox(page, { fox: key, rabbit: second })
  await openWallets(page)
  await refuseOnce(page, addressOf('linkWallet'), 'wallet.linked_already')
  await linkButton(page).click()
  await confirmWithFox(page)
  await choose(linkDialog(page), rabbit)
  await expect(
    linkDialog(page).getByRole('heading', { name: `${rabbit} is on ${shortAddress(second.address)}.` }),
  ).toBeVisible()
})

test('declined or put away: nothing is linked', async ({ page, context, server, key }) => {
  await signInWithFox(page, { fox: key, rabbit: newKey() })
  await openWallets(page)
  await linkButton(page).click()
  await confirmWithFox(page)
  await play(page, rabbit, 'declines-sign')
  await choose(linkDialog(page), rabbit)
  await expect(linkDialog(page).getByText('The wallet is not linked.', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(linkButton(page)).toBeFocused()
  expect(await readWallets(context, server.origin)).toHaveLength(1)
})

test('the proof of the old way in runs out while the new wallet signs: it is asked for again, and the link goes on', async ({
  page,
  key,
}) => {
  await signInWithFox(page, { fox: key, rabbit: newKey() })
  await openWallets(page)
  await linkButton(page).click()
  await confirmWithFox(page)
  await refuseOnce(page, addressOf('linkWallet'), 'step_up.required')
  await choose(linkDialog(page), rabbit)
  await confirmWithFox(page)
  await expect(linkDialog(page)).toBeHidden()
  await expect(walletRows(page)).toHaveCount(2)
})

test('the primary wallet is chosen by the person', async ({ page, context, server, key }) => {
  const second = newKey()
  await signInWithFox(page, { fox: key, rabbit: second })
  await openWallets(page)
  await linkRabbit(page)
  await page.getByRole('button', { name: `Make primary: ${shortAddress(second.address)}` }).click()
  await expect(
    walletRows(page)
      .filter({ hasText: shortAddress(second.address) })
      .getByText('Primary', { exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect((await readWallets(context, server.origin)).map(({ primary }) => primary)).toEqual([false, true])
})

test('a wallet is unlinked: its sessions end, and it is somebody new afterwards', async ({ page, server, key }) => {
  const second = newKey()
  await signInWithFox(page, { fox: key, rabbit: second })
  await openWallets(page)
  await linkRabbit(page)
  const elsewhere = await signInClient(server.origin, second)
  const person = await elsewhere.readPersonId()
  await page.getByRole('button', { name: `Unlink ${shortAddress(second.address)}` }).click()
  const question = page.getByRole('dialog', { name: `Unlink ${shortAddress(second.address)}?` })
  await expect(question.getByText('every session that began with it ends', { exact: false })).toBeVisible()
  await expect(question.getByText('signed out here', { exact: false })).toBeHidden()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Unlink it' }).click()
  await expect(walletRows(page)).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await elsewhere.readPersonId()).toBeNull()
  const anew = await signInClient(server.origin, second)
  expect(await anew.readPersonId()).not.toBe(person)
})

test('P3 the last way in cannot be unlinked, and the button says why', async ({ page, key }) => {
  await signIn(page, key)
  await openWallets(page)
  const unlink = page.getByRole('button', { name: `Unlink ${shortAddress(key.address)}` })
  await expect(unlink).toHaveAccessibleDescription(
    'This is your last way in. Link another wallet or add a passkey first.',
  )
  await unlink.click({ force: true })
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('P3 became the last way in meanwhile: the server refuses, and the page says so', async ({ page, key }) => {
  const second = newKey()
  await signInWithFox(page, { fox: key, rabbit: second })
  await openWallets(page)
  await linkRabbit(page)
  await refuse(page, (url) => /^\/api\/wallets\/[0-9a-z]{26}$/.test(url.pathname), 'way_in.last')
  await page.getByRole('button', { name: `Unlink ${shortAddress(second.address)}` }).click()
  await page.getByRole('button', { name: 'Unlink it' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This is your only way to sign in.' })).toBeVisible()
})

test('the wallet of this session is unlinked: said before, and signed out after', async ({ page, key }) => {
  await signInWithFox(page, { fox: key, rabbit: newKey() })
  await openWallets(page)
  await linkRabbit(page)
  await page.getByRole('button', { name: `Unlink ${shortAddress(key.address)}` }).click()
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
  await signIn(page, key)
  await page.route(addressOf('listWallets'), async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), most: 1 } })
  })
  await openWallets(page)
  await expect(linkButton(page)).toHaveAccessibleDescription(
    'There is room for 1 wallets. Unlink one that you no longer use first.',
  )
})

test('by keyboard alone: link a wallet, name it, unlink it', async ({ page, key }) => {
  const second = newKey()
  await signInWithFox(page, { fox: key, rabbit: second })
  await openWallets(page)
  await press(page, linkButton(page))
  await press(page, confirmDialog(page).getByRole('button', { name: fox }))
  await press(page, linkDialog(page).getByRole('button', { name: rabbit }))
  await expect(walletRows(page)).toHaveCount(2)
  await press(page, page.getByRole('button', { name: `Give it a name: ${shortAddress(second.address)}` }))
  await page.keyboard.type('Spare')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Rename Spare' })).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Unlink Spare' }))
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Unlink it' }))
  await expect(walletRows(page)).toHaveCount(1)
})

test('on a phone the bar has five places, and the others are behind "More"', async ({ page, key }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await installWallet(page, key)
  await chooseWallet(page)
  await expectAccount(page)
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
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await expect(navigation.getByRole('link', { name: 'Data' })).toBeHidden()
  await more.click()
  await navigation.getByRole('link', { name: 'Data' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your data' })).toBeFocused()
  await expect(more).toHaveAttribute('aria-current', 'true')
})
