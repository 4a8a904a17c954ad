// Every state that the sign-in screen can be in, once: how a person gets there, what they then read and what they can
// do. The tests walk this table, and so do the screenshots.
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { WalletBehaviour } from '@countersign/testing/fake-provider'
import { installFakeWallets } from '@countersign/testing/fake-wallet'
import type { FakePageWalletOptions } from '@countersign/testing/fake-wallet'
import { testKeys } from '@countersign/testing/test-keys'
import { holdTime, startTime } from './page-time.ts'
import { answerNothing, refuse, withoutDemonstrationWallet } from './server-answers.ts'
import { shortAddress, walletName } from './sign-in.ts'

export interface ScreenState {
  readonly name: string
  /** The wallets in the browser; one good one where nothing is said. */
  readonly wallets?: readonly FakePageWalletOptions[]
  /** Is only reached on a phone. */
  readonly phone?: true
  /** From an empty page to the state. */
  readonly reach: (page: Page) => Promise<void>
  /** The heading of what is shown. */
  readonly title: string | RegExp
  /** More of what is read. */
  readonly text: string | RegExp
  /** What a screen reader is told, where that is not the heading. */
  readonly heard?: string
  /** The one main button; null where the wallets themselves are what there is to press. */
  readonly main: string | RegExp | null
  /** The way out; null where the main button is it, or where nothing can be called back any more. */
  readonly out: string | null
  /** Lasts less than a second, so that the page's clock is held. */
  readonly held?: true
  /** The page opens with it, so that it takes nobody's focus away. */
  readonly opens?: true
}

/** Brings an empty page into a state, and waits until what is read and pressed in it is there. */
export async function reachState(page: Page, { wallets, reach, title, text, main }: ScreenState): Promise<void> {
  await installFakeWallets(page, wallets ?? [{ behaviour: 'good' }])
  await reach(page)
  const shown = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
  await expect(shown.getByText(text).filter({ visible: true }).first()).toBeVisible()
  if (main !== null) await expect(shown.getByRole('button', { name: main })).toBeVisible()
}

const minute = 60_000

const playing = (behaviour: WalletBehaviour): readonly FakePageWalletOptions[] => [{ behaviour }]

async function open(page: Page): Promise<void> {
  await withoutDemonstrationWallet(page)
  await page.goto('/sign-in')
}

const walletButton = (page: Page, name: string = walletName) => page.getByRole('listitem').getByRole('button', { name })

/** Opens the page and taps the first wallet. */
async function tap(page: Page): Promise<void> {
  await open(page)
  await walletButton(page).click()
}

/** Opens the page in a time of its own, taps the first wallet, and lets so much time pass once the screen says something. */
async function tapAndWait(page: Page, milliseconds: number, until: string): Promise<void> {
  await startTime(page)
  await tap(page)
  await page.getByText(until).filter({ visible: true }).first().waitFor()
  await page.clock.fastForward(milliseconds)
}

const address = shortAddress(testKeys.alice.address)
const otherAddress = shortAddress(testKeys.bob.address)
const signThis = `Sign this message to prove ${address} is yours.`
const free = 'It costs nothing and moves nothing.'
const elsewhere = 'Another wallet'

export const states: readonly ScreenState[] = [
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
    wallets: [{ behaviour: 'good', name: 'MetaMask', rdns: 'io.metamask' }, { behaviour: 'good' }, { behaviour: 'impostor', rdns: 'io.metamask.wallet' }],
    reach: open,
    title: 'Choose your wallet',
    text: 'io.metamask.wallet',
    main: null,
    out: null,
    opens: true,
  },
  {
    name: 'no wallet',
    wallets: [],
    reach: open,
    title: 'No wallet found in this browser.',
    text: 'Install one as an extension of this browser',
    main: 'Reload this page',
    out: null,
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
    reach: (page) => tapAndWait(page, 8_000, 'Approve the connection there.'),
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
    name: 'preparing the message',
    reach: async (page) => {
      await answerNothing(page, '**/api/challenges')
      await tap(page)
    },
    title: 'Preparing the message…',
    text: free,
    main: 'Preparing the message…',
    out: 'Cancel',
  },
  {
    name: 'message ready',
    reach: async (page) => {
      await startTime(page)
      await open(page)
      await walletButton(page).waitFor()
      await holdTime(page)
      await walletButton(page).click()
    },
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
    text: /Valid for 4:5\d/,
    heard: `Sign in ${walletName}.`,
    main: 'Waiting for the wallet…',
    out: 'Cancel',
  },
  {
    name: 'signing takes long',
    wallets: playing('never-signs'),
    reach: (page) => tapAndWait(page, 21_000, 'Waiting for the wallet…'),
    title: signThis,
    text: `Still waiting for ${walletName}. If its window is gone, send the request again.`,
    heard: `Still waiting for ${walletName}.`,
    main: 'Send the request again',
    out: 'Cancel',
  },
  {
    name: 'another request is open while signing',
    wallets: playing('pending-sign'),
    reach: async (page) => {
      await startTime(page)
      await open(page)
      await walletButton(page).waitFor()
      await holdTime(page)
      await walletButton(page).click()
      await page.getByText('Opening the wallet…').filter({ visible: true }).waitFor()
      await page.clock.runFor(500)
    },
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
      await startTime(page)
      await tap(page)
      await page.getByText('Waiting for the wallet…').filter({ visible: true }).waitFor()
      // A new challenge would show the page that its own clock has been moved.
      await answerNothing(page, '**/api/challenges')
      await page.clock.fastForward(5 * minute)
    },
    title: 'This request expired.',
    text: 'Here is a new one.',
    main: 'Sign the new one',
    out: elsewhere,
  },
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
    title: 'The wallet returned something that is not a signature this site can read.',
    text: 'Try again, or use another wallet.',
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
    name: 'database unavailable',
    reach: async (page) => {
      await refuse(page, '**/api/sign-in', 'database.unavailable')
      await tap(page)
    },
    title: 'The server cannot reach its database right now.',
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
    title: 'Too many tries.',
    text: 'This page goes on by itself when the time is up.',
    main: /Again in \d+ s/,
    out: elsewhere,
  },
  {
    name: 'signed in',
    reach: async (page) => {
      await startTime(page)
      await open(page)
      await walletButton(page).waitFor()
      await holdTime(page)
      await walletButton(page).click()
      await page.getByText('Opening the wallet…').filter({ visible: true }).waitFor()
      await page.clock.runFor(500)
    },
    title: `Signed in as ${address}.`,
    text: 'Going on…',
    main: 'Continue',
    out: null,
    held: true,
  },
  {
    name: 'the clock is ahead',
    reach: async (page) => {
      await startTime(page, 7 * minute)
      await open(page)
      await walletButton(page).waitFor()
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
      await walletButton(page).waitFor()
      await page.context().setOffline(true)
    },
    title: 'Choose your wallet',
    text: 'You are offline. Signing in goes on when you are back.',
    main: null,
    out: null,
    opens: true,
  },
]
