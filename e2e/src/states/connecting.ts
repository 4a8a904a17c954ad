// The states while a wallet is asked for its address, and what it can answer.
import { walletName } from '../sign-in.ts'
import { elsewhere, playing, tap, tapInOwnTime } from './moves.ts'
import type { ScreenState } from './state.ts'

export const connectingStates: readonly ScreenState[] = [
  {
    name: 'connecting',
    wallets: playing('never-answers'),
    reach: tap,
    title: 'Choose your wallet',
    text: `Waiting for ${walletName}. Approve the connection there.`,
    heard: `Waiting for ${walletName}. Approve the connection there.`,
    main: null,
    out: 'Cancel',
  },
  {
    name: 'connecting takes long',
    wallets: playing('never-answers'),
    reach: async (page) => {
      await tapInOwnTime(page, 'Approve the connection there.')
      await page.clock.fastForward(8_000)
    },
    title: 'Choose your wallet',
    text: 'Don’t see it? Click its icon in the toolbar; it may be locked.',
    heard: 'Don’t see it? Click its icon in the toolbar; it may be locked.',
    main: null,
    out: 'Cancel',
  },
  {
    name: 'another request is open in the wallet',
    wallets: playing('pending'),
    reach: tap,
    title: `${walletName} already has a request open.`,
    text: 'this page continues by itself',
    main: 'Ask again',
    out: elsewhere,
  },
  {
    name: 'locked',
    wallets: playing('locked'),
    reach: tap,
    title: `${walletName} is locked.`,
    text: 'Unlock it to go on',
    main: 'Ask again',
    out: elsewhere,
  },
  {
    name: 'declined to connect',
    wallets: playing('declines-connect'),
    reach: tap,
    title: `You declined in ${walletName}.`,
    text: 'Nothing was shared.',
    main: 'Try again',
    out: elsewhere,
  },
  {
    name: 'no account shared',
    wallets: playing('no-account'),
    reach: tap,
    title: `${walletName} shared no account.`,
    text: 'Pick one there and try again.',
    main: 'Try again',
    out: elsewhere,
  },
  {
    name: 'disconnected',
    wallets: playing('disconnects'),
    reach: tap,
    title: `${walletName} disconnected.`,
    text: 'Connect again to go on.',
    main: 'Connect again',
    out: elsewhere,
  },
  {
    name: 'window blocked',
    wallets: playing('window-blocked'),
    reach: tap,
    title: `Your browser blocked ${walletName}’s window.`,
    text: 'allow pop-ups for this site',
    main: 'Open it',
    out: elsewhere,
  },
  {
    name: 'the wallet failed',
    wallets: playing('fails'),
    reach: tap,
    title: `${walletName} answered with an error.`,
    text: 'You are not signed in.',
    main: 'Try again',
    out: elsewhere,
  },
]
