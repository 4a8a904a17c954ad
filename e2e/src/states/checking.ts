// The states from the signature to the account: what the server makes of it, and what keeps the two apart.
import { answerNothing, refuse } from '../server-answers.ts'
import { walletName } from '../sign-in.ts'
import { address, elsewhere, playing, signThis, tap, tapAndHoldAnswer } from './moves.ts'
import type { ScreenState } from './state.ts'

export const checkingStates: readonly ScreenState[] = [
  {
    name: 'checking',
    reach: async (page) => {
      await answerNothing(page, '**/api/sign-in')
      await tap(page)
    },
    title: signThis,
    text: 'This site checks that the signature is yours.',
    heard: 'This site checks that the signature is yours.',
    main: 'Checking…',
    out: null,
  },
  {
    name: 'signed by somebody else',
    wallets: playing('wrong-signer'),
    reach: tap,
    title: `The signature does not match ${address}.`,
    text: `Look in ${walletName} which account is selected, then sign again.`,
    main: 'Sign again',
    out: elsewhere,
  },
  {
    name: 'refused',
    wallets: playing('high-s'),
    reach: tap,
    title: 'The signature isn’t in a form this site can read.',
    text: 'Try again, or use a different wallet.',
    main: 'Try again',
    out: elsewhere,
  },
  {
    name: 'suspended',
    reach: async (page) => {
      await refuse(page, '**/api/sign-in', 'person.suspended')
      await tap(page)
    },
    title: 'This sign-in has been suspended.',
    text: /Ask whoever runs localhost:\d+\./,
    main: 'Use another wallet',
    out: null,
  },
  {
    name: 'offline',
    reach: async (page) => {
      await page.route('**/api/sign-in', async (route) => {
        await page.context().setOffline(true)
        await route.abort('internetdisconnected')
      })
      await tap(page)
    },
    title: 'You are offline.',
    text: 'We’ll go on when you are back.',
    main: 'Try now',
    out: elsewhere,
  },
  {
    name: 'server unreachable',
    reach: async (page) => {
      await page.route('**/api/sign-in', (route) => route.abort('connectionrefused'))
      await tap(page)
    },
    title: 'The server does not answer.',
    text: 'This page tries again by itself.',
    main: 'Try now',
    out: elsewhere,
  },
  {
    name: 'database unavailable',
    reach: async (page) => {
      await refuse(page, '**/api/sign-in', 'database.unavailable')
      await tap(page)
    },
    title: 'The server can’t reach its database right now.',
    text: 'This page tries again by itself.',
    main: 'Try now',
    out: elsewhere,
  },
  {
    name: 'too many tries',
    reach: async (page) => {
      await refuse(page, '**/api/sign-in', 'rate.limited', 30)
      await tap(page)
    },
    title: 'Too many attempts.',
    text: 'This page goes on by itself when the time is up.',
    main: /Again in \d+ s/,
    out: elsewhere,
  },
  {
    name: 'signed in',
    reach: tapAndHoldAnswer,
    title: `Signed in as ${address}.`,
    text: 'Going on…',
    main: 'Continue',
    out: null,
    held: true,
  },
]
