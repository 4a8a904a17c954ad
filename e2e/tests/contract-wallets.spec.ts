// Signing in with contract wallets, as a person does it: in a real browser, against a real server that reads a real chain.
import { deploySmartAccount, predictSmartAccount } from '@countersign/testing/chain/smart-account'
import {
  createSmartAccountWallet,
  createUndeployedSafeWallet,
  createSafeWallet,
  createSlowWallet,
} from '@countersign/testing/chain/fake-contract-wallets'
import { approveMessageOnChain, deploySafe, predictSafe } from '@countersign/testing/chain/safe-multisig'
import { installFakeWallets } from '@countersign/testing/fake-ethereum-wallet'
import type { FakeContractWallet } from '@countersign/testing/fake-ethereum-wallet'
import { createTestKey } from '@countersign/testing/test-keys'
import type { Page } from '@playwright/test'
import { applyApplications } from '../src/clients/apply-applications.ts'
import { openApplicationSite } from '../src/clients/application-site.ts'
import { allowConsent, signWithInstalledWallet } from '../src/clients/application-sign-in-steps.ts'
import { expectAccessible } from '../src/accessibility.ts'
import { readPersonId } from '../src/read-person-id.ts'
import {
  chooseWallet,
  expectAccountPage,
  installFakeWallet,
  shortenAddress,
  firstWalletName,
} from '../src/wallet-sign-in-steps.ts'
import {
  chooseWalletInDialog,
  confirmWithFoxWallet,
  foxWalletName,
  findLinkWalletButton,
  findLinkWalletDialog,
  openWalletsPage,
  rabbitWalletName,
  findWalletRows,
} from '../src/wallets-page-steps.ts'
import { chainName, expect, test } from './chain-fixtures.ts'

// The application's own pages are on a host of their own.
test.use({ allowedErrors: /^foreign request: http:\/\/127\.0\.0\.1:\d+\// })

const owners = [createTestKey(701), createTestKey(702)] as const
let salts = 0
/** A Safe of its own for each test: two owners, both of whom have to approve. */
const nextSafe = () => ({ owners, threshold: 2, salt: (salts += 1) })

const install = (page: Page, contract: FakeContractWallet) => installFakeWallets(page, [{ behavior: 'good', contract }])
const methodsOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { fakeWallets: { methods: string[] }[] }).fakeWallets[0]?.methods)
const shared = 'This is a shared wallet: 2 of its 2 owners must approve.'

test('a Safe of two owners signs in, and is shown as what it is', async ({ page, chain }) => {
  const safe = await deploySafe(chain, nextSafe())
  await install(page, createSafeWallet(chain, safe, owners))
  const sent = page.waitForRequest('**/api/sign-in')
  await chooseWallet(page)
  await expectAccountPage(page)
  expect((await sent).postDataJSON().message).toContain(`Chain ID: ${chain.chainId}`)

  await page.goto('/account/wallets')
  const wallet = page.getByRole('list', { name: 'Your wallets' }).getByRole('listitem')
  await expect(wallet).toContainText(shortenAddress(safe.address))
  await expect(wallet).toContainText(`Contract on ${chainName}`)
  await page.goto('/account/sessions')
  const session = page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem')
  await expect(session).toContainText(`on ${chainName}`)
  await expect(session).toContainText('Its contract last agreed')
})

test('S6 wallets that are not on the chain yet sign in, and are the same person once they are', async ({
  page,
  context,
  chain,
  server,
}) => {
  const options = nextSafe()
  const foreseen = await predictSafe(chain, options)
  await install(page, createUndeployedSafeWallet(chain, foreseen, owners))
  await chooseWallet(page)
  await expectAccountPage(page)
  const person = await readPersonId(context, server.origin)
  expect(person).not.toBeNull()

  await deploySafe(chain, options)
  const later = await context.newPage()
  await install(later, createSafeWallet(chain, foreseen, owners))
  await later.goto('/sign-in')
  await later.getByRole('button', { name: 'Sign in with another wallet' }).click()
  await later.getByRole('button', { name: firstWalletName }).click()
  await expectAccountPage(later)
  expect(await readPersonId(context, server.origin)).toBe(person)
})

