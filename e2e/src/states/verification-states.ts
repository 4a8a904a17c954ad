// The states from the signature to the account: what the server makes of it, and what keeps the two apart.
import { mockHangingEndpoint, mockEndpointError } from '../mock-responses.ts'
import { firstWalletName } from '../wallet-sign-in-steps.ts'
import {
  aliceShortAddress,
  anotherWalletLabel,
  createWalletWithBehavior,
  signPrompt,
  chooseFirstWallet,
  chooseWalletAndPauseAfterResponse,
} from './screen-state-steps.ts'
import type { ScreenState } from './screen-state.ts'

export const verificationStates: readonly ScreenState[] = [
  {
    name: 'checking',
    reach: async (page) => {
      await mockHangingEndpoint(page, '**/api/sign-in')
      await chooseFirstWallet(page)
    },
    title: signPrompt,
    text: 'This site checks that the signature is yours.',
    announcement: 'This site checks that the signature is yours.',
    mainButton: 'Checking…',
    out: null,
  },
  {
    name: 'signed by somebody else',
    wallets: createWalletWithBehavior('wrong-signer'),
    reach: chooseFirstWallet,
    title: `The signature does not match ${aliceShortAddress}.`,
    text: `Look in ${firstWalletName} which account is selected, then sign again.`,
    mainButton: 'Sign again',
    out: anotherWalletLabel,
  },
  {
    name: 'refused',
    wallets: createWalletWithBehavior('high-s'),
    reach: chooseFirstWallet,
    title: 'The signature isn’t in a form this site can read.',
    text: 'Try again, or use a different wallet.',
    mainButton: 'Try again',
    out: anotherWalletLabel,
  },
  {
    name: 'suspended',
    reach: async (page) => {
      await mockEndpointError(page, '**/api/sign-in', 'person.suspended')
      await chooseFirstWallet(page)
    },
    title: 'This sign-in has been suspended.',
    text: /Ask whoever runs localhost:\d+\./,
    mainButton: 'Use another wallet',
    out: null,
  },
  {
    name: 'offline',
    reach: async (page) => {
      await page.route('**/api/sign-in', async (route) => {
        await page.context().setOffline(true)
        await route.abort('internetdisconnected')
      })
      await chooseFirstWallet(page)
    },
    title: 'You are offline.',
    text: 'We’ll go on when you are back.',
    mainButton: 'Try now',
    out: anotherWalletLabel,
  },
  {
    name: 'server unreachable',
    reach: async (page) => {
      await page.route('**/api/sign-in', (route) => route.abort('connectionrefused'))
      await chooseFirstWallet(page)
    },
    title: 'The server does not answer.',
    text: 'This page tries again by itself.',
    mainButton: 'Try now',
    out: anotherWalletLabel,
  },
  {
    name: 'database unavailable',
    reach: async (page) => {
      await mockEndpointError(page, '**/api/sign-in', 'database.unavailable')
      await chooseFirstWallet(page)
    },
    title: 'The server can’t reach its database right now.',
    text: 'This page tries again by itself.',
    mainButton: 'Try now',
    out: anotherWalletLabel,
  },
  {
    name: 'too many tries',
    reach: async (page) => {
      await mockEndpointError(page, '**/api/sign-in', 'rate.limited', 30)
      await chooseFirstWallet(page)
    },
    title: 'Too many attempts.',
    text: 'This page goes on by itself when the time is up.',
    mainButton: /Again in \d+ s/,
    out: anotherWalletLabel,
  },
  {
    name: 'signed in',
    reach: chooseWalletAndPauseAfterResponse,
    title: `Signed in as ${aliceShortAddress}.`,
    text: 'Going on…',
    mainButton: 'Continue',
    out: null,
    held: true,
  },
]
