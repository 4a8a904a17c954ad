// Two identities of one person: noticed when a wallet of one is linked to the other, shown before anything happens, merged,
// and taken apart again.
import { installFakeWallets } from '@countersign/testing/fake-ethereum-wallet'
import { createTestKey } from '@countersign/testing/test-keys'
import type { EndpointOutput } from '@countersign/api/api-endpoints'
import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { signInHeadlessClient } from '../src/headless-client.ts'
import { findStepUpDialog } from '../src/step-up-dialog.ts'
import { pressByKeyboard } from '../src/press-by-keyboard.ts'
import { matchCallUrl, mockCallResponse, mockCallError } from '../src/mock-responses.ts'
import { signInAndOpenAccountPage, shortenAddress, signInWithoutPage } from '../src/wallet-sign-in-steps.ts'
import {
  chooseWalletInDialog,
  confirmWithFoxWallet,
  foxWalletName,
  findLinkWalletButton,
  findLinkWalletDialog,
  linkRabbitWallet,
  openWalletsPage,
  setNamedWalletBehavior,
  rabbitWalletName,
  signInWithFoxWallet,
  findWalletRows,
} from '../src/wallets-page-steps.ts'
import { expect, test } from './test-fixtures.ts'

let made = 53_000
const newKey = () => createTestKey((made += 1))

const mineToo = (page: Page) => findLinkWalletDialog(page).getByRole('button', { name: 'It is mine too' })
const preview = (page: Page) => page.getByRole('dialog', { name: 'Merge the two?' })
const undoButton = (page: Page) => page.getByRole('button', { name: 'Undo the merge' })

async function readPersonId(context: BrowserContext, origin: string): Promise<string | undefined> {
  return ((await (await context.request.get(`${origin}/api/session`)).json()) as EndpointOutput<'readSession'>).person
    ?.id
}

/** Goes as far as the question whether the identity of the second wallet is the person's too. */
async function reachTaken(page: Page): Promise<void> {
  await openWalletsPage(page)
  await findLinkWalletButton(page).click()
  await confirmWithFoxWallet(page)
  await chooseWalletInDialog(findLinkWalletDialog(page), rabbitWalletName)
  await expect(mineToo(page)).toBeVisible()
}

