// Tests sign-in with Solana and Bitcoin wallets in every injection and signing variant, listed
// together with Ethereum wallets.
import { createBitcoinTestKey } from '@countersign/testing/bitcoin-test-keys'
import { installFakeEthereumWallets } from '@countersign/testing/fake-ethereum-wallet'
import { createSolanaTestKey } from '@countersign/testing/solana-test-keys'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { Page } from '@playwright/test'
import type { FakeNonEvmWalletVariant } from '../src/fake-non-evm-wallet-variants.ts'
import {
  installFakeNonEvmVariantWallets,
  representativeFakeNonEvmWalletVariants,
  getInstalledFakeNonEvmWalletName,
  signInOnlyFakeNonEvmWalletVariants,
  fakeNonEvmWalletName,
} from '../src/fake-non-evm-wallet-variants.ts'
import {
  openSignInAndChooseWallet,
  expectAccountPage,
  shortenAddress,
  signOutFromAccount,
} from '../src/wallet-sign-in-test-steps.ts'
import { chooseWalletInDialog } from '../src/wallets-page-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

let made = 80_000
const newNumber = () => (made += 1)

async function readSession(page: Page, origin: string): Promise<ApiEndpointOutput<'readSession'>> {
  return (await (await page.context().request.get(`${origin}/api/session`)).json()) as ApiEndpointOutput<'readSession'>
}

const list = (page: Page) => page.getByRole('list', { name: 'Choose your wallet' })

async function signInWith(page: Page, origin: string, { account, make }: FakeNonEvmWalletVariant): Promise<void> {
  const { wallets, signer } = make(newNumber())
  await installFakeNonEvmVariantWallets(page, wallets)
  const submitted = page.waitForRequest('**/api/sign-in')
  await page.goto(`${origin}/sign-in`)
  await chooseWalletInDialog(page.locator('body'), getInstalledFakeNonEvmWalletName(wallets))
  const { message } = (await submitted).postDataJSON() as { message: string }
  expect(message.split('\n').slice(0, 2)).toEqual([
    `${new URL(origin).host} wants you to sign in with your ${account} account:`,
    signer.address,
  ])
  await expectAccountPage(page)
  await expect(page.getByText(shortenAddress(signer.address)).first()).toBeVisible()
  const { session } = await readSession(page, origin)
  expect(session?.wallet).toMatchObject({ namespace: signer.namespace, address: signer.address })
}

for (const way of [...representativeFakeNonEvmWalletVariants, ...signInOnlyFakeNonEvmWalletVariants])
  test(`${way.description} signs in with a message for its own account`, ({ page, server }) =>
    signInWith(page, server.origin, way))

test('wallets of all chain families appear in one list', async ({ page, key }) => {
  await installFakeEthereumWallets(page, [{ behavior: 'good', key, name: 'Fox' }])
  await installFakeNonEvmVariantWallets(page, {
    solana: [{ name: 'Sun' }],
    bitcoin: [{ name: 'Orange' }, { name: 'Leather', style: 'leather' }, { name: 'UniSat Wallet', style: 'unisat' }],
  })
  await page.goto('/sign-in')
  for (const name of ['Fox', 'Sun', 'Orange', 'Leather', 'UniSat Wallet'])
    await expect(list(page).getByRole('button', { name, exact: true })).toHaveCount(1)
  await expect(list(page).getByRole('button', { name: 'Fox' })).not.toHaveAttribute('aria-expanded')
})

test('a wallet with three chain families is listed once and offers each as a separate person', async ({
  page,
  server,
  key,
}) => {
  const number = newNumber()
  await installFakeEthereumWallets(page, [{ behavior: 'good', key, name: fakeNonEvmWalletName }])
  await installFakeNonEvmVariantWallets(page, {
    // Wallets are grouped by name, whether or not the name ends in "Wallet".
    solana: [{ name: 'Sun Wallet', key: createSolanaTestKey(number) }],
    bitcoin: [{ name: fakeNonEvmWalletName, keys: [createBitcoinTestKey(number)] }],
  })
  const choice = page.getByRole('list', { name: 'Sun has accounts on Ethereum, Solana, and Bitcoin. Which one?' })
  const people: string[] = []
  for (const [name, before] of [
    ['Bitcoin', ['Ethereum', 'Solana', 'Bitcoin']],
    ['Solana', ['Bitcoin', 'Ethereum', 'Solana']],
    ['Ethereum', ['Solana', 'Ethereum', 'Bitcoin']],
  ] as const) {
    await page.goto('/sign-in')
    await expect(list(page).getByRole('button', { name: fakeNonEvmWalletName })).toHaveCount(1)
    await chooseWalletInDialog(page.locator('body'), fakeNonEvmWalletName)
    await expect(choice.getByRole('button')).toHaveText(before.map((one) => new RegExp(`^${one}`)))
    await choice.getByRole('button', { name }).click()
    await expectAccountPage(page)
    people.push((await readSession(page, server.origin)).person?.id ?? '')
    await signOutFromAccount(page)
  }
  expect(new Set(people).size).toBe(3)
})

test('the page asks for the account if a chosen wallet turns out to support other chain families', async ({
  page,
  key,
}) => {
  await installFakeEthereumWallets(page, [{ behavior: 'never-answers', key, name: fakeNonEvmWalletName }])
  await page.goto('/sign-in')
  await chooseWalletInDialog(page.locator('body'), fakeNonEvmWalletName)
  await expect(
    page
      .getByText(`Connecting`)
      .or(page.getByRole('button', { name: 'Cancel' }))
      .first(),
  ).toBeVisible()
  // The wallet's Solana provider registers late, as on a busy machine.
  await page.evaluate((name) => {
    const wallet = {
      name,
      icon: '',
      version: '1.0.0',
      chains: ['solana:mainnet'],
      accounts: [],
      features: { 'standard:connect': { connect: () => new Promise(() => undefined) }, 'solana:signMessage': {} },
    }
    const detail = ({ register }: { register: (...wallets: unknown[]) => void }) => register(wallet)
    dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
  }, fakeNonEvmWalletName)
  const choice = page.getByRole('list', { name: /^Sun has accounts on Ethereum and Solana\./ })
  await expect(choice.getByRole('button')).toHaveText([/^Ethereum/, /^Solana/])
  await choice.getByRole('button', { name: 'Ethereum' }).click()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await expect(choice).toHaveCount(0)
})

test('S16: a wallet on a test network is asked to sign only after switching to the site’s network', async ({
  page,
}) => {
  const number = newNumber()
  await installFakeNonEvmVariantWallets(page, {
    bitcoin: [
      {
        name: fakeNonEvmWalletName,
        keys: [createBitcoinTestKey(number, 'p2wpkh', 'testnet')],
        otherKeys: [createBitcoinTestKey(number, 'p2wpkh')],
      },
    ],
  })
  await openSignInAndChooseWallet(page, fakeNonEvmWalletName)
  await expect(page.getByRole('heading', { name: 'Sun is on a Bitcoin test network.' })).toBeFocused()
  const methods = await page.evaluate(
    () =>
      (globalThis as unknown as { familyWallets: Record<string, { methods: string[] }> }).familyWallets['bip122:Sun']
        ?.methods,
  )
  expect(methods).toEqual(['getAddresses'])
  await page.evaluate(() =>
    (globalThis as unknown as { familyWallets: Record<string, { switchAccount(): void }> }).familyWallets[
      'bip122:Sun'
    ]?.switchAccount(),
  )
  await page.getByRole('button', { name: 'Check again' }).click()
  await expectAccountPage(page)
})
