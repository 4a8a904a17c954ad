// Tests a contract wallet that changes hands: the buyer is refused; the seller is alerted, and
// decides about the wallet (THREATS S12).
import { createFakeSafeWallet } from '@countersign/testing/chain/fake-contract-wallets'
import type { LocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import { deploySafeWallet, replaceSafeWalletOwner } from '@countersign/testing/chain/safe-wallet-fixtures'
import { installFakeEthereumWallets } from '@countersign/testing/fake-ethereum-wallet'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoHorizontalScroll } from '../src/expect-accessible.ts'
import { readPersonIdFromSession } from '../src/read-person-id-from-session.ts'
import {
  openSignInAndChooseWallet,
  expectAccountPage,
  shortenAddress,
  signOutFromAccount,
  firstFakeWalletName,
} from '../src/wallet-sign-in-test-steps.ts'
import {
  chooseWalletInDialog,
  confirmStepUpWithFakeFoxWallet,
  fakeFoxWalletName,
  findLinkWalletButton,
  findLinkWalletDialog,
  openAccountWalletsPage,
  fakeRabbitWalletName,
  findWalletListItems,
} from '../src/wallets-page-test-steps.ts'
import { expect, test } from './local-chain-playwright-fixtures.ts'

test.use({ allowedErrors: /^foreign request: http:\/\/127\.0\.0\.1:\d+\// })

let made = 740
const newKey = () => createEthereumTestKey((made += 1))

const install = (page: Page, chain: LocalEthereumChain, key: EthereumTestKey, safe: Safe, owner: EthereumTestKey) =>
  installFakeEthereumWallets(page, [
    { behavior: 'good', key, name: fakeFoxWalletName, rdns: 'test.fox' },
    {
      behavior: 'good',
      contract: createFakeSafeWallet(chain, safe, [owner]),
      name: fakeRabbitWalletName,
      rdns: 'test.rabbit',
    },
  ])

type Safe = Awaited<ReturnType<typeof deploySafeWallet>>

async function linkSafe(
  page: Page,
  chain: LocalEthereumChain,
  key: EthereumTestKey,
  owner: EthereumTestKey,
): Promise<Safe> {
  const safe = await deploySafeWallet(chain, { owners: [owner], threshold: 1, salt: made })
  await install(page, chain, key, safe, owner)
  await openSignInAndChooseWallet(page, fakeFoxWalletName)
  await expectAccountPage(page)
  await openAccountWalletsPage(page)
  await findLinkWalletButton(page).click()
  await confirmStepUpWithFakeFoxWallet(page)
  await expect(
    findLinkWalletDialog(page).getByText('anyone who controls it can sign in', { exact: false }),
  ).toBeVisible()
  await chooseWalletInDialog(findLinkWalletDialog(page), fakeRabbitWalletName)
  await expect(findLinkWalletDialog(page)).toBeHidden()
  await expect(findWalletListItems(page)).toHaveCount(2)
  return safe
}

test('S12: the buyer of a Safe is refused until the seller unlinks it, then becomes a new person', async ({
  page,
  chain,
  browser,
  server,
  key,
}) => {
  const [seller, buyer] = [newKey(), newKey()]
  const safe = await linkSafe(page, chain, key, seller)
  const person = await readPersonIdFromSession(page.context(), server.origin)
  const name = shortenAddress(safe.address)
  await replaceSafeWalletOwner(chain, safe.address, [seller], { from: seller, to: buyer })

  const theirs = await browser.newContext({ baseURL: server.origin })
  try {
    const there = await theirs.newPage()
    await installFakeEthereumWallets(there, [
      { behavior: 'good', contract: createFakeSafeWallet(chain, safe, [buyer]) },
    ])
    await openSignInAndChooseWallet(there)
    await expect(
      there.getByRole('heading', { name: `The contract at ${name} has changed since you last used it here.` }),
    ).toBeFocused()
    await expect(there.getByText(/It’s reserved for its previous owner until .+ at the latest\./)).toBeVisible()
    await expectAccessible(there)
    await there.setViewportSize({ width: 360, height: 740 })
    await expectNoHorizontalScroll(there)
    expect(await readPersonIdFromSession(theirs, server.origin)).toBeNull()
    await there.getByRole('button', { name: 'Use another method' }).click()
    await expect(there.getByRole('heading', { name: 'Choose your wallet' })).toBeVisible()

    await page.goto('/account')
    await expect(page.getByText(`Is ${name} still yours?`)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Review under Wallets' })).toHaveAttribute('href', '/account/wallets')
    await expectAccessible(page)
    await page.goto('/account/activity')
    await expect(
      page.getByText(`The contract of the wallet ${name} changed, so it’s on hold`, { exact: false }),
    ).toBeVisible()
    await openAccountWalletsPage(page)
    await expect(page.getByText(`Is ${name} still yours?`)).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoHorizontalScroll(page)
    // A held wallet does not count as another sign-in method.
    await expect(findWalletListItems(page).first()).toContainText(
      'This is your only way to sign in: wallets on hold don’t count.',
    )
    // Proofs made in another browser are not accepted; the wallet must sign here.
    await page.getByRole('button', { name: `It’s still mine: ${name}` }).click()
    const proof = page.getByRole('dialog', { name: 'Sign with the wallet on hold' })
    await expect(proof.getByText('Sign with the wallet in its current state to confirm it.')).toBeVisible()
    await chooseWalletInDialog(proof, fakeRabbitWalletName)
    await expect(proof.getByRole('heading', { name: `The signature doesn’t match ${name}.` })).toBeVisible()
    await proof.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: `Unlink it: ${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink wallet' }).click()
    await expect(findWalletListItems(page)).toHaveCount(1)
    expect(await readPersonIdFromSession(page.context(), server.origin)).toBe(person)

    await there.getByRole('button', { name: firstFakeWalletName }).click()
    await expectAccountPage(there)
    const other = await readPersonIdFromSession(theirs, server.origin)
    expect(other).not.toBeNull()
    expect(other).not.toBe(person)
  } finally {
    await theirs.close()
  }
})

test('S12: a Safe with a replaced owner key is held until another sign-in method confirms it', async ({
  page,
  chain,
  context,
  server,
  key,
}) => {
  const [before, after] = [newKey(), newKey()]
  const safe = await linkSafe(page, chain, key, before)
  const name = shortenAddress(safe.address)
  const person = await readPersonIdFromSession(context, server.origin)
  await replaceSafeWalletOwner(chain, safe.address, [before], { from: before, to: after })
  await page.close()

  const now = await context.newPage()
  await install(now, chain, key, safe, after)
  await now.goto('/sign-in')
  await now.getByRole('button', { name: 'Sign in with a different wallet' }).click()
  await chooseWalletInDialog(now.locator('body'), fakeRabbitWalletName)
  await expect(now.getByRole('button', { name: 'Use another method' })).toBeVisible()

  await openAccountWalletsPage(now)
  await now.getByRole('button', { name: `It’s still mine: ${name}` }).click()
  await expect(now.getByText(`Is ${name} still yours?`)).toBeHidden()
  await expect(now.getByRole('status').last()).toHaveText(`You can sign in with ${name} again.`)
  await now.goto('/account/activity')
  await expect(now.getByText(`Confirmed the wallet ${name}`, { exact: false })).toBeVisible()

  await signOutFromAccount(now)
  await openSignInAndChooseWallet(now, fakeRabbitWalletName)
  await expectAccountPage(now)
  expect(await readPersonIdFromSession(context, server.origin)).toBe(person)
})
