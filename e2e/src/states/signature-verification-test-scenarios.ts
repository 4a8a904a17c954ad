// The states from the signature to the account: what the server makes of it, and what keeps the two apart.
import { mockHangingApiEndpoint, mockApiEndpointError } from '../api-response-mocking-test-steps.ts'
import { firstFakeWalletName } from '../wallet-sign-in-test-steps.ts'
import {
  aliceShortAddress,
  anotherWalletButtonLabel,
  createFakeWalletWithBehavior,
  signMessageInstructionText,
  clickFirstWalletOnSignInPage,
  clickFirstWalletAndPauseAfterAnswer,
} from './sign-in-scenario-test-steps.ts'
import type { SignInTestScenario } from './open-sign-in-test-scenario.ts'

export const signatureVerificationTestScenarios: readonly SignInTestScenario[] = [
  {
    name: 'checking',
    reach: async (page) => {
      await mockHangingApiEndpoint(page, '**/api/sign-in')
      await clickFirstWalletOnSignInPage(page)
    },
    title: signMessageInstructionText,
    text: 'This site checks that the signature is yours.',
    announcement: 'This site checks that the signature is yours.',
    mainButton: 'Checking…',
    out: null,
  },
  {
    name: 'signed by somebody else',
    wallets: createFakeWalletWithBehavior('wrong-signer'),
    reach: clickFirstWalletOnSignInPage,
    title: `The signature does not match ${aliceShortAddress}.`,
    text: `Look in ${firstFakeWalletName} which account is selected, then sign again.`,
    mainButton: 'Sign again',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'refused',
    wallets: createFakeWalletWithBehavior('high-s'),
    reach: clickFirstWalletOnSignInPage,
    title: 'The signature isn’t in a form this site can read.',
    text: 'Try again, or use a different wallet.',
    mainButton: 'Try again',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'suspended',
    reach: async (page) => {
      await mockApiEndpointError(page, '**/api/sign-in', 'person.suspended')
      await clickFirstWalletOnSignInPage(page)
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
      await clickFirstWalletOnSignInPage(page)
    },
    title: 'You are offline.',
    text: 'We’ll go on when you are back.',
    mainButton: 'Try now',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'server unreachable',
    reach: async (page) => {
      await page.route('**/api/sign-in', (route) => route.abort('connectionrefused'))
      await clickFirstWalletOnSignInPage(page)
    },
    title: 'The server does not answer.',
    text: 'This page tries again by itself.',
    mainButton: 'Try now',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'database unavailable',
    reach: async (page) => {
      await mockApiEndpointError(page, '**/api/sign-in', 'database.unavailable')
      await clickFirstWalletOnSignInPage(page)
    },
    title: 'The server can’t reach its database right now.',
    text: 'This page tries again by itself.',
    mainButton: 'Try now',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'too many tries',
    reach: async (page) => {
      await mockApiEndpointError(page, '**/api/sign-in', 'rate.limited', 30)
      await clickFirstWalletOnSignInPage(page)
    },
    title: 'Too many attempts.',
    text: 'This page goes on by itself when the time is up.',
    mainButton: /Again in \d+ s/,
    out: anotherWalletButtonLabel,
  },
  {
    name: 'signed in',
    reach: clickFirstWalletAndPauseAfterAnswer,
    title: `Signed in as ${aliceShortAddress}.`,
    text: 'Going on…',
    mainButton: 'Continue',
    out: null,
    held: true,
  },
]
