// Tests sign-in with contract wallets, with a real server and chain.
import { deploySmartAccount, predictSmartAccountDeployment } from '@countersign/testing/chain/smart-account-fixtures'
import {
  createFakeSmartAccountWallet,
  createFakeUndeployedSafeWallet,
  createFakeSafeWallet,
  createFakeSlowContractWallet,
} from '@countersign/testing/chain/fake-contract-wallets'
import { deploySafeWallet, predictSafeWalletDeployment } from '@countersign/testing/chain/safe-wallet-fixtures'
import { installFakeEthereumWallets } from '@countersign/testing/fake-ethereum-wallet'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/expect-accessible.ts'
import { readPersonIdFromSession } from '../src/read-person-id-from-session.ts'
import {
  openSignInAndChooseWallet,
  expectAccountPage,
  installFakeWallet,
  shortenAddress,
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
import { testChainName, expect, test } from './local-chain-playwright-fixtures.ts'
import {
  testSafeOwnerKeys,
  createUniqueSafeOptions,
  installFakeContractWallet,
  sharedSafeWalletNoticeText,
} from './contract-wallet-fixtures.ts'

// The application's pages are on another host.
test.use({ allowedErrors: /^foreign request: http:\/\/127\.0\.0\.1:\d+\// })

const methodsOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { fakeWallets: { methods: string[] }[] }).fakeWallets[0]?.methods)

test('a Safe with two owners signs in and is shown as a contract wallet with its chain', async ({ page, chain }) => {
  const safe = await deploySafeWallet(chain, createUniqueSafeOptions())
  await installFakeContractWallet(page, createFakeSafeWallet(chain, safe, testSafeOwnerKeys))
  const sent = page.waitForRequest('**/api/sign-in')
  await openSignInAndChooseWallet(page)
  await expectAccountPage(page)
  expect((await sent).postDataJSON().message).toContain(`Chain ID: ${chain.chainId}`)

  await page.goto('/account/wallets')
  const wallet = page.getByRole('list', { name: 'Your wallets' }).getByRole('listitem')
  await expect(wallet).toContainText(shortenAddress(safe.address))
  await expect(wallet).toContainText(`Contract on ${testChainName}`)
  await page.goto('/account/sessions')
  const session = page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem')
  await expect(session).toContainText(`on ${testChainName}`)
  await expect(session).toContainText('Contract last verified')
})

test('S6: an undeployed wallet signs in, and remains the same person after deployment', async ({
  page,
  context,
  chain,
  server,
}) => {
  const options = createUniqueSafeOptions()
  const foreseen = await predictSafeWalletDeployment(chain, options)
  await installFakeContractWallet(page, createFakeUndeployedSafeWallet(chain, foreseen, testSafeOwnerKeys))
  await openSignInAndChooseWallet(page)
  await expectAccountPage(page)
  const person = await readPersonIdFromSession(context, server.origin)
  expect(person).not.toBeNull()

  await deploySafeWallet(chain, options)
  const later = await context.newPage()
  await installFakeContractWallet(later, createFakeSafeWallet(chain, foreseen, testSafeOwnerKeys))
  await later.goto('/sign-in')
  await later.getByRole('button', { name: 'Sign in with a different wallet' }).click()
  await later.getByRole('button', { name: firstFakeWalletName }).click()
  await expectAccountPage(later)
  expect(await readPersonIdFromSession(context, server.origin)).toBe(person)
})

test('a smart account with a single owner signs in without a notice about owners', async ({ page, chain, key }) => {
  const account = await deploySmartAccount(chain, { owner: key })
  await installFakeContractWallet(page, createFakeSmartAccountWallet(chain, account, key))
  await openSignInAndChooseWallet(page)
  await expect(page.getByText('its owners must approve')).toHaveCount(0)
  await expectAccountPage(page)
})

test('S6: an undeployed wallet of an unknown factory gets its own message, not a refusal', async ({
  page,
  chain,
  key,
}) => {
  const account = await predictSmartAccountDeployment(chain, { owner: key })
  await installFakeContractWallet(page, createFakeSmartAccountWallet(chain, account, key, true))
  await openSignInAndChooseWallet(page)
  await expect(page.getByRole('heading', { name: `This wallet isn’t deployed on ${testChainName} yet.` })).toBeVisible()
  await expect(page.getByRole('main').getByText('Deploy it, or use a different wallet.')).toBeVisible()
})

test('a contract wallet on an unsupported chain is rejected before it is asked to sign', async ({
  page,
  chain,
  context,
  server,
}) => {
  const safe = await deploySafeWallet(chain, createUniqueSafeOptions())
  await installFakeContractWallet(page, { ...createFakeSafeWallet(chain, safe, testSafeOwnerKeys), chainId: 8453 })
  await openSignInAndChooseWallet(page)
  await expect(
    page.getByRole('heading', { name: 'This wallet is on Base, which this server doesn’t support.' }),
  ).toBeVisible()
  expect(await methodsOf(page)).not.toContain('personal_sign')
  await page.getByRole('button', { name: 'Use a different wallet' }).click()
  await expect(page.getByRole('heading', { name: 'Choose your wallet' })).toBeVisible()
  expect(await readPersonIdFromSession(context, server.origin)).toBeNull()
})

test('S9: with the node down, a Safe waits and reuses its signature later; ordinary keys still sign in', async ({
  page,
  context,
  chain,
  node,
  key,
}) => {
  const safe = await deploySafeWallet(chain, createUniqueSafeOptions())
  const contract = createFakeSafeWallet(chain, safe, testSafeOwnerKeys)
  const signed: string[] = []
  await installFakeContractWallet(page, { ...contract, sign: async (text) => contract.sign((signed.push(text), text)) })
  await node.setBehavior({ kind: 'down' })
  try {
    await openSignInAndChooseWallet(page)
    await expect(
      page.getByRole('heading', { name: `We can’t reach ${testChainName} to check this wallet.` }),
    ).toBeVisible()
    await expect(page.getByRole('main').getByText('your signature is saved')).toBeVisible()

    const other = await context.browser()?.newContext({ baseURL: new URL(page.url()).origin })
    const plain = await other?.newPage()
    if (plain === undefined) throw new Error('no second browser')
    await installFakeWallet(plain, key)
    await openSignInAndChooseWallet(plain)
    await expectAccountPage(plain)
    await other?.close()
  } finally {
    await node.setBehavior({ kind: 'honest' })
  }
  await expectAccountPage(page)
  expect(signed).toHaveLength(1)
})

test('an ordinary key signs in with one message, one signature and one code lookup', async ({ page, key }) => {
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'POST' && calls.push(new URL(request.url()).pathname))
  await installFakeWallet(page, key)
  const answered = page.waitForResponse('**/api/challenges')
  await page.goto('/sign-in')
  await answered
  const methods: string[] = []
  await page.exposeFunction('noteMethod', (method: string) => methods.push(method))
  await page.evaluate(() => {
    const { fakeWallets, noteMethod } = globalThis as unknown as {
      fakeWallets: { request(asked: { method: string }): unknown }[]
      noteMethod(method: string): void
    }
    const [wallet] = fakeWallets
    const ask = wallet?.request.bind(wallet)
    if (wallet && ask) wallet.request = (asked) => (noteMethod(asked.method), ask(asked))
  })
  await page.getByRole('button', { name: firstFakeWalletName }).click()
  await expectAccountPage(page)
  // On first use, the page tries a single prompt for both connecting and signing
  // (erc7846-single-prompt-sign-in.spec.ts).
  expect(methods.filter((method) => method !== 'eth_chainId')).toEqual([
    'wallet_connect',
    'eth_requestAccounts',
    'eth_getCode',
    'personal_sign',
  ])
  expect(calls.filter((path) => path === '/api/challenges')).toHaveLength(1)
  expect(calls.filter((path) => path === '/api/sign-in')).toHaveLength(1)
})

