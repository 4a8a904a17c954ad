// Signing in with wallets of Solana and Bitcoin, by every way in which they stand in a page and sign, beside those of Ethereum in one list.
import { createBitcoinKey } from '@countersign/testing/bitcoin-keys'
import { installFakeWallets } from '@countersign/testing/fake-wallet'
import { createSolanaKey } from '@countersign/testing/solana-keys'
import type { CallAnswer } from '@countersign/api/calls'
import type { Page } from '@playwright/test'
import type { FamilyWay } from '../src/family-ways.ts'
import { install, kindsOfWallets, nameIn, otherWays, sun } from '../src/family-ways.ts'
import { chooseWallet, expectAccount, shortAddress, signOut } from '../src/sign-in.ts'
import { choose } from '../src/wallets-page.ts'
import { expect, test } from './test.ts'

let made = 80_000
const newNumber = () => (made += 1)

async function readSession(page: Page, origin: string): Promise<CallAnswer<'readSession'>> {
  return (await (await page.context().request.get(`${origin}/api/session`)).json()) as CallAnswer<'readSession'>
}

const list = (page: Page) => page.getByRole('list', { name: 'Choose your wallet' })

/** Signs in with a wallet of this way, and reads what was signed and who is signed in. */
async function signInWith(page: Page, origin: string, { account, make }: FamilyWay): Promise<void> {
  const { wallets, signer } = make(newNumber())
  await install(page, wallets)
  const submitted = page.waitForRequest('**/api/sign-in')
  await page.goto(`${origin}/sign-in`)
  await choose(page.locator('body'), nameIn(wallets))
  const { message } = (await submitted).postDataJSON() as { message: string }
  expect(message.split('\n').slice(0, 2)).toEqual([
    `${new URL(origin).host} wants you to sign in with your ${account} account:`,
    signer.address,
  ])
  await expectAccount(page)
  await expect(page.getByText(shortAddress(signer.address)).first()).toBeVisible()
  const { session } = await readSession(page, origin)
  expect(session?.wallet).toMatchObject({ namespace: signer.namespace, address: signer.address })
}

for (const way of [...kindsOfWallets, ...otherWays])
  test(`${way.what} signs in, by a message for its account and no other`, ({ page, server }) =>
    signInWith(page, server.origin, way))

test('wallets of every chain family stand in one list, whoever came first', async ({ page, key }) => {
  await installFakeWallets(page, [{ behaviour: 'good', key, name: 'Fox' }])
  await install(page, {
    solana: [{ name: 'Sun' }],
    bitcoin: [{ name: 'Orange' }, { name: 'Leather', style: 'leather' }, { name: 'UniSat Wallet', style: 'unisat' }],
  })
  await page.goto('/sign-in')
  for (const name of ['Fox', 'Sun', 'Orange', 'Leather', 'UniSat Wallet'])
    await expect(list(page).getByRole('button', { name, exact: true })).toHaveCount(1)
  await expect(list(page).getByRole('button', { name: 'Fox' })).not.toHaveAttribute('aria-expanded')
})

test('a wallet that speaks three chain families is there once and asks which: each is somebody of its own, and the one used last comes first', async ({
  page,
  server,
  key,
}) => {
  const number = newNumber()
  await installFakeWallets(page, [{ behaviour: 'good', key, name: sun }])
  await install(page, {
    // Some say that they are a wallet, and some do not.
    solana: [{ name: 'Sun Wallet', key: createSolanaKey(number) }],
    bitcoin: [{ name: sun, keys: [createBitcoinKey(number)] }],
  })
  const choice = page.getByRole('list', { name: 'Sun has accounts on Ethereum, Solana, and Bitcoin. Which one?' })
  const people: string[] = []
  for (const [name, before] of [
    ['Bitcoin', ['Ethereum', 'Solana', 'Bitcoin']],
    ['Solana', ['Bitcoin', 'Ethereum', 'Solana']],
    ['Ethereum', ['Solana', 'Ethereum', 'Bitcoin']],
  ] as const) {
    await page.goto('/sign-in')
    await expect(list(page).getByRole('button', { name: sun })).toHaveCount(1)
    await choose(page.locator('body'), sun)
    await expect(choice.getByRole('button')).toHaveText(before.map((one) => new RegExp(`^${one}`)))
    await choice.getByRole('button', { name }).click()
    await expectAccount(page)
    people.push((await readSession(page, server.origin)).person?.id ?? '')
    await signOut(page)
  }
  expect(new Set(people).size).toBe(3)
})

test('a wallet whose other chain families are found only after it was chosen is asked which account is meant', async ({
  page,
  key,
}) => {
  await installFakeWallets(page, [{ behaviour: 'never-answers', key, name: sun }])
  await page.goto('/sign-in')
  await choose(page.locator('body'), sun)
  await expect(
    page
      .getByText(`Connecting`)
      .or(page.getByRole('button', { name: 'Cancel' }))
      .first(),
  ).toBeVisible()
  // Its Solana side starts late, as an extension on a busy machine.
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
  }, sun)
  const choice = page.getByRole('list', { name: /^Sun has accounts on Ethereum and Solana\./ })
  await expect(choice.getByRole('button')).toHaveText([/^Ethereum/, /^Solana/])
  // Who has answered is not asked again.
  await choice.getByRole('button', { name: 'Ethereum' }).click()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await expect(choice).toHaveCount(0)
})

test('S16 a wallet on a test network is not asked to sign, and signs in once it is on the network of this site', async ({
  page,
}) => {
  const number = newNumber()
  await install(page, {
    bitcoin: [
      {
        name: sun,
        keys: [createBitcoinKey(number, 'p2wpkh', 'testnet')],
        otherKeys: [createBitcoinKey(number, 'p2wpkh')],
      },
    ],
  })
  await chooseWallet(page, sun)
  await expect(page.getByRole('heading', { name: 'Sun is on a test network of Bitcoin.' })).toBeFocused()
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
  await page.getByRole('button', { name: 'Look again' }).click()
  await expectAccount(page)
})
