// The states of wallets of other chain families than Ethereum's: which account is meant, and what such a wallet did instead of signing the message.
import { createBitcoinTestKey } from '@countersign/testing/bitcoin-test-keys'
import { installFakeNonEvmWallets } from '@countersign/testing/fake-non-evm-wallets'
import type { FakeNonEvmWalletOptions } from '@countersign/testing/fake-non-evm-wallets'
import { solanaTestKeys } from '@countersign/testing/solana-test-keys'
import type { Page } from '@playwright/test'
import { shortenAddress } from '../wallet-sign-in-test-steps.ts'
import { anotherWalletButtonLabel, openSignInPage } from './sign-in-scenario-test-steps.ts'
import type { SignInTestScenario } from './open-sign-in-test-scenario.ts'

const familyWalletName = 'Fox'

/** Opens the page with a wallet of these families, and takes it. */
const installAndChooseWallet = (wallets: FakeNonEvmWalletOptions) => async (page: Page) => {
  await installFakeNonEvmWallets(page, wallets)
  await openSignInPage(page)
  await page.getByRole('listitem').getByRole('button', { name: familyWalletName }).click()
}

const key = createBitcoinTestKey(1, 'p2wpkh')

export const nonEvmWalletTestScenarios: readonly SignInTestScenario[] = [
  {
    name: 'a wallet of several chains',
    wallets: [{ behavior: 'good', name: familyWalletName }],
    reach: async (page) => {
      await installFakeNonEvmWallets(page, {
        solana: [{ name: familyWalletName }],
        bitcoin: [{ name: familyWalletName }],
      })
      await openSignInPage(page)
      await page.getByRole('button', { name: familyWalletName, expanded: false }).click()
    },
    title: 'Choose your wallet',
    text: 'Fox has accounts on Ethereum, Solana, and Bitcoin. Which one?',
    mainButton: null,
    out: null,
  },
  {
    name: 'the wallet changed the text',
    wallets: [],
    reach: installAndChooseWallet({
      solana: [{ name: familyWalletName, behavior: 'adds-line-feed', supportedFeatures: ['signMessage'] }],
    }),
    title: 'Fox changed the message before it signed it.',
    text: 'Only the message as it is shown counts here.',
    mainButton: 'Try again',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'a hardware wallet put something before the text',
    wallets: [],
    reach: installAndChooseWallet({
      solana: [{ name: familyWalletName, behavior: 'prefixes', supportedFeatures: ['signMessage'] }],
    }),
    title: 'Fox put something before the message and signed both.',
    text: 'Choose an account in Fox whose key is not on the hardware wallet, or use another wallet.',
    mainButton: 'Look again',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'the wallet signed the old way',
    wallets: [],
    reach: installAndChooseWallet({ bitcoin: [{ name: familyWalletName, behavior: 'old-signature', keys: [key] }] }),
    title: `Fox answered with a signature of the old kind, which ${shortenAddress(key.address)} does not have.`,
    text: 'Choose a native SegWit account (bc1q…) or a Taproot account (bc1p…) in Fox; if it is on one, update Fox.',
    mainButton: 'Look again',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'the wallet is on another network',
    wallets: [],
    reach: installAndChooseWallet({
      bitcoin: [{ name: familyWalletName, keys: [createBitcoinTestKey(1, 'p2wpkh', 'testnet')] }],
    }),
    title: 'Fox is on a test network of Bitcoin.',
    text: 'This site takes Bitcoin’s main network.',
    mainButton: 'Look again',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'another key of Solana signed',
    wallets: [],
    reach: installAndChooseWallet({
      solana: [{ name: familyWalletName, behavior: 'wrong-signer', supportedFeatures: ['signMessage'] }],
    }),
    title: `The signature does not match ${shortenAddress(solanaTestKeys.alice.address)}.`,
    text: 'Look in Fox which account is selected, then sign again.',
    mainButton: 'Sign again',
    out: anotherWalletButtonLabel,
  },
]