test('linking a Safe waits for its owners in the dialog, without a resume link', async ({ page, chain, key }) => {
  const safe = await deploySafeWallet(chain, createUniqueSafeOptions())
  const slow = createFakeSlowContractWallet(createFakeSafeWallet(chain, safe, testSafeOwnerKeys))
  await installFakeEthereumWallets(page, [
    { behavior: 'good', key, name: fakeFoxWalletName, rdns: 'test.fox' },
    { behavior: 'good', contract: slow, name: fakeRabbitWalletName, rdns: 'test.rabbit' },
  ])
  await openSignInAndChooseWallet(page, fakeFoxWalletName)
  await expectAccountPage(page)
  await openAccountWalletsPage(page)
  await findLinkWalletButton(page).click()
  await confirmStepUpWithFakeFoxWallet(page)
  await chooseWalletInDialog(findLinkWalletDialog(page), fakeRabbitWalletName)
  await expect(findLinkWalletDialog(page).getByRole('heading', { name: sharedSafeWalletNoticeText })).toBeVisible()
  await expect(findLinkWalletDialog(page).getByText('Keep this page open. You have until')).toBeVisible()
  await expect(findLinkWalletDialog(page).getByRole('link', { name: 'Link back to this page' })).toHaveCount(0)
  expect(page.url()).not.toContain('awaited')
  await expectAccessible(page)
  slow.approve()
  await expect(findLinkWalletDialog(page)).toBeHidden()
  await expect(findWalletListItems(page)).toHaveCount(2)
  await expect(findWalletListItems(page).filter({ hasText: shortenAddress(safe.address) })).toContainText(
    `Contract on ${testChainName}`,
  )
  await expectAccessible(page)
})

test.describe('Contract wallets in German', () => {
  test.use({ locale: 'de-DE' })

  test('the notice about a shared wallet is translated', async ({ page, chain }) => {
    const safe = await deploySafeWallet(chain, createUniqueSafeOptions())
    await installFakeContractWallet(
      page,
      createFakeSlowContractWallet(createFakeSafeWallet(chain, safe, testSafeOwnerKeys)),
    )
    await page.goto('/sign-in')
    await page.getByRole('button', { name: firstFakeWalletName }).click()
    await expect(
      page.getByRole('heading', { name: 'Das ist eine gemeinsame Wallet: 2 von 2 Eigentümern müssen zustimmen.' }),
    ).toBeVisible()
    await expect(
      page.getByText(/Lassen Sie diese Seite offen, oder kommen Sie vor \d\d:\d\d Uhr mit diesem Link zurück\./),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Jetzt prüfen' }).click()
    await expect(
      page.getByRole('main').getByText(/Um \d\d:\d\d:\d\d Uhr hatten noch nicht alle zugestimmt\./),
    ).toBeVisible()
    await expectAccessible(page)
  })
})
