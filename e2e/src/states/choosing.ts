// The states before a wallet is asked: what was found, and what stands in the way of asking.
import { holdTime, startTime } from '../page-time.ts'
import { walletName } from '../sign-in.ts'
import { address, firstWallet, minute, open, tap } from './moves.ts'
import type { ScreenState } from './state.ts'

export const choosingStates: readonly ScreenState[] = [
  {
    name: 'looking for wallets',
    wallets: [],
    reach: async (page) => {
      await startTime(page)
      await holdTime(page)
      await open(page)
    },
    title: 'Choose your wallet',
    text: 'Looking for wallets…',
    heard: 'Looking for wallets…',
    main: null,
    out: null,
    held: true,
    opens: true,
  },
  {
    name: 'wallets found',
    reach: open,
    title: 'Choose your wallet',
    text: walletName,
    main: null,
    out: null,
    opens: true,
  },
  {
    name: 'several wallets, two of one name',
    wallets: [
      { behaviour: 'good', name: 'MetaMask', rdns: 'io.metamask' },
      { behaviour: 'good' },
      { behaviour: 'impostor', rdns: 'io.metamask.wallet' },
    ],
    reach: open,
    title: 'Choose your wallet',
    text: 'io.metamask.wallet',
    main: null,
    out: null,
    opens: true,
  },
  {
    name: 'the wallet used last is missing',
    reach: async (page) => {
      await page.addInitScript(() => localStorage.setItem('countersign.recent-wallet', 'io.fox\nFox'))
      await open(page)
    },
    title: 'Choose your wallet',
    text: 'Fox was not found.',
    heard:
      'Fox was not found. You used it here last. It may be turned off, or this browser keeps it out. Use your phone, a passkey or another browser.',
    main: null,
    out: null,
    opens: true,
  },
  {
    name: 'no wallet',
    wallets: [],
    reach: open,
    title: 'No wallet found in this browser.',
    text: 'I have none',
    main: 'Use your phone',
    out: 'Reload this page',
    opens: true,
  },
  {
    name: 'no wallet on a phone',
    wallets: [],
    phone: true,
    reach: open,
    title: 'Open this page in your wallet app',
    text: 'The link opened nothing?',
    main: null,
    out: 'Copy link',
    opens: true,
  },
  {
    name: 'the wallet used last is missing on a phone',
    wallets: [],
    phone: true,
    reach: async (page) => {
      await page.addInitScript(() => localStorage.setItem('countersign.recent-wallet', 'io.fox\nFox'))
      await open(page)
    },
    title: 'Open this page in your wallet app',
    text: 'Fox was not found.',
    heard: 'Fox was not found. You used it here last.',
    main: null,
    out: 'Copy link',
    opens: true,
  },
  {
    name: 'already signed in',
    reach: async (page) => {
      await tap(page)
      await page.waitForURL('**/account')
      await page.goto('/sign-in')
    },
    title: `You are signed in as ${address}.`,
    text: 'Go on as this person, or sign in with another wallet.',
    main: 'Continue',
    out: 'Sign in with another wallet',
    opens: true,
  },
  {
    name: 'server unreachable before a wallet is chosen',
    reach: async (page) => {
      await page.route('**/api/challenges', (route) => route.abort('connectionrefused'))
      await open(page)
    },
    title: 'The server does not answer.',
    text: 'This page tries again by itself.',
    main: 'Try now',
    out: null,
  },
  {
    name: 'the clock is ahead',
    reach: async (page) => {
      await startTime(page, 7 * minute)
      await open(page)
      await firstWallet(page).waitFor()
    },
    title: 'Choose your wallet',
    text: 'Your device’s clock is about 7 minutes ahead.',
    main: null,
    out: null,
    opens: true,
  },
  {
    name: 'offline before a wallet is chosen',
    reach: async (page) => {
      await open(page)
      await firstWallet(page).waitFor()
      await page.context().setOffline(true)
    },
    title: 'Choose your wallet',
    text: 'You are offline. This goes on when you are back.',
    main: null,
    out: null,
    opens: true,
  },
]
