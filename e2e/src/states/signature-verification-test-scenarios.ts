// The states from the signature to the account, including the server's check and network errors.
import { mockHangingApiEndpoint, mockApiEndpointError } from '../api-response-mocking-test-steps.ts'
import { firstFakeWalletName } from '../wallet-sign-in-test-steps.ts'
import {
  aliceShortAddress,
  anotherWalletButtonLabel,
  createFakeWalletWithBehavior,
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
    title: 'This site is verifying your signature.',
    text: 'It’s free and moves no funds.',
    mainButton: 'Checking…',
    out: null,
  },
  {
    name: 'signed by another key',
    wallets: createFakeWalletWithBehavior('wrong-signer'),
    reach: clickFirstWalletOnSignInPage,
    title: `The signature doesn’t match ${aliceShortAddress}.`,
    text: `Check which account is selected in ${firstFakeWalletName}, then sign again.`,
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
    text: /Contact the administrator of localhost:\d+\./,
    mainButton: 'Use a different wallet',
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
    title: 'You’re offline.',
    text: 'We’ll continue when you’re back online.',
    mainButton: 'Try now',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'server unreachable',
    reach: async (page) => {
      await page.route('**/api/sign-in', (route) => route.abort('connectionrefused'))
      await clickFirstWalletOnSignInPage(page)
    },
    title: 'The server isn’t responding.',
    text: 'This page retries automatically.',
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
    text: 'This page retries automatically.',
    mainButton: 'Try now',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'rate limited',
    reach: async (page) => {
      await mockApiEndpointError(page, '**/api/sign-in', 'rate.limited', 30)
      await clickFirstWalletOnSignInPage(page)
    },
    title: 'Too many attempts.',
    text: 'This page continues when the time is up.',
    mainButton: /Try again in \d+ s/,
    out: anotherWalletButtonLabel,
  },
  {
    name: 'signed in',
    reach: clickFirstWalletAndPauseAfterAnswer,
    title: `Signed in as ${aliceShortAddress}.`,
    text: 'Continuing…',
    mainButton: 'Continue',
    out: null,
    held: true,
  },
]
