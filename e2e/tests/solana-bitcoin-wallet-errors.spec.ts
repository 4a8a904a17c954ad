// Tests errors of Solana and Bitcoin wallets: each error has its own text, no one is signed in,
// most errors can be retried, and useless signatures are not sent. sign-in-test-scenarios.spec.ts
// covers states of a single screen.
import { createBitcoinTestKey } from '@countersign/testing/bitcoin-test-keys'
import type { FakeNonEvmWalletOptions } from '@countersign/testing/fake-non-evm-wallets'
import { solanaTestKeys } from '@countersign/testing/solana-test-keys'
import type { BrowserContext, Page } from '@playwright/test'
import {
  installFakeNonEvmVariantWallets,
  getInstalledFakeNonEvmWalletName,
  setFakeNonEvmWalletBehavior,
  fakeNonEvmWalletName,
} from '../src/fake-non-evm-wallet-variants.ts'
import { installFakePageClock } from '../src/fake-page-clock.ts'
import { readPersonIdFromSession } from '../src/read-person-id-from-session.ts'
import { expectAccountPage, shortenAddress } from '../src/wallet-sign-in-test-steps.ts'
import { chooseWalletInDialog } from '../src/wallets-page-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

const [orange, other] = [createBitcoinTestKey(83_001), createBitcoinTestKey(83_002)]
const [taproot, nested] = [createBitcoinTestKey(83_001, 'p2tr'), createBitcoinTestKey(83_001, 'p2sh-p2wpkh')]
const solana = (
  behavior: NonNullable<FakeNonEvmWalletOptions['solana']>[number]['behavior'],
): FakeNonEvmWalletOptions => ({
  solana: [{ name: fakeNonEvmWalletName, supportedFeatures: ['signMessage'], ...(behavior && { behavior }) }],
})
const bitcoin = (
  options: Partial<NonNullable<FakeNonEvmWalletOptions['bitcoin']>[number]>,
): FakeNonEvmWalletOptions => ({
  bitcoin: [{ name: fakeNonEvmWalletName, keys: [orange], otherKeys: [other], ...options }],
})

interface WalletErrorCase {
  wallets: FakeNonEvmWalletOptions
  title: string
  /** The retry button; null if the person has to decide. */
  again: string | null
  /** Whether the page sends the signature; if so, the server reports which key made it. */
  sent?: true
}

const address = shortenAddress(solanaTestKeys.alice.address)
const changed = 'Sun changed the message before signing it.'

const walletErrorCases: Readonly<Record<string, readonly WalletErrorCase[]>> = {
  'Solana wallet does not connect or sign': [
    { wallets: solana('declines-connect'), title: 'You declined in Sun.', again: 'Try again' },
    { wallets: solana('throws-oddly'), title: 'You declined in Sun.', again: 'Try again' },
    { wallets: solana('declines-sign'), title: 'You declined to sign.', again: 'Sign again' },
    { wallets: solana('locked'), title: 'Sun is locked.', again: null },
    { wallets: solana('no-account'), title: 'Sun didn’t share an account.', again: null },
  ],
  'Solana wallet returns a wrong signature': [
    { wallets: solana('adds-line-feed'), title: changed, again: 'Try again' },
    { wallets: solana('reorders'), title: changed, again: 'Try again' },
    { wallets: solana('leaves-out'), title: changed, again: 'Try again' },
    {
      wallets: { solana: [{ name: fakeNonEvmWalletName, supportedFeatures: ['signIn'], behavior: 'leaves-out' }] },
      title: changed,
      again: 'Try again',
    },
    {
      wallets: solana('signs-offchain-old'),
      title: 'The Solana app on your hardware wallet is too old.',
      again: 'Try again',
    },
    {
      wallets: solana('wrong-signer'),
      title: `The signature doesn’t match ${address}.`,
      again: 'Sign again',
      sent: true,
    },
  ],
  'Bitcoin wallet does not connect or sign': [
    { wallets: bitcoin({ behavior: 'declines-connect' }), title: 'You declined in Sun.', again: 'Try again' },
    { wallets: bitcoin({ behavior: 'declines-sign' }), title: 'You declined to sign.', again: 'Sign again' },
    { wallets: bitcoin({ behavior: 'no-account' }), title: 'Sun didn’t share an account.', again: null },
    {
      wallets: bitcoin({ style: 'leather', name: 'Leather', behavior: 'declines-sign' }),
      title: 'You declined to sign.',
      again: 'Sign again',
    },
    {
      wallets: bitcoin({ style: 'unisat', name: 'UniSat Wallet', behavior: 'declines-connect' }),
      title: 'You declined in UniSat Wallet.',
      again: 'Try again',
    },
  ],
  'Bitcoin wallet returns a wrong signature': [
    {
      wallets: bitcoin({ behavior: 'old-signature', keys: [taproot] }),
      title: `Sun returned a legacy signature, which doesn’t work with ${shortenAddress(taproot.address)}.`,
      again: 'Check again',
    },
    {
      wallets: bitcoin({ behavior: 'signs-no-type', keys: [nested] }),
      title: `Sun can’t sign messages with ${shortenAddress(nested.address)}.`,
      again: 'Check again',
    },
    {
      wallets: bitcoin({ behavior: 'adds-line-feed' }),
      title: `The signature doesn’t match ${shortenAddress(orange.address)}.`,
      again: 'Sign again',
      sent: true,
    },
    {
      wallets: bitcoin({ behavior: 'wrong-signer' }),
      title: `The signature doesn’t match ${shortenAddress(orange.address)}.`,
      again: 'Sign again',
      sent: true,
    },
  ],
}

