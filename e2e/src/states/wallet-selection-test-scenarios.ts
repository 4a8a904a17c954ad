// The states before a wallet is contacted: what was found, and what prevents using it.
import { pauseFakePageClock, installFakePageClock } from '../fake-page-clock.ts'
import { mockApiEndpointResponse } from '../api-response-mocking-test-steps.ts'
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
    name: 'several wallets, two with the same name',
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
    name: 'last used wallet is missing',
    reach: async (page) => {
      await page.addInitScript(() => localStorage.setItem('countersign.recent-wallet', 'io.fox\nFox'))
      await openSignInPage(page)
    },
    title: 'Choose your wallet',
    text: 'Fox wasn’t found.',
    announcement:
      'Fox wasn’t found. It’s the wallet you last used here. It may be turned off or blocked by this browser. Use your phone, a passkey or another browser.',
    mainButton: null,
    out: null,
    opens: true,
  },
  {
    name: 'no wallet',
    wallets: [],
    reach: openSignInPage,
    title: 'No wallet found in this browser.',
    text: 'I don’t have a wallet',
    mainButton: 'Use your phone',
    out: 'Reload page',
    opens: true,
  },
  {
    name: 'no wallet, passkey sign-up allowed',
    wallets: [],
    reach: async (page) => {
      await mockApiEndpointResponse(page, 'readSignUpMethods', { namespaces: ['eip155'], wallets: [], passkey: true })
      await openSignInPage(page)
    },
    title: 'No wallet found in this browser.',
    text: 'Use a passkey',
    mainButton: 'Use your phone',
    out: null,
    opens: true,
  },
  {
    name: 'no wallet on a phone',
    wallets: [],
    isPhoneOnly: true,
    reach: openSignInPage,
    title: 'Open this page in your wallet app',
    text: 'Nothing opened?',
    mainButton: null,
    out: 'Copy link',
    opens: true,
  },
  {
    name: 'last used wallet is missing on a phone',
    wallets: [],
    isPhoneOnly: true,
    reach: async (page) => {
      await page.addInitScript(() => localStorage.setItem('countersign.recent-wallet', 'io.fox\nFox'))
      await openSignInPage(page)
    },
    title: 'Open this page in your wallet app',
    text: 'Fox wasn’t found.',
    announcement: 'Fox wasn’t found. It’s the wallet you last used here.',
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
    title: `You’re signed in as ${aliceShortAddress}.`,
    text: 'Continue as this person, or sign in with a different wallet.',
    mainButton: 'Continue',
    out: 'Sign in with a different wallet',
    opens: true,
  },
  {
    name: 'server unreachable before a wallet is chosen',
    reach: async (page) => {
      await page.route('**/api/challenges', (route) => route.abort('connectionrefused'))
      await openSignInPage(page)
    },
    title: 'The server isn’t responding.',
    text: 'This page retries automatically.',
    mainButton: 'Try now',
    out: null,
  },
  {
    name: 'device clock is ahead',
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
    text: 'You’re offline. We’ll continue when you’re back online.',
    mainButton: null,
    out: null,
    opens: true,
  },
]