test('an account of one owner signs in without a word about owners', async ({ page, chain, key }) => {
  const account = await deploySmartAccount(chain, { owner: key })
  await install(page, createSmartAccountWallet(chain, account, key))
  await chooseWallet(page)
  await expect(page.getByText('its owners must approve')).toHaveCount(0)
  await expectAccountPage(page)
})

test('S6 a wallet that no known factory makes is told from one that is refused', async ({ page, chain, key }) => {
  const account = await predictSmartAccount(chain, { owner: key })
  await install(page, createSmartAccountWallet(chain, account, key, true))
  await chooseWallet(page)
  await expect(page.getByRole('heading', { name: `This wallet does not exist on ${chainName} yet.` })).toBeVisible()
  await expect(page.getByRole('main').getByText('Deploy it, or use another.')).toBeVisible()
})

test('a contract wallet on a chain that is not read is told so before it signs anything', async ({
  page,
  chain,
  context,
  server,
}) => {
  const safe = await deploySafe(chain, nextSafe())
  await install(page, { ...createSafeWallet(chain, safe, owners), chainId: 8453 })
  await chooseWallet(page)
  await expect(
    page.getByRole('heading', { name: 'This wallet lives on Base, which this server does not read.' }),
  ).toBeVisible()
  expect(await methodsOf(page)).not.toContain('personal_sign')
  await page.getByRole('button', { name: 'Another wallet' }).click()
  await expect(page.getByRole('heading', { name: 'Choose your wallet' })).toBeVisible()
  expect(await readPersonId(context, server.origin)).toBeNull()
})

test('S9 with its node down, a Safe is asked to wait and a plain key signs in; once the node is back, the same signature does', async ({
  page,
  context,
  chain,
  node,
  key,
}) => {
  const safe = await deploySafe(chain, nextSafe())
  const contract = createSafeWallet(chain, safe, owners)
  const signed: string[] = []
  await install(page, { ...contract, sign: async (text) => contract.sign((signed.push(text), text)) })
  await node.setBehavior({ kind: 'down' })
  try {
    await chooseWallet(page)
    await expect(page.getByRole('heading', { name: `We can’t reach ${chainName} to check this wallet.` })).toBeVisible()
    await expect(page.getByRole('main').getByText('your signature is kept')).toBeVisible()

    const other = await context.browser()?.newContext({ baseURL: new URL(page.url()).origin })
    const plain = await other?.newPage()
    if (plain === undefined) throw new Error('no second browser')
    await installFakeWallet(plain, key)
    await chooseWallet(plain)
    await expectAccountPage(plain)
    await other?.close()
  } finally {
    await node.setBehavior({ kind: 'honest' })
  }
  // By itself a few seconds later, or at once by the button; the wallet is not asked again.
  await expectAccountPage(page)
  expect(signed).toHaveLength(1)
})

test('owners who take their time: whoever left finds back by the link, and goes where they were going', async ({
  page,
  context,
  chain,
}) => {
  const safe = await deploySafe(chain, nextSafe())
  const slow = createSlowWallet(createSafeWallet(chain, safe, owners))
  await install(page, slow)
  await page.goto('/sign-in?next=/account/sessions')
  await page.getByRole('button', { name: firstWalletName }).click()
  await expect(page.getByRole('heading', { name: shared })).toBeVisible()
  const link = await page.getByRole('link', { name: 'Link back to this page' }).getAttribute('href')
  expect(link).toMatch(/awaited=[0-9a-z]{26}$/)
  // The address bar leads there as well, so that a reload loses nothing.
  await expect(page).toHaveURL(link ?? '')
  await page.close()

  const later = await context.newPage()
  await install(later, slow)
  await later.goto(link ?? '')
  await expect(later.getByRole('heading', { name: shared })).toBeVisible()
  await expect(later.getByRole('main').getByText(/Not all of them had approved at/)).toBeVisible()
  await later.getByRole('button', { name: 'Ask the wallet again' }).click()
  await expect.poll(() => slow.requestedTexts.length).toBe(2)
  expect(slow.requestedTexts[1]).toBe(slow.requestedTexts[0])
  slow.approve()
  await later.waitForURL('**/account/sessions')
  await expect(later.getByRole('heading', { name: 'Your sessions' })).toBeVisible()
})

