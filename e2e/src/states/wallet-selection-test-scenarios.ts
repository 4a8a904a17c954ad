// The states before a wallet is asked: what was found, and what stands in the way of asking.
import { pauseFakePageClock, installFakePageClock } from '../fake-page-clock.ts'
import { firstFakeWalletName } from '../wallet-sign-in-test-steps.ts'
import {
  aliceShortAddress,
  findFirstWalletButton,
  minuteMs,
  openSignInPage,
  clickFirstWalletOnSignInPage,
} from './sign-in-scenario-test-steps.ts'
import type { SignInTestScenario } from './open-sign-in-test-scenario.ts'

export const walletSelectionTestScenarios: readonly SignInTestScenario[] = [
  {
    name: 'looking for wallets',
    wallets: [],
    reach: async (page) => {
      await installFakePageClock(page)
      await pauseFakePageClock(page)
      await openSignInPage(page)
    },
    title: 'Choose your wallet',
    text: 'Looking for wallets…',
    announcement: 'Looking for wallets…',
    mainButton: null,
    out: null,
    held: true,
    opens: true,
  },
  {
    name: 'wallets found',
    reach: openSignInPage,
    title: 'Choose your wallet',
    text: firstFakeWalletName,
    mainButton: null,
    out: null,
    opens: true,
  },
  {
    name: 'several wallets, two of one name',
    wallets: [
      { behavior: 'good', name: 'MetaMask', rdns: 'io.metamask' },
      { behavior: 'good' },
      { behavior: 'impostor', rdns: 'io.metamask.wallet' },
    ],
    reach: openSignInPage,
    title: 'Choose your wallet',
    text: 'io.metamask.wallet',
    mainButton: null,
    out: null,
    opens: true,
  },
  {
    name: 'the wallet used last is missing',
    reach: async (page) => {
      await page.addInitScript(() => localStorage.setItem('countersign.recent-wallet', 'io.fox\nFox'))
      await openSignInPage(page)
    },
    title: 'Choose your wallet',
    text: 'Fox was not found.',
    announcement:
      'Fox was not found. You used it here last. It may be turned off, or this browser keeps it out. Use your phone, a passkey or another browser.',
    mainButton: null,
    out: null,
    opens: true,
  },
  {
    name: 'no wallet',
    wallets: [],
    reach: openSignInPage,
    title: 'No wallet found in this browser.',
    text: 'I have none',
    mainButton: 'Use your phone',
    out: 'Reload this page',
    opens: true,
  },
  {
    name: 'no wallet on a phone',
    wallets: [],
    isPhoneOnly: true,
    reach: openSignInPage,
    title: 'Open this page in your wallet app',
    text: 'The link opened nothing?',
    mainButton: null,
    out: 'Copy link',
    opens: true,
  },
  {
    name: 'the wallet used last is missing on a phone',
    wallets: [],
    isPhoneOnly: true,
    reach: async (page) => {
      await page.addInitScript(() => localStorage.setItem('countersign.recent-wallet', 'io.fox\nFox'))
      await openSignInPage(page)
    },
    title: 'Open this page in your wallet app',
    text: 'Fox was not found.',
    announcement: 'Fox was not found. You used it here last.',
    mainButton: null,
    out: 'Copy link',
    opens: true,
  },
  {
    name: 'already signed in',
    reach: async (page) => {
      await clickFirstWalletOnSignInPage(page)
      await page.waitForURL('**/account')
      await page.goto('/sign-in')
    },
    title: `You are signed in as ${aliceShortAddress}.`,
    text: 'Go on as this person, or sign in with another wallet.',
    mainButton: 'Continue',
    out: 'Sign in with another wallet',
    opens: true,
  },
  {
    name: 'server unreachable before a wallet is chosen',
    reach: async (page) => {
      await page.route('**/api/challenges', (route) => route.abort('connectionrefused'))
      await openSignInPage(page)
    },
    title: 'The server does not answer.',
    text: 'This page tries again by itself.',
    mainButton: 'Try now',
    out: null,
  },
  {
    name: 'the clock is ahead',
    reach: async (page) => {
      await installFakePageClock(page, 7 * minuteMs)
      await openSignInPage(page)
      await findFirstWalletButton(page).waitFor()
    },
    title: 'Choose your wallet',
    text: 'Your device’s clock is about 7 minutes ahead.',
    mainButton: null,
    out: null,
    opens: true,
  },
  {
    name: 'offline before a wallet is chosen',
    reach: async (page) => {
      await openSignInPage(page)
      await findFirstWalletButton(page).waitFor()
      await page.context().setOffline(true)
    },
    title: 'Choose your wallet',
    text: 'You are offline. This goes on when you are back.',
    mainButton: null,
    out: null,
    opens: true,
  },
]