test('P1 a wallet of another identity is not linked, and it is not said whose it is', async ({ page, server, key }) => {
  const theirs = newKey()
  await signInHeadlessClient(server.origin, theirs)
  await signInWithFoxWallet(page, { fox: key, rabbit: theirs })
  await reachTaken(page)
  await expect(
    findLinkWalletDialog(page).getByRole('heading', { name: 'This wallet belongs to a different identity here.' }),
  ).toBeFocused()
  await expectAccessible(page)
  await findLinkWalletDialog(page).getByRole('button', { name: 'Another wallet' }).click()
  await expect(findLinkWalletDialog(page).getByRole('heading', { name: 'Choose your wallet' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(findWalletRows(page)).toHaveCount(1)
})

test('two identities are shown, merged, and taken apart again', async ({ page, context, server, key }) => {
  const theirs = newKey()
  // The other identity was made in this browser, so that its signature here confirms the merge.
  await signInWithoutPage(context, server.origin, theirs)
  const elsewhere = await signInHeadlessClient(server.origin, theirs)
  const otherId = await elsewhere.readPersonId()
  await signInWithFoxWallet(page, { fox: key, rabbit: theirs })
  const ownId = await readPersonId(context, server.origin)
  await reachTaken(page)
  await mineToo(page).click()

  await expect(
    preview(page).getByRole('heading', { name: 'Nothing has happened yet. This is what would:' }),
  ).toBeFocused()
  await expect(preview(page).getByText(shortenAddress(theirs.address)).first()).toBeVisible()
  await expect(preview(page).getByText('The other identity, and the 1 session that it has open.')).toBeVisible()
  await expect(preview(page).getByText('No application knows the other identity.')).toBeVisible()
  await expectAccessible(page)
  expect(await elsewhere.readPersonId()).toBe(otherId)

  await preview(page).getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(findLinkWalletButton(page)).toBeFocused()
  await expect(page.getByRole('status').last()).toHaveText('The two identities are one now.')
  await expect(findWalletRows(page)).toHaveCount(2)
  expect(await elsewhere.readPersonId()).toBeNull()
  expect(await (await signInHeadlessClient(server.origin, theirs)).readPersonId()).toBe(ownId)
  // Both ways back stay open as long as the merge can be undone.
  await expect(
    page.getByRole('button', { name: `Unlink ${shortenAddress(theirs.address)}` }),
  ).toHaveAccessibleDescription('Not while your merge can still be undone.')
  await expectAccessible(page)

  await undoButton(page).click()
  await page.getByRole('dialog', { name: 'Undo the merge?' }).getByRole('button', { name: 'Undo it' }).click()
  await expect(undoButton(page)).toBeHidden()
  await expect(findWalletRows(page)).toHaveCount(1)
  expect(await readPersonId(context, server.origin)).toBe(ownId)
  expect(await (await signInHeadlessClient(server.origin, theirs)).readPersonId()).toBe(otherId)
})

test('P18 a merge that nobody confirms waits: both sides see it, and the other refuses it', async ({
  page,
  browser,
  server,
  key,
}) => {
  const theirs = newKey()
  const home = await (await browser.newContext({ baseURL: server.origin })).newPage()
  await signInAndOpenAccountPage(home, theirs, server.origin)
  await signInWithFoxWallet(page, { fox: key, rabbit: theirs })
  await reachTaken(page)
  await mineToo(page).click()
  await expect(preview(page).getByText(/^This takes effect on /)).toBeVisible()
  await expectAccessible(page)
  await preview(page).getByRole('button', { name: 'Request the merge' }).click()
  await expect(page.getByRole('status').last()).toHaveText('The merge is pending. Nothing has changed yet.')
  await expect(page.getByText(/^Your merge takes effect on /)).toBeVisible()
  await expect(findWalletRows(page)).toHaveCount(1)
  await expectAccessible(page)

  await home.reload()
  await expect(home.getByText(/^Your identity will be merged into another one on /)).toBeVisible()
  await expect(home.getByText(shortenAddress(key.address)).first()).toBeVisible()
  await expectAccessible(home)
  await home.getByRole('button', { name: 'Refuse the merge' }).click()
  await expect(home.getByRole('status').last()).toHaveText('The merge is refused. Nothing has changed.')
  await expect(home.getByRole('button', { name: 'Refuse the merge' })).toBeHidden()
  await page.reload()
  await expect(findWalletRows(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Cancel the merge' })).toBeHidden()
})

test('P18 a pending merge is confirmed where the other identity is used, and takes effect at once', async ({
  page,
  browser,
  server,
  key,
}) => {
  const theirs = newKey()
  const home = await (await browser.newContext({ baseURL: server.origin })).newPage()
  await signInWithFoxWallet(home, { fox: theirs, rabbit: newKey() })
  await signInWithFoxWallet(page, { fox: key, rabbit: theirs })
  await reachTaken(page)
  await mineToo(page).click()
  await preview(page).getByRole('button', { name: 'Request the merge' }).click()
  await expect(page.getByText(/^Your merge takes effect on /)).toBeVisible()
  await home.reload()
  await home.getByRole('button', { name: 'Merge now' }).click()
  await home.getByRole('dialog').getByRole('button', { name: 'Merge now' }).click()
  await confirmWithFoxWallet(home)
  await expect(home.getByRole('heading', { name: 'The two identities are one now' })).toBeVisible()
  await expectAccessible(home)
  await page.reload()
  await expect(findWalletRows(page)).toHaveCount(2)
  await expect(undoButton(page)).toBeVisible()
})

test('P18 a second wallet of the other identity signs as well, and the merge takes effect at once', async ({
  page,
  browser,
  server,
  key,
}) => {
  const [theirs, theirsToo] = [newKey(), newKey()]
  const home = await (await browser.newContext({ baseURL: server.origin })).newPage()
  await signInWithFoxWallet(home, { fox: theirs, rabbit: theirsToo })
  await openWalletsPage(home)
  await linkRabbitWallet(home)
  // Both are used in a browser that is known to that identity.
  await signInWithoutPage(home.context(), server.origin, theirsToo)
  const wallets = { Fox: key, Rabbit: theirs, Hare: theirsToo }
  await installFakeWallets(
    page,
    Object.entries(wallets).map(([name, own]) => ({
      behavior: 'good' as const,
      key: own,
      name,
      rdns: `test.${name.toLowerCase()}`,
    })),
  )
  await signInAndOpenAccountPage(page, key)
  await reachTaken(page)
  await mineToo(page).click()
  await preview(page).getByRole('button', { name: 'Sign with a second wallet' }).click()
  await chooseWalletInDialog(page.getByRole('dialog', { name: 'Prove the other identity' }), 'Hare')
  await preview(page).getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByRole('status').last()).toHaveText('The two identities are one now.')
  await expect(findWalletRows(page)).toHaveCount(3)
})

test('"Not now" leaves both as they are', async ({ page, server, key }) => {
  const theirs = newKey()
  const elsewhere = await signInHeadlessClient(server.origin, theirs)
  const otherId = await elsewhere.readPersonId()
  await signInWithFoxWallet(page, { fox: key, rabbit: theirs })
  await reachTaken(page)
  await mineToo(page).click()
  await preview(page).getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(findWalletRows(page)).toHaveCount(1)
  expect(await elsewhere.readPersonId()).toBe(otherId)
})

test('the other side declines its proof: nothing has changed', async ({ page, server, key }) => {
  const theirs = newKey()
  await signInHeadlessClient(server.origin, theirs)
  await signInWithFoxWallet(page, { fox: key, rabbit: theirs })
  await reachTaken(page)
  await setNamedWalletBehavior(page, rabbitWalletName, 'declines-sign')
  await mineToo(page).click()
  const dialog = page.getByRole('dialog', { name: 'Prove the other identity' })
  await expect(dialog.getByRole('heading', { name: 'You declined to sign.' })).toBeVisible()
  await expect(dialog.getByText('Nothing has changed.', { exact: true })).toBeVisible()
})

test('two that cannot be merged: says why', async ({ page, server, key }) => {
  const theirs = newKey()
  await signInHeadlessClient(server.origin, theirs)
  await signInWithFoxWallet(page, { fox: key, rabbit: theirs })
  await mockCallError(page, matchCallUrl('offerMerge'), 'merge.impossible')
  await reachTaken(page)
  await mineToo(page).click()
  const dialog = page.getByRole('dialog', { name: 'Prove the other identity' })
  await expect(dialog.getByRole('heading', { name: 'These two identities can’t be merged.' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('every outcome for an application is said in words, and the wallet of this session can go back', async ({
  page,
  server,
  key,
}) => {
  const theirs = newKey()
  await signInHeadlessClient(server.origin, theirs)
  await signInWithFoxWallet(page, { fox: key, rabbit: theirs })
  const time = new Date(Date.now() + 3_600_000).toISOString()
  const merge = {
    id: '0'.repeat(26),
    wallets: [{ address: key.address, label: 'Savings' }],
    passkeys: 2,
    sessions: 3,
    applications: [
      { name: 'Library', outcome: 'stays' },
      { name: 'Forum', outcome: 'moves' },
      { name: 'Shop', outcome: 'known-twice' },
      { name: 'Archive', outcome: 'starts-anew' },
    ],
    displayName: 'Ada',
    expiresAt: time,
    takesEffectAt: null,
    undoUntil: time,
  } as const
  await mockCallResponse(page, 'offerMerge', {
    ...merge,
    wallets: [...merge.wallets],
    applications: [...merge.applications],
    state: 'offered',
    mergedAt: null,
  })
  await reachTaken(page)
  await mineToo(page).click()
  const dialog = preview(page)
  await expect(dialog.getByText('2 passkeys')).toBeVisible()
  await expect(dialog.getByText('The other identity, and the 3 sessions that it has open.')).toBeVisible()
  await expect(dialog.getByText('Its name, Ada, is not taken over. You can give yourself one.')).toBeVisible()
  const who = dialog.getByRole('list', { name: 'You stay who you are' })
  await expect(
    who.getByText(shortenAddress(key.address)).first(),
    'whoever has no name goes on as their wallet',
  ).toBeVisible()
  await expect(who).toContainText('Your sessions and your applications stay as they are.')
  for (const [name, text] of [
    ['Library', 'Knows only you, and goes on as before.'],
    ['Forum', 'means you from now on'],
    ['Shop', 'Knows both.'],
    ['Archive', 'It will meet you as somebody new.'],
  ] as const) {
    await expect(dialog.getByRole('listitem').filter({ hasText: name })).toContainText(text)
  }
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Not now' }).click()

  await mockCallResponse(page, 'listMerges', {
    items: [
      { ...merge, wallets: [...merge.wallets], applications: [...merge.applications], state: 'merged', mergedAt: time },
    ],
    nextCursor: null,
  })
  await page.reload()
  await undoButton(page).click()
  await expect(
    page.getByText('You are signed in with a wallet that goes back, so you will be signed out here at once.'),
  ).toBeVisible()
})

test('by keyboard alone: merge and undo', async ({ page, context, server, key }) => {
  const theirs = newKey()
  await signInWithoutPage(context, server.origin, theirs)
  await signInWithFoxWallet(page, { fox: key, rabbit: theirs })
  await openWalletsPage(page)
  await pressByKeyboard(page, findLinkWalletButton(page))
  await pressByKeyboard(page, findStepUpDialog(page).getByRole('button', { name: foxWalletName }))
  await pressByKeyboard(page, findLinkWalletDialog(page).getByRole('button', { name: rabbitWalletName }))
  await pressByKeyboard(page, mineToo(page))
  await pressByKeyboard(page, preview(page).getByRole('button', { name: 'Merge', exact: true }))
  await pressByKeyboard(page, undoButton(page))
  await pressByKeyboard(page, page.getByRole('dialog').getByRole('button', { name: 'Undo it' }))
  await expect(undoButton(page)).toBeHidden()
  await expect(findWalletRows(page)).toHaveCount(1)
})
