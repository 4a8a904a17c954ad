// The states while a wallet is asked for its address, and what it can answer.
import { firstWalletName } from '../wallet-sign-in-steps.ts'
import {
  anotherWalletLabel,
  createWalletWithBehavior,
  chooseFirstWallet,
  chooseWalletWithFakeClock,
} from './screen-state-steps.ts'
import type { ScreenState } from './screen-state.ts'

export const walletConnectionStates: readonly ScreenState[] = [
  {
    name: 'connecting',
    wallets: createWalletWithBehavior('never-answers'),
    reach: chooseFirstWallet,
    title: 'Choose your wallet',
    text: `Waiting for ${firstWalletName}. Approve the connection there.`,
    announcement: `Waiting for ${firstWalletName}. Approve the connection there.`,
    mainButton: null,
    out: 'Cancel',
  },
  {
    name: 'connecting takes long',
    wallets: createWalletWithBehavior('never-answers'),
    reach: async (page) => {
      await chooseWalletWithFakeClock(page, 'Approve the connection there.')
      await page.clock.fastForward(8_000)
    },
    title: 'Choose your wallet',
    text: 'Don’t see it? Click its icon in the toolbar; it may be locked.',
    announcement: 'Don’t see it? Click its icon in the toolbar; it may be locked.',
    mainButton: null,
    out: 'Cancel',
  },
  {
    name: 'another request is open in the wallet',
    wallets: createWalletWithBehavior('pending'),
    reach: chooseFirstWallet,
    title: `${firstWalletName} already has a request open.`,
    text: 'this page continues by itself',
    mainButton: 'Ask again',
    out: anotherWalletLabel,
  },
  {
    name: 'locked',
    wallets: createWalletWithBehavior('locked'),
    reach: chooseFirstWallet,
    title: `${firstWalletName} is locked.`,
    text: 'Unlock it to go on',
    mainButton: 'Ask again',
    out: anotherWalletLabel,
  },
  {
    name: 'declined to connect',
    wallets: createWalletWithBehavior('declines-connect'),
    reach: chooseFirstWallet,
    title: `You declined in ${firstWalletName}.`,
    text: 'Nothing was shared.',
    mainButton: 'Try again',
    out: anotherWalletLabel,
  },
  {
    name: 'no account shared',
    wallets: createWalletWithBehavior('no-account'),
    reach: chooseFirstWallet,
    title: `${firstWalletName} shared no account.`,
    text: 'Pick one there and try again.',
    mainButton: 'Try again',
    out: anotherWalletLabel,
  },
  {
    name: 'disconnected',
    wallets: createWalletWithBehavior('disconnects'),
    reach: chooseFirstWallet,
    title: `${firstWalletName} disconnected.`,
    text: 'Connect again to go on.',
    mainButton: 'Connect again',
    out: anotherWalletLabel,
  },
  {
    name: 'window blocked',
    wallets: createWalletWithBehavior('window-blocked'),
    reach: chooseFirstWallet,
    title: `Your browser blocked ${firstWalletName}’s window.`,
    text: 'allow pop-ups for this site',
    mainButton: 'Open it',
    out: anotherWalletLabel,
  },
  {
    name: 'the wallet failed',
    wallets: createWalletWithBehavior('fails'),
    reach: chooseFirstWallet,
    title: `${firstWalletName} answered with an error.`,
    text: 'You are not signed in.',
    mainButton: 'Try again',
    out: anotherWalletLabel,
  },
]
