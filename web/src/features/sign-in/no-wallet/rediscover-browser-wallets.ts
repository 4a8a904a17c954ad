// Reloads after a wallet download, because Chromium runs new extensions only in new documents.
import type { RunningPasskeySignIn } from '../passkeys/passkey-sign-in-controller.ts'

export interface BrowserWalletRediscoveryDependencies {
  readonly window: EventTarget
  readonly document: EventTarget & Pick<Document, 'visibilityState'>
  readonly rediscover: () => void
  readonly after: (milliseconds: number, run: () => void) => () => void
  readonly reload: () => void
  readonly supportsExtensions: boolean
}

export interface BrowserWalletRediscovery {
  markLinkFollowed(): void
  /** Prevents a reload, and forgets followed links. Returns a function that ends the pause. */
  pause(): () => void
  start(): () => void
}

/** Long enough for wallets to announce themselves. */
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