test('who comes back to the sign-in of an application goes on to it', async ({ page, context, chain, server }) => {
  const site = await openApplicationSite()
  try {
    const callback = `${site.origin}/callback`
    await applyApplications(server, [
      { kind: 'single-page', id: 'ledger', name: 'Ledger', redirectUris: [callback], scopes: ['openid'] },
    ])
    const safe = await deploySafe(chain, nextSafe())
    const slow = createSlowWallet(createSafeWallet(chain, safe, owners))
    const query = {
      client_id: 'ledger',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: callback,
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      state: 'there-and-back',
    }
    await install(page, slow)
    await page.goto(`/authorize?${new URLSearchParams(query)}`)
    await signWithInstalledWallet(page)
    await expect(page.getByRole('heading', { name: shared })).toBeVisible()
    const link = page.url()
    expect(link).toMatch(/interaction=.+&awaited=/)
    await page.close()

    const later = await context.newPage()
    await install(later, slow)
    await later.goto(link)
    await expect(later.getByText('to continue to Ledger', { exact: true })).toBeVisible()
    await expect(later.getByRole('heading', { name: shared })).toBeVisible()
    await approveMessageOnChain(chain, safe.address, owners, slow.requestedTexts[0] ?? '')
    await later.getByRole('button', { name: 'Check now' }).click()
    await allowConsent(later, 'Ledger')
    await later.waitForURL(`${callback}?*`)
    expect(new URL(later.url()).searchParams.get('state')).toBe('there-and-back')
  } finally {
    await site.close()
  }
})

test('owners who approve on the chain need no signature', async ({ page, chain }) => {
  const safe = await deploySafe(chain, nextSafe())
  const slow = createSlowWallet(createSafeWallet(chain, safe, owners))
  await install(page, slow)
  await chooseWallet(page)
  await expect(page.getByRole('heading', { name: shared })).toBeVisible()
  const asked = page.waitForResponse('**/api/sign-in')
  await page.getByRole('button', { name: 'Check now' }).click()
  expect(await (await asked).json()).toMatchObject({ code: 'signature.awaited' })
  await expect(page.getByRole('status')).toContainText('Not all of them had approved at')

  await expect.poll(() => slow.requestedTexts.length).toBe(1)
  await approveMessageOnChain(chain, safe.address, owners, slow.requestedTexts[0] ?? '')
  await page.getByRole('button', { name: 'Check now' }).click()
  await expectAccountPage(page)
})

test('a link that another browser opens leads to a fresh start, and says so', async ({
  page,
  browser,
  server,
  chain,
}) => {
  const safe = await deploySafe(chain, nextSafe())
  await install(page, createSlowWallet(createSafeWallet(chain, safe, owners)))
  await chooseWallet(page)
  await expect(page.getByRole('heading', { name: shared })).toBeVisible()
  const link = page.url()
  const stranger = await (await browser.newContext()).newPage()
  await installFakeWallet(stranger, createTestKey(703))
  await stranger.goto(link)
  await expect(stranger.getByText('This link no longer leads anywhere.')).toBeVisible()
  await expect(stranger).toHaveURL(`${server.origin}/sign-in`)
  await stranger.getByRole('button', { name: firstWalletName }).click()
  await expectAccountPage(stranger)
  await stranger.context().close()
})

