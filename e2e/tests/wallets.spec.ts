// The wallets of a person: linking, naming, choosing the primary one, unlinking, and the last way in.
import { createTestKey } from '@countersign/testing/test-keys'
import type { CallAnswer } from '@countersign/api/calls'
import type { BrowserContext } from '@playwright/test'
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
  await expect(page.getByRole('alert').filter({ hasText: 'This is your last way in.' })).toBeVisible()
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
