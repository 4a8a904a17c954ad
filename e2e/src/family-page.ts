// A page with wallets of Solana and Bitcoin in it, each by its behaviour, and what a person does there.
import { installFamilyWallets } from '@countersign/testing/fake-family-wallets'
import type { BitcoinWalletOptions, SolanaWalletOptions } from '@countersign/testing/fake-family-wallets'
import { createBitcoinKey } from '@countersign/testing/bitcoin-keys'
import { bitcoinSigner, solanaSigner } from '@countersign/testing/signers'
import type { Signer } from '@countersign/testing/signers'
import { createSolanaKey } from '@countersign/testing/solana-keys'
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { withoutDemonstrationWallet } from './server-answers.ts'

/** What the wallet under test is called. */
export const sun = 'Sun'

/** A way in which a wallet of another chain family stands in a page and signs. */
export interface FamilyCase {
  readonly what: string
  readonly namespace: 'solana' | 'bip122'
  /** As the page knows it; of Leather and UniSat there is one. */
  readonly name: string
  /** Whom it signs for. @param number of the test key */
  readonly signer: (number: number) => Signer
  readonly install: (page: Page, number: number, behaviour?: string) => Promise<void>
}

const solanaCase = (what: string, offers: SolanaWalletOptions['offers'] & object): FamilyCase => ({
  what: `Solana, ${what}`,
  namespace: 'solana',
  name: sun,
  signer: solanaSigner,
  install: (page, number, behaviour = 'good') =>
    installFamilyWallets(page, {
      solana: [
        {
          name: sun,
          offers,
          key: createSolanaKey(number),
          otherKey: createSolanaKey(number + 1),
          behaviour: behaviour as NonNullable<SolanaWalletOptions['behaviour']>,
        },
      ],
    }),
})

const bitcoinCase = (
  what: string,
  style: NonNullable<BitcoinWalletOptions['style']>,
  name: string,
  kinds: readonly ('p2wpkh' | 'p2tr' | 'p2pkh')[],
): FamilyCase => ({
  what: `Bitcoin, ${what}`,
  namespace: 'bip122',
  name,
  signer: (number) => bitcoinSigner(number, kinds[0]),
  install: (page, number, behaviour = 'good') =>
    installFamilyWallets(page, {
      bitcoin: [
        {
          name,
          style,
          keys: kinds.map((kind) => createBitcoinKey(number, kind)),
          otherKeys: kinds.map((kind) => createBitcoinKey(number + 1, kind)),
          behaviour: behaviour as NonNullable<BitcoinWalletOptions['behaviour']>,
        },
      ],
    }),
})

export const bySignIn = solanaCase('connecting and signing with one window', ['signIn', 'signMessage'])
export const bySignMessage = solanaCase('by signing a message', ['signMessage'])
export const listed = bitcoinCase('in the provider list', 'listed', sun, ['p2wpkh', 'p2tr'])
export const unisat = bitcoinCase('UniSat on a taproot address', 'unisat', 'UniSat Wallet', ['p2tr'])

export const familyCases: readonly FamilyCase[] = [
  bySignIn,
  bySignMessage,
  solanaCase('by signing in alone', ['signIn']),
  listed,
  bitcoinCase('on an address of old', 'listed', sun, ['p2pkh']),
  bitcoinCase('Leather', 'leather', 'Leather', ['p2wpkh', 'p2tr']),
  unisat,
]

/** Numbers of keys that no other test has, two for each wallet. */
let numbers = 70_000
export const newNumber = (): number => (numbers += 2)

/** Puts the wallet into the page, and takes the one away that the page brings itself. */
export async function prepare(page: Page, family: FamilyCase, number: number, behaviour?: string): Promise<void> {
  await withoutDemonstrationWallet(page)
  await family.install(page, number, behaviour)
}

/** From now on the wallet behaves otherwise. */
export async function playFamily(page: Page, { namespace, name }: FamilyCase, behaviour: string): Promise<void> {
  await page.evaluate(
    ({ place, behaviour }) =>
      (globalThis as unknown as { familyWallets: Record<string, { play: (behaviour: string) => void }> }).familyWallets[
        place
      ]?.play(behaviour),
    { place: `${namespace}:${name}`, behaviour },
  )
}

/** Opens the sign-in page, and chooses the wallet once there is a challenge: what a wallet is asked then is the same on every machine. */
export async function tapFamily(page: Page, { name }: FamilyCase, path = '/sign-in'): Promise<void> {
  const answered = page.waitForResponse('**/api/challenges')
  await page.goto(path)
  await answered
  await rowOf(page, name).click()
}

export const rowOf = (within: Page | Locator, name: string): Locator =>
  within.getByRole('list', { name: 'Choose your wallet' }).getByRole('button', { name })

/** Whose account is shown, by the whole address that is told to who is signed in. */
export async function expectSignedInAs(page: Page, { namespace, address }: Signer): Promise<void> {
  const answer = await page.context().request.get(`${new URL(page.url()).origin}/api/session`)
  const { session } = (await answer.json()) as { session: { wallet: { namespace: string; address: string } } }
  expect(session.wallet).toMatchObject({ namespace, address })
}