test('a message that was called off is not there to come back to', async ({ page, chain }) => {
  const safe = await deploySafe(chain, nextSafe())
  await install(page, createSlowWallet(createSafeWallet(chain, safe, owners)))
  await chooseWallet(page)
  await expect(page.getByRole('heading', { name: shared })).toBeVisible()
  const link = page.url()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Choose your wallet' })).toBeVisible()
  expect(page.url()).not.toContain('awaited')
  await page.goto(link)
  await expect(page.getByText('This link no longer leads anywhere.')).toBeVisible()
})

test('for a plain key nothing changes: one message, one signature, and one question to its own wallet', async ({
  page,
  key,
}) => {
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
  await page.getByRole('button', { name: firstWalletName }).click()
  await expectAccountPage(page)
  // Its first time here, it is asked whether it does both at once (wallet-connect-single-prompt.spec.ts).
  expect(methods.filter((method) => method !== 'eth_chainId')).toEqual([
    'wallet_connect',
    'eth_requestAccounts',
    'eth_getCode',
    'personal_sign',
  ])
  expect(calls.filter((path) => path === '/api/challenges')).toHaveLength(1)
  expect(calls.filter((path) => path === '/api/sign-in')).toHaveLength(1)
})

test('a Safe is linked and confirms in place, with time for its owners and no link that would lead elsewhere', async ({
  page,
  chain,
  key,
}) => {
  const safe = await deploySafe(chain, nextSafe())
  const slow = createSlowWallet(createSafeWallet(chain, safe, owners))
  await installFakeWallets(page, [
    { behavior: 'good', key, name: foxWalletName, rdns: 'test.fox' },
    { behavior: 'good', contract: slow, name: rabbitWalletName, rdns: 'test.rabbit' },
  ])
  await chooseWallet(page, foxWalletName)
  await expectAccountPage(page)
  await openWalletsPage(page)
  await findLinkWalletButton(page).click()
  await confirmWithFoxWallet(page)
  await chooseWalletInDialog(findLinkWalletDialog(page), rabbitWalletName)
  await expect(findLinkWalletDialog(page).getByRole('heading', { name: shared })).toBeVisible()
  await expect(findLinkWalletDialog(page).getByText('Keep this page open. There is time until')).toBeVisible()
  await expect(findLinkWalletDialog(page).getByRole('link', { name: 'Link back to this page' })).toHaveCount(0)
  expect(page.url()).not.toContain('awaited')
  await expectAccessible(page)
  slow.approve()
  await expect(findLinkWalletDialog(page)).toBeHidden()
  await expect(findWalletRows(page)).toHaveCount(2)
  await expect(findWalletRows(page).filter({ hasText: shortenAddress(safe.address) })).toContainText(
    `Contract on ${chainName}`,
  )
  await expectAccessible(page)
})

test.describe('in German', () => {
  test.use({ locale: 'de-DE' })

  test('a shared wallet says the same', async ({ page, chain }) => {
    const safe = await deploySafe(chain, nextSafe())
    await install(page, createSlowWallet(createSafeWallet(chain, safe, owners)))
    await page.goto('/sign-in')
    await page.getByRole('button', { name: firstWalletName }).click()
    await expect(
      page.getByRole('heading', { name: 'Das ist eine gemeinsame Wallet: 2 von 2 Eigentümern müssen zustimmen.' }),
    ).toBeVisible()
    await expect(
      page.getByText(/Lassen Sie diese Seite offen, oder kommen Sie vor \d\d:\d\d Uhr mit diesem Link zurück\./),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Jetzt nachfragen' }).click()
    await expect(
      page.getByRole('main').getByText(/Um \d\d:\d\d:\d\d Uhr hatten noch nicht alle zugestimmt\./),
    ).toBeVisible()
    await expectAccessible(page)
  })
})
