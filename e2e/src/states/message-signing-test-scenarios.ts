import { installFakePageClock } from '../fake-page-clock.ts'
import { mockHangingApiEndpoint } from '../api-response-mocking-test-steps.ts'
import { firstFakeWalletName } from '../wallet-sign-in-test-steps.ts'
import {
  anotherWalletButtonLabel,
  findFirstWalletButton,
  minuteMs,
  openSignInPage,
  bobShortAddress,
  createFakeWalletWithBehavior,
  approveInWalletText,
  clickFirstWalletOnSignInPage,
  clickFirstWalletAndPauseAfterAnswer,
  clickFirstWalletWithFakeClock,
  clickFirstWalletWithPausedClock,
  waitingForWalletText,
} from './sign-in-scenario-test-steps.ts'
import type { SignInTestScenario } from './open-sign-in-test-scenario.ts'

export const messageSigningTestScenarios: readonly SignInTestScenario[] = [
  {
    name: 'preparing the message',
    reach: async (page) => {
      await installFakePageClock(page)
      await openSignInPage(page)
      await findFirstWalletButton(page).waitFor()
      // Challenges live five minutes and are renewed after three quarters.
      await mockHangingApiEndpoint(page, '**/api/challenges')
      await page.clock.fastForward(4 * minuteMs)
      await findFirstWalletButton(page).click()
    },
    title: 'Preparing the message…',
    text: 'It’s free and moves no funds.',
    mainButton: 'Preparing the message…',
    out: 'Cancel',
  },
  {
    name: 'message ready',
    reach: clickFirstWalletWithPausedClock,
    title: approveInWalletText,
    text: 'Show the exact text',
    mainButton: 'Opening the wallet…',
    out: 'Cancel',
    held: true,
  },
  {
    name: 'signing',
    wallets: createFakeWalletWithBehavior('never-signs'),
    reach: clickFirstWalletOnSignInPage,
    title: approveInWalletText,
    text: /Valid for [45]:\d\d/,
    mainButton: waitingForWalletText,
    out: 'Cancel',
  },
  {
    name: 'slow signing',
    wallets: createFakeWalletWithBehavior('never-signs'),
    reach: async (page) => {
      await clickFirstWalletWithFakeClock(page, waitingForWalletText)
      await page.clock.fastForward(21_000)
    },
    title: approveInWalletText,
    text: `Still waiting for ${firstFakeWalletName}. If its window is gone, resend the request.`,
    announcement: `Still waiting for ${firstFakeWalletName}.`,
    mainButton: 'Resend the request',
    out: 'Cancel',
  },
  {
    name: 'another wallet request is pending while signing',
    wallets: createFakeWalletWithBehavior('pending-sign'),
    reach: clickFirstWalletAndPauseAfterAnswer,
    title: approveInWalletText,
    text: `${firstFakeWalletName} already has a request open. Finish or close it. This page continues automatically.`,
    announcement: `${firstFakeWalletName} already has a request open.`,
    mainButton: 'Send again',
    out: 'Cancel',
    held: true,
  },
  {
    name: 'declined to sign',
    wallets: createFakeWalletWithBehavior('declines-sign'),
    reach: clickFirstWalletOnSignInPage,
    title: 'You declined to sign.',
    text: 'You’re not signed in.',
    mainButton: 'Sign again',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'cannot sign messages',
    wallets: createFakeWalletWithBehavior('cannot-sign'),
    reach: clickFirstWalletOnSignInPage,
    title: `${firstFakeWalletName} can’t sign messages.`,
    text: 'Use a different wallet.',
    mainButton: 'Choose a different wallet',
    out: null,
  },
  {
    name: 'account switched while signing',
    wallets: createFakeWalletWithBehavior('switches-address-midway'),
    reach: clickFirstWalletOnSignInPage,
    title: `You switched to ${bobShortAddress}.`,
    text: 'Sign in with this one?',
    mainButton: 'Yes, create a new message',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'expired',
    wallets: createFakeWalletWithBehavior('never-signs'),
    reach: async (page) => {
      await clickFirstWalletWithFakeClock(page, waitingForWalletText)
      // From a new challenge, the page would detect that the test moved the page's clock.
      await mockHangingApiEndpoint(page, '**/api/challenges')
      await page.clock.fastForward(5 * minuteMs)
    },
    title: 'This request expired.',
    text: 'Here’s a new one.',
    mainButton: 'Sign the new one',
    out: anotherWalletButtonLabel,
  },
]
