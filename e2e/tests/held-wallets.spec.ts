// A Safe that changes hands, as its seller and its buyer meet it: on a real chain, with the real contracts (THREATS S12).
import { safeWallet } from '@countersign/testing/chain/contract-wallets'
import { deploySafe, replaceOwner } from '@countersign/testing/chain/safe'
import { installFakeWallets } from '@countersign/testing/fake-wallet'
import { createTestKey } from '@countersign/testing/test-keys'
import type { FakeContract } from '@countersign/testing/fake-wallet'
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../src/accessibility.ts'
import { chooseWallet, expectAccount, shortAddress } from '../src/sign-in.ts'
import {
  choose,
  confirmWithFox,
  fox,
  linkButton,
  linkDialog,
  openWallets,
  rabbit,
  walletRows,
} from '../src/wallets-page.ts'
import { expect, test } from './chain-test.ts'

test.use({ allowedErrors: /^foreign request: http:\/\/127\.0\.0\.1:\d+\// })

const [seller, buyer] = [createTestKey(761), createTestKey(762)]

/** The wallet in its owner's browser, beside a key where there is one. */
const install = (page: Page, contract: FakeContract, key?: ReturnType<typeof createTestKey>): Promise<void> =>
  installFakeWallets(page, [
    ...(key ? [{ behaviour: 'good' as const, key, name: fox, rdns: 'test.fox' }] : []),
    { behaviour: 'good', contract, name: rabbit, rdns: 'test.rabbit' },
  ])

test('S12 its buyer is told that it is held; its seller sees it, and either confirms it with the contract as it is now or unlinks it', async ({
  page,
  browser,
  chain,
  server,
  key,
}) => {
  const safe = await deploySafe(chain, { owners: [seller], threshold: 1, salt: 761 })
  await install(page, safeWallet(chain, safe, [seller]), key)
  await chooseWallet(page, fox)
  await expectAccount(page)
  await openWallets(page)
  await linkButton(page).click()
  await confirmWithFox(page)
  await choose(linkDialog(page), rabbit)
  await expect(linkDialog(page)).toBeHidden()
  await expect(walletRows(page)).toHaveCount(2)
  await replaceOwner(chain, safe.address, [seller], { from: seller, to: buyer })

  const context = await browser.newContext({ baseURL: server.origin, locale: 'en-US' })
  const other = await context.newPage()
  await install(other, safeWallet(chain, safe, [buyer]))
  await chooseWallet(other, rabbit)
  const short = shortAddress(safe.address)
  await expect(
    other.getByRole('heading', { name: `The contract of ${short} has changed since you last used it here.` }),
  ).toBeFocused()
  await expect(
    other.getByText(/Has it become yours only now\? It is kept for whoever had it before, until /),
  ).toBeVisible()
  await expectAccessible(other)
  await other.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(other)
  await other.getByRole('button', { name: 'Use another way' }).click()
  await expect(other.getByRole('list', { name: 'Choose your wallet' })).toBeVisible()

  await page.reload()
  const row = walletRows(page).filter({ hasText: short })
  await expect(row.getByText(`Is ${short} still yours?`)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  // What was proved in the buyer's browser confirms nothing here: the contract has to sign, and the seller's key does it no longer.
  await row.getByRole('button', { name: `It is still mine: ${short}` }).click()
  await expect(
    linkDialog(page).getByText('Sign with the wallet as it is now. Its signature confirms it.'),
  ).toBeVisible()
  await choose(linkDialog(page), rabbit)
  await expect(linkDialog(page).getByRole('heading', { name: /^The signature does not match/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(linkDialog(page)).toBeHidden()

  await row.getByRole('button', { name: `Unlink it: ${short}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink it' }).click()
  await expect(walletRows(page)).toHaveCount(1)
  // From now on the buyer is somebody new.
  await other.getByRole('button', { name: rabbit }).click()
  await expectAccount(other)
  await context.close()
})
