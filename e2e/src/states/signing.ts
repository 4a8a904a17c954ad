// The states from the message to its signature.
import { startTime } from '../page-time.ts'
import { answerNothing } from '../server-answers.ts'
import { walletName } from '../sign-in.ts'
import {
  elsewhere,
  firstWallet,
  minute,
  open,
  otherAddress,
  playing,
  signThis,
  tap,
  tapAndHoldAnswer,
  tapInOwnTime,
  tapWhileTimeStands,
  waiting,
} from './moves.ts'
import type { ScreenState } from './state.ts'

export const signingStates: readonly ScreenState[] = [
  {
    name: 'preparing the message',
    reach: async (page) => {
      await startTime(page)
      await open(page)
      await firstWallet(page).waitFor()
      // Renewed after three quarters of its life of five minutes.
      await answerNothing(page, '**/api/challenges')
      await page.clock.fastForward(4 * minute)
      await firstWallet(page).click()
    },
    title: 'Preparing the message…',
    text: 'It costs nothing and moves nothing.',
    main: 'Preparing the message…',
    out: 'Cancel',
  },
  {
    name: 'message ready',
    reach: tapWhileTimeStands,
    title: signThis,
    text: 'Show the exact text',
    main: 'Opening the wallet…',
    out: 'Cancel',
    held: true,
  },
  {
    name: 'signing',
    wallets: playing('never-signs'),
    reach: tap,
    title: signThis,
    text: /Valid for [45]:\d\d/,
    heard: `Sign in ${walletName}.`,
    main: waiting,
    out: 'Cancel',
  },
  {
    name: 'signing takes long',
    wallets: playing('never-signs'),
    reach: async (page) => {
      await tapInOwnTime(page, waiting)
      await page.clock.fastForward(21_000)
    },
    title: signThis,
    text: `Still waiting for ${walletName}. If its window is gone, send the request again.`,
    heard: `Still waiting for ${walletName}.`,
    main: 'Send the request again',
    out: 'Cancel',
  },
  {
    name: 'another request is open while signing',
    wallets: playing('pending-sign'),
    reach: tapAndHoldAnswer,
    title: signThis,
    text: `${walletName} already has a request open. Finish or close it; this page continues by itself.`,
    heard: `${walletName} already has a request open.`,
    main: 'Ask again',
    out: 'Cancel',
    held: true,
  },
  {
    name: 'declined to sign',
    wallets: playing('declines-sign'),
    reach: tap,
    title: 'You declined to sign.',
    text: 'You are not signed in.',
    main: 'Sign again',
    out: elsewhere,
  },
  {
    name: 'cannot sign messages',
    wallets: playing('cannot-sign'),
    reach: tap,
    title: `${walletName} can’t sign messages.`,
    text: 'Use another wallet.',
    main: 'Choose another wallet',
    out: null,
  },
  {
    name: 'address changed midway',
    wallets: playing('switches-address-midway'),
    reach: tap,
    title: `You switched to ${otherAddress}.`,
    text: 'Sign in with this one?',
    main: 'Yes, new message',
    out: elsewhere,
  },
  {
    name: 'expired',
    wallets: playing('never-signs'),
    reach: async (page) => {
      await tapInOwnTime(page, waiting)
      // A new challenge would show the page that its own clock has been moved.
      await answerNothing(page, '**/api/challenges')
      await page.clock.fastForward(5 * minute)
    },
    title: 'This request expired.',
    text: 'Here is a new one.',
    main: 'Sign the new one',
    out: elsewhere,
  },
]
