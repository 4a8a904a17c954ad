// The states while a wallet is asked for its address, and what it can answer.
import { firstFakeWalletName } from '../wallet-sign-in-test-steps.ts'
import {
  anotherWalletButtonLabel,
  createFakeWalletWithBehavior,
  clickFirstWalletOnSignInPage,
  clickFirstWalletWithFakeClock,
} from './sign-in-scenario-test-steps.ts'
import type { SignInTestScenario } from './open-sign-in-test-scenario.ts'

export const walletConnectionTestScenarios: readonly SignInTestScenario[] = [
  {
    name: 'connecting',
    wallets: createFakeWalletWithBehavior('never-answers'),
    reach: clickFirstWalletOnSignInPage,
    title: 'Choose your wallet',
    text: `Waiting for ${firstFakeWalletName}. Approve the connection there.`,
    announcement: `Waiting for ${firstFakeWalletName}. Approve the connection there.`,
    mainButton: null,
    out: 'Cancel',
  },
  {
    name: 'connecting takes long',
    wallets: createFakeWalletWithBehavior('never-answers'),
    reach: async (page) => {
      await clickFirstWalletWithFakeClock(page, 'Approve the connection there.')
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
    wallets: createFakeWalletWithBehavior('pending'),
    reach: clickFirstWalletOnSignInPage,
    title: `${firstFakeWalletName} already has a request open.`,
    text: 'this page continues by itself',
    mainButton: 'Ask again',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'locked',
    wallets: createFakeWalletWithBehavior('locked'),
    reach: clickFirstWalletOnSignInPage,
    title: `${firstFakeWalletName} is locked.`,
    text: 'Unlock it to go on',
    mainButton: 'Ask again',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'declined to connect',
    wallets: createFakeWalletWithBehavior('declines-connect'),
    reach: clickFirstWalletOnSignInPage,
    title: `You declined in ${firstFakeWalletName}.`,
    text: 'Nothing was shared.',
    mainButton: 'Try again',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'no account shared',
    wallets: createFakeWalletWithBehavior('no-account'),
    reach: clickFirstWalletOnSignInPage,
    title: `${firstFakeWalletName} shared no account.`,
    text: 'Pick one there and try again.',
    mainButton: 'Try again',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'disconnected',
    wallets: createFakeWalletWithBehavior('disconnects'),
    reach: clickFirstWalletOnSignInPage,
    title: `${firstFakeWalletName} disconnected.`,
    text: 'Connect again to go on.',
    mainButton: 'Connect again',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'window blocked',
    wallets: createFakeWalletWithBehavior('window-blocked'),
    reach: clickFirstWalletOnSignInPage,
    title: `Your browser blocked ${firstFakeWalletName}’s window.`,
    text: 'allow pop-ups for this site',
    mainButton: 'Open it',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'the wallet failed',
    wallets: createFakeWalletWithBehavior('fails'),
    reach: clickFirstWalletOnSignInPage,
    title: `${firstFakeWalletName} answered with an error.`,
    text: 'You are not signed in.',
    mainButton: 'Try again',
    out: anotherWalletButtonLabel,
  },
]
