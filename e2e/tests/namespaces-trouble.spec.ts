// What wallets of Solana and Bitcoin can do instead of signing: each ends in words of its own, nobody is signed in, and most can be tried again. What
// is of no use is not even sent. (What only one state of the screen is about is walked in states.spec.ts.)
import { createBitcoinKey } from '@countersign/testing/bitcoin-keys'
import type { FamilyWallets } from '@countersign/testing/fake-family-wallets'
import { solanaKeys } from '@countersign/testing/solana-keys'
import type { BrowserContext, Page } from '@playwright/test'
import { install, nameIn, playFamily, sun } from '../src/family-ways.ts'
import { startTime } from '../src/page-time.ts'
import { readPersonId } from '../src/session.ts'
import { expectAccount, shortAddress } from '../src/sign-in.ts'
import { choose } from '../src/wallets-page.ts'
import { expect, test } from './test.ts'

const [orange, other] = [createBitcoinKey(83_001), createBitcoinKey(83_002)]
const solana = (behaviour: NonNullable<FamilyWallets['solana']>[number]['behaviour']): FamilyWallets => ({
  solana: [{ name: sun, offers: ['signMessage'], ...(behaviour && { behaviour }) }],
})
const bitcoin = (options: Partial<NonNullable<FamilyWallets['bitcoin']>[number]>): FamilyWallets => ({
  bitcoin: [{ name: sun, keys: [orange], otherKeys: [other], ...options }],
})

interface Trouble {
  wallets: FamilyWallets
  /** What the page says. */
  title: string
  /** The button of the next try; null where that is for the person to decide. */
  again: string | null
  /** Whether what was signed is sent: whose signature it is, the server says. */
  sent?: true
}

const address = shortAddress(solanaKeys.alice.address)
const changed = 'Sun changed the message before it signed it.'

const troubles: Readonly<Record<string, readonly Trouble[]>> = {
  'Solana that does not want to': [
    { wallets: solana('declines-connect'), title: 'You declined in Sun.', again: 'Try again' },
    { wallets: solana('throws-oddly'), title: 'You declined in Sun.', again: 'Try again' },
    { wallets: solana('declines-sign'), title: 'You declined to sign.', again: 'Sign again' },
    { wallets: solana('locked'), title: 'Sun is locked.', again: null },
    { wallets: solana('no-account'), title: 'Sun shared no account.', again: null },
  ],
  'Solana that signs something else': [
    { wallets: solana('adds-line-feed'), title: changed, again: 'Try again' },
    { wallets: solana('reorders'), title: changed, again: 'Try again' },
    { wallets: solana('leaves-out'), title: changed, again: 'Try again' },
    {
      wallets: { solana: [{ name: sun, offers: ['signIn'], behaviour: 'leaves-out' }] },
      title: changed,
      again: 'Try again',
    },
    {
      wallets: solana('prefixes'),
      title: 'Sun put something before the message and signed both.',
      again: 'Look again',
    },
    {
      wallets: solana('wrong-signer'),
      title: `The signature does not match ${address}.`,
      again: 'Sign again',
      sent: true,
    },
  ],
  'Bitcoin that does not want to': [
    { wallets: bitcoin({ behaviour: 'declines-connect' }), title: 'You declined in Sun.', again: 'Try again' },
    { wallets: bitcoin({ behaviour: 'declines-sign' }), title: 'You declined to sign.', again: 'Sign again' },
    { wallets: bitcoin({ behaviour: 'no-account' }), title: 'Sun shared no account.', again: null },
    {
      wallets: bitcoin({ style: 'leather', name: 'Leather', behaviour: 'declines-sign' }),
      title: 'You declined to sign.',
      again: 'Sign again',
    },
    {
      wallets: bitcoin({ style: 'unisat', name: 'UniSat Wallet', behaviour: 'declines-connect' }),
      title: 'You declined in UniSat Wallet.',
      again: 'Try again',
    },
  ],
  'Bitcoin that signs something else': [
    {
      wallets: bitcoin({ behaviour: 'old-signature' }),
      title: `Sun answered with a signature of the old kind, which ${shortAddress(orange.address)} does not have.`,
      again: 'Look again',
    },
    {
      wallets: bitcoin({ behaviour: 'adds-line-feed' }),
      title: `The signature does not match ${shortAddress(orange.address)}.`,
      again: 'Sign again',
      sent: true,
    },
    {
      wallets: bitcoin({ behaviour: 'wrong-signer' }),
      title: `The signature does not match ${shortAddress(orange.address)}.`,
      again: 'Sign again',
      sent: true,
    },
  ],
}

/** Opens the sign-in page with the wallet in it, and chooses it. @returns the addresses of everything that was handed in */
async function begin(page: Page, wallets: FamilyWallets): Promise<string[]> {
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/sign-in') && sent.push(request.url()))
  await install(page, wallets)
  await page.goto('/sign-in')
  await choose(page.locator('body'), nameIn(wallets))
  return sent
}

async function meet(context: BrowserContext, { wallets, title, again, sent }: Trouble): Promise<void> {
  const page = await context.newPage()
  const handedIn = await begin(page, wallets)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  expect(handedIn, title).toHaveLength(sent ? 1 : 0)
  if (again !== null) await expect(page.getByRole('button', { name: again })).toBeVisible()
  await page.close()
}

for (const [what, list] of Object.entries(troubles))
  test(`S15 a wallet of ${what} ends in words of its own, and nobody is signed in`, async ({ context, server }) => {
    await Promise.all(list.map((trouble) => meet(context, trouble)))
    expect(await readPersonId(context, server.origin)).toBeNull()
  })

test('once the wallet signs the text as it is, it signs in', async ({ page }) => {
  await begin(page, solana('adds-line-feed'))
  await expect(page.getByRole('heading', { name: changed })).toBeFocused()
  await playFamily(page, 'good')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectAccount(page)
})

for (const [what, wallets, to] of [
  ['Solana', solana('switches-account-midway'), solanaKeys.bob.address],
  ['UniSat', bitcoin({ style: 'unisat', name: 'UniSat Wallet', behaviour: 'switches-account-midway' }), other.address],
] as const)
  test(`a wallet of ${what} that is switched midway signs in as the new account only, and only when the person says so`, async ({
    page,
    context,
    server,
  }) => {
    const handedIn = await begin(page, wallets)
    await expect(page.getByRole('heading', { name: `You switched to ${shortAddress(to)}.` })).toBeVisible()
    expect(handedIn).toEqual([])
    expect(await readPersonId(context, server.origin)).toBeNull()
    await page.getByRole('button', { name: 'Yes, new message' }).click()
    await expectAccount(page)
    await expect(page.getByText(shortAddress(to)).first()).toBeVisible()
  })

test('a wallet that never answers is waited for, and can be left for another', async ({ page }) => {
  await startTime(page)
  await install(page, {
    solana: [{ name: 'Never', behaviour: 'never-connects', offers: ['signMessage'] }],
    bitcoin: [{ name: sun, keys: [orange] }],
  })
  await page.goto('/sign-in')
  await choose(page.locator('body'), 'Never')
  await expect(page.getByRole('main').getByText('Waiting for Never. Approve the connection there.')).toBeVisible()
  await page.clock.fastForward(60_000)
  await expect(page.getByRole('main').getByText('Don’t see it?', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await choose(page.locator('body'), sun)
  await expectAccount(page)
})
