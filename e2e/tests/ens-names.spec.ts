// Tests ENS names from a real chain to the screens, including hostile names.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { startLocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import type { LocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import {
  setEnsReverseName,
  registerEnsName,
  installEnsRegistry,
  ensRegistryAddress,
} from '@countersign/testing/chain/local-ens-registry-fixtures'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/expect-accessible.ts'
import { createOidcInteractionFixture } from '../src/consent-and-connected-application-fixtures.ts'
import { deceptiveDisplayNames, xssPayloads } from '../src/xss-payloads.ts'
import { mockApiEndpointResponse } from '../src/api-response-mocking-test-steps.ts'
import { startServerForTests } from '../src/start-server-for-tests.ts'
import { shortenAddress, openAccountWithFakeWallet } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test as base } from './server-playwright-fixtures.ts'

const chainId = 31_337

const test = base.extend<object, { chain: LocalEthereumChain }>({
  chain: [
    async ({}, use) => {
      const chain = await startLocalEthereumChain({ chainId })
      await installEnsRegistry(chain)
      await use(chain)
      await chain.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ chain }, use) => {
      const named = { id: chainId, rpc: chain.url, staleSeconds: 86_400, ensRegistry: ensRegistryAddress }
      const server = await startServerForTests({ COUNTERSIGN_CHAINS: JSON.stringify([named]) })
      await use(server)
      await server.remove()
    },
    { scope: 'worker' },
  ],
})

const addressOf = (key: { address: string }) => key.address as `0x${string}`

/** Names are read in the background. */
async function reloadUntil(page: Page, name: string): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(name, { exact: true }).first()).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 60_000 })
}

test('P7: a verified ENS name appears next to the address on every page shortly after sign-in', async ({
  page,
  chain,
  key,
}) => {
  await registerEnsName(chain, 'ada.eth', { address: addressOf(key) })
  await setEnsReverseName(chain, addressOf(key), 'ada.eth')
  await openAccountWithFakeWallet(page, key)
  await reloadUntil(page, 'ada.eth')
  const short = shortenAddress(key.address)
  await expect(page.getByText(short, { exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/account/wallets')
  const wallet = page.getByRole('list', { name: 'Your wallets' }).getByRole('listitem')
  await expect(wallet).toContainText('ada.eth')
  await expect(wallet).toContainText(short)
  await wallet.getByRole('button', { name: /^Add a name/ }).click()
  await page.getByRole('textbox', { name: 'Name of the wallet' }).fill('Old phone')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(wallet).toContainText('Old phone')
  await expect(wallet).toContainText('Named ada.eth')
  await expectAccessible(page)

  await page.goto('/account/sessions')
  const session = page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem')
  await expect(session).toContainText(`ada.eth ${short}`)

  await page.goto('/')
  await expect(page.getByText(`ada.eth (${short})`)).toBeVisible()
  await page.goto('/sign-in')
  await expect(page.getByRole('heading', { name: `You’re signed in as ada.eth (${short}).` })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/account')
  await page.getByRole('button', { name: 'Add a name' }).click()
  await page.getByRole('textbox', { name: 'What should applications call you?' }).fill('Ada')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Ada', { exact: true })).toBeVisible()
  await page.goto('/')
  await expect(page.getByText('Ada', { exact: true })).toBeVisible()
  await expect(page.getByText('ada.eth')).toHaveCount(0)
})

const elsewhere = 'https://elsewhere.example/a.png'

async function readOwn(page: Page, origin: string) {
  const read = async <Answer>(path: string): Promise<Answer> =>
    (await (await page.context().request.get(`${origin}${path}`)).json()) as Answer
  const { person, session } = await read<ApiEndpointOutput<'readSession'>>('/api/session')
  const [wallet] = (await read<ApiEndpointOutput<'listWallets'>>('/api/wallets')).items
  if (!person || !session?.wallet || !wallet) throw new Error('No one is signed in.')
  return { person, session, onSession: session.wallet, wallet }
}

/** No external request, no script, no text direction override, no horizontal overflow. */
async function expectHarmless(page: Page): Promise<void> {
  await expect(page.locator('main img[src*="elsewhere"]')).toHaveCount(0)
  expect(await page.evaluate(() => 'taken' in window)).toBe(false)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect((await page.locator('main').innerText()).match(/[\u202a-\u202e\u2066-\u2069\u200b\ufeff]/)).toBeNull()
}

test('N4 P7: hostile ENS names in lists are shown as text next to the address', async ({ page, server, key }) => {
  await openAccountWithFakeWallet(page, key)
  const { session, onSession, wallet } = await readOwn(page, server.origin)
  const names = [...xssPayloads, ...deceptiveDisplayNames]
  const id = (index: number): string => String(index).padStart(26, '0')
  await mockApiEndpointResponse(page, 'listSessions', {
    items: names.map((name, index) => ({ ...session, id: id(index), current: false, wallet: { ...onSession, name } })),
    nextCursor: null,
  })
  await mockApiEndpointResponse(page, 'listWallets', {
    items: names.map((name, index) => ({
      ...wallet,
      id: id(index),
      name,
      picture: elsewhere,
      label: index % 2 === 0 ? null : 'Phone',
    })),
    nextCursor: null,
    most: 50,
  })
  for (const list of ['wallets', 'sessions']) {
    await page.goto(`/account/${list}`)
    await expect(
      page
        .getByRole('list', { name: `Your ${list}` })
        .getByRole('listitem')
        .filter({ hasText: shortenAddress(key.address) }),
    ).toHaveCount(names.length)
    await expectHarmless(page)
  }
})

for (const name of [
  xssPayloads[0],
  xssPayloads[6],
  xssPayloads[9],
  deceptiveDisplayNames[0],
  deceptiveDisplayNames[1],
  deceptiveDisplayNames[3],
]) {
  test(`N4 P7: ${JSON.stringify(name.slice(0, 30))} as own ENS name is shown as text next to the address`, async ({
    page,
    server,
    key,
  }) => {
    await openAccountWithFakeWallet(page, key)
    const { person, session, onSession } = await readOwn(page, server.origin)
    await mockApiEndpointResponse(page, 'readSession', {
      person: { ...person, walletName: name, walletPicture: elsewhere },
      session: { ...session, wallet: { ...onSession, name } },
    })
    await mockApiEndpointResponse(page, 'readInteraction', createOidcInteractionFixture())
    for (const path of ['/account', '/', '/sign-in', '/consent?interaction=Xk3_test']) {
      await page.goto(path)
      await expect(page.getByText(shortenAddress(key.address)).first()).toBeVisible()
      await expectHarmless(page)
    }
  })
}
