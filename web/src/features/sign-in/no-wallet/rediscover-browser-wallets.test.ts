import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PasskeySignInPhase } from '../passkeys/passkey-sign-in-controller.ts'
import { createBrowserWalletRediscovery, pauseRediscoveryDuringPasskey } from './rediscover-browser-wallets.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createTestContext(supportsExtensions = true) {
  const window = new EventTarget()
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState })
  const counts = { asked: 0, reloaded: 0 }
  const watch = createBrowserWalletRediscovery({
    window,
    document,
    rediscover: () => void counts.asked++,
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
    reload: () => void counts.reloaded++,
    supportsExtensions,
  })
  const stop = watch.start()
  return {
    watch,
    stop,
    counts,
    comeBack: () => window.dispatchEvent(new Event('focus')),
    show: (visibilityState: DocumentVisibilityState) => {
      document.visibilityState = visibilityState
      document.dispatchEvent(new Event('visibilitychange'))
    },
    touch: () => window.dispatchEvent(new Event('pointerdown')),
    after: (milliseconds: number) => vi.advanceTimersByTime(milliseconds),
  }
}

test('whoever comes back has wallets asked again, and without a link nothing is loaded anew', () => {
  const { counts, comeBack, show, after } = createTestContext()
  comeBack()
  show('hidden')
  show('visible')
  after(60_000)
  expect(counts).toEqual({ asked: 2, reloaded: 0 })
})

test('after a link the page is loaded anew once, a moment after its person came back', () => {
  const { watch, counts, comeBack, show, after } = createTestContext()
  watch.markLinkFollowed()
  show('hidden')
  after(60_000)
  expect(counts).toEqual({ asked: 0, reloaded: 0 })
  show('visible')
  after(1_499)
  expect(counts.reloaded).toBe(0)
  after(1)
  expect(counts.reloaded).toBe(1)
  comeBack()
  after(60_000)
  expect(counts.reloaded).toBe(1)
})

test('who leaves again at once, or does something, is waited for', () => {
  const { watch, counts, comeBack, show, touch, after } = createTestContext()
  watch.markLinkFollowed()
  comeBack()
  show('hidden')
  after(60_000)
  expect(counts.reloaded).toBe(0)
  show('visible')
  after(1_000)
  touch()
  after(1_000)
  touch()
  after(1_499)
  expect(counts.reloaded).toBe(0)
  after(1)
  expect(counts.reloaded).toBe(1)
})

test('nothing is taken from under a passkey that is being made, and nothing once a wallet is there', () => {
  const { watch, stop, counts, comeBack, after } = createTestContext()
  watch.markLinkFollowed()
  comeBack()
  const release = watch.pause()
  const releaseOther = watch.pause()
  after(60_000)
  watch.markLinkFollowed()
  comeBack()
  after(60_000)
  release()
  comeBack()
  after(60_000)
  expect(counts.reloaded).toBe(0)
  releaseOther()
  comeBack()
  stop()
  after(60_000)
  expect(counts).toEqual({ asked: 4, reloaded: 0 })
})

test('on a phone the page stays: an app does not come into this browser', () => {
  const { watch, counts, comeBack, after } = createTestContext(false)
  watch.markLinkFollowed()
  comeBack()
  after(60_000)
  expect(counts).toEqual({ asked: 1, reloaded: 0 })
})

test('what came of a passkey is not taken away with the page: the focus comes back with its end', () => {
  const { watch, counts, comeBack, after } = createTestContext()
  watch.markLinkFollowed()
  const release = watch.pause()
  release()
  comeBack()
  after(60_000)
  expect(counts.reloaded).toBe(0)
  watch.markLinkFollowed()
  comeBack()
  after(1_500)
  expect(counts.reloaded).toBe(1)
})

test('nothing is taken from under the passkey of the page either, from the press on', () => {
  const { watch, counts, comeBack, after } = createTestContext()
  let phase: PasskeySignInPhase = { at: 'ready' }
  let listen = () => {}
  const show = (next: PasskeySignInPhase) => {
    phase = next
    listen()
  }
  const passkey = {
    getSnapshot: () => phase,
    subscribe(listener: () => void) {
      listen = listener
      return () => void (listen = () => {})
    },
  }
  const stop = pauseRediscoveryDuringPasskey(watch, passkey)
  watch.markLinkFollowed()
  comeBack()
  after(1_000)
  show({ at: 'waiting' })
  after(60_000)
  watch.markLinkFollowed()
  comeBack()
  show({ at: 'checking' })
  after(60_000)
  show({ at: 'stopped', code: 'cancelled', reason: undefined, until: 0 })
  expect(counts.reloaded).toBe(0)
  comeBack()
  after(1_500)
  expect(counts.reloaded).toBe(1)
  // Nothing stays held by what has been left.
  show({ at: 'waiting' })
  stop()
  watch.markLinkFollowed()
  comeBack()
  after(1_500)
  expect(counts.reloaded).toBe(2)
})
