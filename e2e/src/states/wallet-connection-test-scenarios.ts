// The states while a wallet is asked for its address, and its possible responses.
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
    name: 'slow connection',
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
    name: 'another wallet request is pending while connecting',
    wallets: createFakeWalletWithBehavior('pending'),
    reach: clickFirstWalletOnSignInPage,
    title: `${firstFakeWalletName} already has a request open.`,
    text: 'This page continues automatically',
    mainButton: 'Send again',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'locked',
    wallets: createFakeWalletWithBehavior('locked'),
    reach: clickFirstWalletOnSignInPage,
    title: `${firstFakeWalletName} is locked.`,
    text: 'Unlock it to continue',
    mainButton: 'Send again',
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
    title: `${firstFakeWalletName} didn’t share an account.`,
    text: 'Select one there and try again.',
    mainButton: 'Try again',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'disconnected',
    wallets: createFakeWalletWithBehavior('disconnects'),
    reach: clickFirstWalletOnSignInPage,
    title: `${firstFakeWalletName} disconnected.`,
    text: 'Reconnect to continue.',
    mainButton: 'Reconnect',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'wallet popup blocked',
    wallets: createFakeWalletWithBehavior('window-blocked'),
    reach: clickFirstWalletOnSignInPage,
    title: `Your browser blocked ${firstFakeWalletName}’s window.`,
    text: 'allow pop-ups for this site',
    mainButton: 'Open window',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'wallet error',
    wallets: createFakeWalletWithBehavior('fails'),
    reach: clickFirstWalletOnSignInPage,
    title: `${firstFakeWalletName} returned an error.`,
    text: 'You’re not signed in.',
    mainButton: 'Try again',
    out: anotherWalletButtonLabel,
  },
]
