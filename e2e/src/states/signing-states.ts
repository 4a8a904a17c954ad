// The states from the message to its signature.
import { installPageClock } from '../fake-page-clock.ts'
import { mockHangingEndpoint } from '../mock-responses.ts'
import { firstWalletName } from '../wallet-sign-in-steps.ts'
import {
  anotherWalletLabel,
  findFirstWallet,
  minuteMs,
  openSignInPage,
  bobShortAddress,
  createWalletWithBehavior,
  signPrompt,
  chooseFirstWallet,
  chooseWalletAndPauseAfterResponse,
  chooseWalletWithFakeClock,
  chooseWalletWithPausedClock,
  walletWaitingText,
} from './screen-state-steps.ts'
import type { ScreenState } from './screen-state.ts'

export const signingStates: readonly ScreenState[] = [
  {
    name: 'preparing the message',
    reach: async (page) => {
      await installPageClock(page)
      await openSignInPage(page)
      await findFirstWallet(page).waitFor()
      // Renewed after three quarters of its life of five minutes.
      await mockHangingEndpoint(page, '**/api/challenges')
      await page.clock.fastForward(4 * minuteMs)
      await findFirstWallet(page).click()
    },
    title: 'Preparing the message…',
    text: 'It costs nothing and moves nothing.',
    mainButton: 'Preparing the message…',
    out: 'Cancel',
  },
  {
    name: 'message ready',
    reach: chooseWalletWithPausedClock,
    title: signPrompt,
    text: 'Show the exact text',
    mainButton: 'Opening the wallet…',
    out: 'Cancel',
    held: true,
  },
  {
    name: 'signing',
    wallets: createWalletWithBehavior('never-signs'),
    reach: chooseFirstWallet,
    title: signPrompt,
    text: /Valid for [45]:\d\d/,
    announcement: `Sign in ${firstWalletName}.`,
    mainButton: walletWaitingText,
    out: 'Cancel',
  },
  {
    name: 'signing takes long',
    wallets: createWalletWithBehavior('never-signs'),
    reach: async (page) => {
      await chooseWalletWithFakeClock(page, walletWaitingText)
      await page.clock.fastForward(21_000)
    },
    title: signPrompt,
    text: `Still waiting for ${firstWalletName}. If its window is gone, send the request again.`,
    announcement: `Still waiting for ${firstWalletName}.`,
    mainButton: 'Send the request again',
    out: 'Cancel',
  },
  {
    name: 'another request is open while signing',
    wallets: createWalletWithBehavior('pending-sign'),
    reach: chooseWalletAndPauseAfterResponse,
    title: signPrompt,
    text: `${firstWalletName} already has a request open. Finish or close it; this page continues by itself.`,
    announcement: `${firstWalletName} already has a request open.`,
    mainButton: 'Ask again',
    out: 'Cancel',
    held: true,
  },
  {
    name: 'declined to sign',
    wallets: createWalletWithBehavior('declines-sign'),
    reach: chooseFirstWallet,
    title: 'You declined to sign.',
    text: 'You are not signed in.',
    mainButton: 'Sign again',
    out: anotherWalletLabel,
  },
  {
    name: 'cannot sign messages',
    wallets: createWalletWithBehavior('cannot-sign'),
    reach: chooseFirstWallet,
    title: `${firstWalletName} can’t sign messages.`,
    text: 'Use another wallet.',
    mainButton: 'Choose another wallet',
    out: null,
  },
  {
    name: 'address changed midway',
    wallets: createWalletWithBehavior('switches-address-midway'),
    reach: chooseFirstWallet,
    title: `You switched to ${bobShortAddress}.`,
    text: 'Sign in with this one?',
    mainButton: 'Yes, new message',
    out: anotherWalletLabel,
  },
  {
    name: 'expired',
    wallets: createWalletWithBehavior('never-signs'),
    reach: async (page) => {
      await chooseWalletWithFakeClock(page, walletWaitingText)
      // A new challenge would show the page that its own clock has been moved.
      await mockHangingEndpoint(page, '**/api/challenges')
      await page.clock.fastForward(5 * minuteMs)
    },
    title: 'This request expired.',
    text: 'Here is a new one.',
    mainButton: 'Sign the new one',
    out: anotherWalletLabel,
  },
]