/** Opens the sign-in page and chooses the wallet. @returns the addresses of all submissions */
async function openSignInAndChooseWallet(page: Page, wallets: FakeNonEvmWalletOptions): Promise<string[]> {
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/sign-in') && sent.push(request.url()))
  await installFakeNonEvmVariantWallets(page, wallets)
  await page.goto('/sign-in')
  await chooseWalletInDialog(page.locator('body'), getInstalledFakeNonEvmWalletName(wallets))
  return sent
}

async function expectWalletError(
  context: BrowserContext,
  { wallets, title, again, sent }: WalletErrorCase,
): Promise<void> {
  const page = await context.newPage()
  const handedIn = await openSignInAndChooseWallet(page, wallets)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  expect(handedIn, title).toHaveLength(sent ? 1 : 0)
  if (again !== null) await expect(page.getByRole('button', { name: again })).toBeVisible()
  await page.close()
}

for (const [what, list] of Object.entries(walletErrorCases))
  test(`S15: the page shows a specific error and no session is created when a ${what}`, async ({ context, server }) => {
    await Promise.all(list.map((trouble) => expectWalletError(context, trouble)))
    expect(await readPersonIdFromSession(context, server.origin)).toBeNull()
  })

test('a retry signs in once the wallet signs the unmodified message', async ({ page }) => {
  await openSignInAndChooseWallet(page, solana('adds-line-feed'))
  await expect(page.getByRole('heading', { name: changed })).toBeFocused()
  await setFakeNonEvmWalletBehavior(page, 'good')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectAccountPage(page)
})

for (const [what, wallets, to] of [
  ['Solana', solana('switches-account-midway'), solanaTestKeys.bob.address],
  ['UniSat', bitcoin({ style: 'unisat', name: 'UniSat Wallet', behavior: 'switches-account-midway' }), other.address],
] as const)
  test(`a ${what} account switched during sign-in is used only after confirmation`, async ({
    page,
    context,
    server,
  }) => {
    const handedIn = await openSignInAndChooseWallet(page, wallets)
    await expect(page.getByRole('heading', { name: `You switched to ${shortenAddress(to)}.` })).toBeVisible()
    expect(handedIn).toEqual([])
    expect(await readPersonIdFromSession(context, server.origin)).toBeNull()
    await page.getByRole('button', { name: 'Yes, create a new message' }).click()
    await expectAccountPage(page)
    await expect(page.getByText(shortenAddress(to)).first()).toBeVisible()
  })

test('a wallet that never answers can be canceled and replaced by another', async ({ page }) => {
  await installFakePageClock(page)
  await installFakeNonEvmVariantWallets(page, {
    solana: [{ name: 'Never', behavior: 'never-connects', supportedFeatures: ['signMessage'] }],
    bitcoin: [{ name: fakeNonEvmWalletName, keys: [orange] }],
  })
  await page.goto('/sign-in')
  await chooseWalletInDialog(page.locator('body'), 'Never')
  await expect(page.getByRole('main').getByText('Waiting for Never. Approve the connection there.')).toBeVisible()
  await page.clock.fastForward(60_000)
  await expect(page.getByRole('main').getByText('Don’t see it?', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await chooseWalletInDialog(page.locator('body'), fakeNonEvmWalletName)
  await expectAccountPage(page)
})
