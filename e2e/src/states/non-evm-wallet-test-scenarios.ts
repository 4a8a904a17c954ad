import { createBitcoinTestKey } from '@countersign/testing/bitcoin-test-keys'
import { installFakeNonEvmWallets } from '@countersign/testing/fake-non-evm-wallets'
import type { FakeNonEvmWalletOptions } from '@countersign/testing/fake-non-evm-wallets'
import { solanaTestKeys } from '@countersign/testing/solana-test-keys'
import type { Page } from '@playwright/test'
import { shortenAddress } from '../wallet-sign-in-test-steps.ts'
import { anotherWalletButtonLabel, openSignInPage } from './sign-in-scenario-test-steps.ts'
import type { SignInTestScenario } from './open-sign-in-test-scenario.ts'

const familyWalletName = 'Fox'

const installAndChooseWallet = (wallets: FakeNonEvmWalletOptions) => async (page: Page) => {
  await installFakeNonEvmWallets(page, wallets)
  await openSignInPage(page)
  await page.getByRole('listitem').getByRole('button', { name: familyWalletName }).click()
}

const [taprootKey, nestedKey] = [createBitcoinTestKey(1, 'p2tr'), createBitcoinTestKey(1, 'p2sh-p2wpkh')]

export const nonEvmWalletTestScenarios: readonly SignInTestScenario[] = [
  {
    name: 'multi-chain wallet',
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
    name: 'wallet changed the message',
    wallets: [],
    reach: installAndChooseWallet({
      solana: [{ name: familyWalletName, behavior: 'adds-line-feed', supportedFeatures: ['signMessage'] }],
    }),
    title: 'Fox changed the message before signing it.',
    text: 'Only the exact message shown is accepted.',
    mainButton: 'Try again',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'hardware wallet with an outdated Solana app',
    wallets: [],
    reach: installAndChooseWallet({
      solana: [{ name: familyWalletName, behavior: 'signs-offchain-old', supportedFeatures: ['signMessage'] }],
    }),
    title: 'The Solana app on your hardware wallet is too old.',
    text: 'Update the app (on a Ledger, in Ledger Live or Ledger Wallet)',
    mainButton: 'Try again',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'wallet returned a legacy signature',
    wallets: [],
    reach: installAndChooseWallet({
      bitcoin: [{ name: familyWalletName, behavior: 'old-signature', keys: [taprootKey] }],
    }),
    title: `Fox returned a legacy signature, which doesn’t work with ${shortenAddress(taprootKey.address)}.`,
    text: 'Choose a native SegWit account (bc1q…) in Fox, or update Fox.',
    mainButton: 'Check again',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'wallet cannot sign with its address type',
    wallets: [],
    reach: installAndChooseWallet({
      bitcoin: [{ name: familyWalletName, behavior: 'signs-no-type', keys: [nestedKey] }],
    }),
    title: `Fox can’t sign messages with ${shortenAddress(nestedKey.address)}.`,
    text: 'Switch the address type in Fox to native SegWit (bc1q…), or use a different wallet.',
    mainButton: 'Check again',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'wallet on another network',
    wallets: [],
    reach: installAndChooseWallet({
      bitcoin: [{ name: familyWalletName, keys: [createBitcoinTestKey(1, 'p2wpkh', 'testnet')] }],
    }),
    title: 'Fox is on a Bitcoin test network.',
    text: 'This site uses Bitcoin mainnet.',
    mainButton: 'Check again',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'signed by another Solana key',
    wallets: [],
    reach: installAndChooseWallet({
      solana: [{ name: familyWalletName, behavior: 'wrong-signer', supportedFeatures: ['signMessage'] }],
    }),
    title: `The signature doesn’t match ${shortenAddress(solanaTestKeys.alice.address)}.`,
    text: 'Check which account is selected in Fox, then sign again.',
    mainButton: 'Sign again',
    out: anotherWalletButtonLabel,
  },
]
