// Coming back with a wallet that was not there before. What can be found without loading the page anew is found so: whenever somebody comes back to
// it, wallets are asked once more (EIP-6963, Wallet Standard, the places of Bitcoin's), and one that announces itself late is heard at any time.
//
// An extension that was installed meanwhile is mostly not among them: Chromium runs its content script, which is all that a page sees of it, only
// in documents that are loaded from then on (Firefox runs it in open ones too, and some extensions inject it into open pages themselves). So
// a page whose person has followed a maker's link, and that finds nothing for a moment after they came back, loads itself anew: once for each link
// that was followed, at the same address and so in the same sign-in of an application, and it opens where it was. Nobody who has followed no link
// has their page taken from under them; nobody who is doing something does; and on a phone it does not happen at all, because there an app
// does not come into this browser: the links into it are how one goes on.
import type { RunningPasskeySignIn } from '../passkeys/passkey-sign-in-controller.ts'

/** What it needs of the page. */
export interface BrowserWalletRediscoveryDependencies {
  readonly window: EventTarget
  readonly document: EventTarget & Pick<Document, 'visibilityState'>
  readonly rediscover: () => void
  readonly after: (milliseconds: number, run: () => void) => () => void
  readonly reload: () => void
  /** Whether a wallet can come into this browser as an extension. */
  readonly supportsExtensions: boolean
}

export interface BrowserWalletRediscovery {
  /** A link of a maker was followed. */
  markLinkFollowed(): void
  /**
   * Something is under way that the page must not be taken from. What comes of it, such as that no passkey was used, is to be read as well: a link that was
   * followed before counts no more.
   * @returns the function that ends it
   */
  pause(): () => void
  /** Begins to watch. @returns the function that ends it */
  start(): () => void
}

/** Wallets that are there announce themselves sooner than this; and whoever has touched the page is left alone for as long. */
const reloadDelayMilliseconds = 1_500

export function createBrowserWalletRediscovery(
  context: BrowserWalletRediscoveryDependencies,
): BrowserWalletRediscovery {
  const { window, document, after } = context
  let isFollowed = false
  let holds = 0
  let cancel: (() => void) | null = null

  const wait = () => {
    cancel?.()
    cancel = after(reloadDelayMilliseconds, () => {
      cancel = null
      isFollowed = false
      context.reload()
    })
  }
  const stay = () => {
    cancel?.()
    cancel = null
  }
  const comeBack = () => {
    if (document.visibilityState !== 'visible') return stay()
    context.rediscover()
    if (isFollowed && context.supportsExtensions && holds === 0) wait()
  }
  /** Whoever does something is given their time. */
  const postpone = () => cancel && wait()

  return {
    markLinkFollowed: () => void (isFollowed = true),
    pause() {
      isFollowed = false
      stay()
      holds += 1
      return () => void (holds -= 1)
    },
    start() {
      const over = new AbortController()
      const { signal } = over
      window.addEventListener('focus', comeBack, { signal })
      document.addEventListener('visibilitychange', comeBack, { signal })
      for (const type of ['pointerdown', 'keydown', 'scroll']) window.addEventListener(type, postpone, { signal })
      return () => {
        over.abort()
        stay()
      }
    },
  }
}

/** Holds the page for as long as a passkey is asked for, or looked at. @returns the function that ends it */
export function pauseRediscoveryDuringPasskey(
  watch: Pick<BrowserWalletRediscovery, 'pause'>,
  passkey: Pick<RunningPasskeySignIn, 'subscribe' | 'getSnapshot'>,
): () => void {
  let release: (() => void) | null = null
  const look = () => {
    const { at } = passkey.getSnapshot()
    const isUnderWay = at === 'waiting' || at === 'checking' || at === 'done'
    if (isUnderWay === (release !== null)) return
    release?.()
    release = isUnderWay ? watch.pause() : null
  }
  look()
  const stop = passkey.subscribe(look)
  return () => {
    stop()
    release?.()
  }
}
