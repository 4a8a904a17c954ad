// The states of wallets of other chain families than Ethereum's: which account is meant, and what such a wallet did instead of signing the message.
import { createBitcoinKey } from '@countersign/testing/bitcoin-keys'
import { installFamilyWallets } from '@countersign/testing/fake-family-wallets'
import type { FamilyWallets } from '@countersign/testing/fake-family-wallets'
import { solanaKeys } from '@countersign/testing/solana-keys'
import type { Page } from '@playwright/test'
import { shortAddress } from '../sign-in.ts'
import { elsewhere, open } from './moves.ts'
import type { ScreenState } from './state.ts'

const name = 'Fox'

/** Opens the page with a wallet of these families, and takes it. */
const tap = (wallets: FamilyWallets) => async (page: Page) => {
  await installFamilyWallets(page, wallets)
  await open(page)
  await page.getByRole('listitem').getByRole('button', { name }).click()
}

const key = createBitcoinKey(1, 'p2wpkh')

export const familyStates: readonly ScreenState[] = [
  {
    name: 'a wallet of several chains',
    wallets: [{ behaviour: 'good', name }],
    reach: async (page) => {
      await installFamilyWallets(page, { solana: [{ name }], bitcoin: [{ name }] })
      await open(page)
      await page.getByRole('button', { name, expanded: false }).click()
    },
    title: 'Choose your wallet',
    text: 'Fox has accounts on Ethereum, Solana, and Bitcoin. Which one?',
    main: null,
    out: null,
  },
  {
    name: 'the wallet changed the text',
    wallets: [],
    reach: tap({ solana: [{ name, behaviour: 'adds-line-feed', offers: ['signMessage'] }] }),
    title: 'Fox changed the message before it signed it.',
    text: 'Only the message as it is shown counts here.',
    main: 'Try again',
    out: elsewhere,
  },
  {
    name: 'a hardware wallet put something before the text',
    wallets: [],
    reach: tap({ solana: [{ name, behaviour: 'prefixes', offers: ['signMessage'] }] }),
    title: 'Fox put something before the message and signed both.',
    text: 'Choose an account in Fox whose key is not on the hardware wallet, or use another wallet.',
    main: 'Look again',
    out: elsewhere,
  },
  {
    name: 'the wallet signed the old way',
    wallets: [],
    reach: tap({ bitcoin: [{ name, behaviour: 'old-signature', keys: [key] }] }),
    title: `Fox answered with a signature of the old kind, which ${shortAddress(key.address)} does not have.`,
    text: 'Choose a native SegWit account (bc1q…) or a Taproot account (bc1p…) in Fox; if it is on one, update Fox.',
    main: 'Look again',
    out: elsewhere,
  },
  {
    name: 'the wallet is on another network',
    wallets: [],
    reach: tap({ bitcoin: [{ name, keys: [createBitcoinKey(1, 'p2wpkh', 'testnet')] }] }),
    title: 'Fox is on a test network of Bitcoin.',
    text: 'This site takes Bitcoin’s main network.',
    main: 'Look again',
    out: elsewhere,
  },
  {
    name: 'another key of Solana signed',
    wallets: [],
    reach: tap({ solana: [{ name, behaviour: 'wrong-signer', offers: ['signMessage'] }] }),
    title: `The signature does not match ${shortAddress(solanaKeys.alice.address)}.`,
    text: 'Look in Fox which account is selected, then sign again.',
    main: 'Sign again',
    out: elsewhere,
  },
]
