// Tests contract wallets whose owners approve later: the page waits, and can be reopened.
import { createFakeSafeWallet, createFakeSlowContractWallet } from '@countersign/testing/chain/fake-contract-wallets'
import { approveSafeWalletMessageOnChain, deploySafeWallet } from '@countersign/testing/chain/safe-wallet-fixtures'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { applyTestApplicationDefinitions } from '../src/clients/apply-test-application-definitions.ts'
import { startApplicationTestSite } from '../src/clients/application-test-site.ts'
import { clickAllowOnConsentPage, signWithInstalledWallet } from '../src/clients/application-sign-in-test-steps.ts'
import {
  openSignInAndChooseWallet,
  expectAccountPage,
  installFakeWallet,
  firstFakeWalletName,
} from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './local-chain-playwright-fixtures.ts'
import {
  testSafeOwnerKeys,
  createUniqueSafeOptions,
  installFakeContractWallet,
  sharedSafeWalletNoticeText,
} from './contract-wallet-fixtures.ts'

// The application's pages are on another host.
test.use({ allowedErrors: /^foreign request: http:\/\/127\.0\.0\.1:\d+\// })

test('a sign-in that waits for owners can be resumed by link and leads to the requested page', async ({
  page,
  context,
  chain,
}) => {
  const safe = await deploySafeWallet(chain, createUniqueSafeOptions())
  const slow = createFakeSlowContractWallet(createFakeSafeWallet(chain, safe, testSafeOwnerKeys))
  await installFakeContractWallet(page, slow)
  await page.goto('/sign-in?next=/account/sessions')
  await page.getByRole('button', { name: firstFakeWalletName }).click()
  await expect(page.getByRole('heading', { name: sharedSafeWalletNoticeText })).toBeVisible()
  const link = await page.getByRole('link', { name: 'Link back to this page' }).getAttribute('href')
  expect(link).toMatch(/awaited=[0-9a-z]{26}$/)
  await expect(page).toHaveURL(link ?? '')
  await page.close()

  const later = await context.newPage()
  await installFakeContractWallet(later, slow)
  await later.goto(link ?? '')
  await expect(later.getByRole('heading', { name: sharedSafeWalletNoticeText })).toBeVisible()
  await expect(later.getByRole('main').getByText(/not all owners had approved/)).toBeVisible()
  await later.getByRole('button', { name: 'Resend to the wallet' }).click()
  await expect.poll(() => slow.requestedTexts.length).toBe(2)
  expect(slow.requestedTexts[1]).toBe(slow.requestedTexts[0])
  slow.approve()
  await later.waitForURL('**/account/sessions')
  await expect(later.getByRole('heading', { name: 'Your sessions' })).toBeVisible()
})

test('a resumed sign-in for an application continues to that application', async ({ page, context, chain, server }) => {
  const site = await startApplicationTestSite()
  try {
    const callback = `${site.origin}/callback`
    await applyTestApplicationDefinitions(server, [
      { kind: 'single-page', id: 'ledger', name: 'Ledger', redirectUris: [callback], scopes: ['openid'] },
    ])
    const safe = await deploySafeWallet(chain, createUniqueSafeOptions())
    const slow = createFakeSlowContractWallet(createFakeSafeWallet(chain, safe, testSafeOwnerKeys))
    const query = {
      client_id: 'ledger',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: callback,
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      state: 'there-and-back',
    }
    await installFakeContractWallet(page, slow)
    await page.goto(`/authorize?${new URLSearchParams(query)}`)
    await signWithInstalledWallet(page)
    await expect(page.getByRole('heading', { name: sharedSafeWalletNoticeText })).toBeVisible()
    const link = page.url()
    expect(link).toMatch(/interaction=.+&awaited=/)
    await page.close()

    const later = await context.newPage()
    await installFakeContractWallet(later, slow)
    await later.goto(link)
    await expect(later.getByText('to continue to Ledger', { exact: true })).toBeVisible()
    await expect(later.getByRole('heading', { name: sharedSafeWalletNoticeText })).toBeVisible()
    await approveSafeWalletMessageOnChain(chain, safe.address, testSafeOwnerKeys, slow.requestedTexts[0] ?? '')
    await later.getByRole('button', { name: 'Check now' }).click()
    await clickAllowOnConsentPage(later, 'Ledger')
    await later.waitForURL(`${callback}?*`)
    expect(new URL(later.url()).searchParams.get('state')).toBe('there-and-back')
  } finally {
    await site.close()
  }
})

test('on-chain approval completes the sign-in without a signature', async ({ page, chain }) => {
  const safe = await deploySafeWallet(chain, createUniqueSafeOptions())
  const slow = createFakeSlowContractWallet(createFakeSafeWallet(chain, safe, testSafeOwnerKeys))
  await installFakeContractWallet(page, slow)
  await openSignInAndChooseWallet(page)
  await expect(page.getByRole('heading', { name: sharedSafeWalletNoticeText })).toBeVisible()
  const asked = page.waitForResponse('**/api/sign-in')
  await page.getByRole('button', { name: 'Check now' }).click()
  expect(await (await asked).json()).toMatchObject({ code: 'signature.pending' })
  await expect(page.getByRole('status')).toContainText('not all owners had approved')

  await expect.poll(() => slow.requestedTexts.length).toBe(1)
  await approveSafeWalletMessageOnChain(chain, safe.address, testSafeOwnerKeys, slow.requestedTexts[0] ?? '')
  await page.getByRole('button', { name: 'Check now' }).click()
  await expectAccountPage(page)
})

test('a resume link opened in another browser is refused and starts a new sign-in', async ({
  page,
  browser,
  server,
  chain,
}) => {
  const safe = await deploySafeWallet(chain, createUniqueSafeOptions())
  await installFakeContractWallet(
    page,
    createFakeSlowContractWallet(createFakeSafeWallet(chain, safe, testSafeOwnerKeys)),
  )
  await openSignInAndChooseWallet(page)
  await expect(page.getByRole('heading', { name: sharedSafeWalletNoticeText })).toBeVisible()
  const link = page.url()
  const stranger = await (await browser.newContext()).newPage()
  await installFakeWallet(stranger, createEthereumTestKey(703))
  await stranger.goto(link)
  await expect(stranger.getByText('This link no longer works.')).toBeVisible()
  await expect(stranger).toHaveURL(`${server.origin}/sign-in`)
  await stranger.getByRole('button', { name: firstFakeWalletName }).click()
  await expectAccountPage(stranger)
  await stranger.context().close()
})

test('a canceled message cannot be resumed', async ({ page, chain }) => {
  const safe = await deploySafeWallet(chain, createUniqueSafeOptions())
  await installFakeContractWallet(
    page,
    createFakeSlowContractWallet(createFakeSafeWallet(chain, safe, testSafeOwnerKeys)),
  )
  await openSignInAndChooseWallet(page)
  await expect(page.getByRole('heading', { name: sharedSafeWalletNoticeText })).toBeVisible()
  const link = page.url()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Choose your wallet' })).toBeVisible()
  expect(page.url()).not.toContain('awaited')
  await page.goto(link)
  await expect(page.getByText('This link no longer works.')).toBeVisible()
})
