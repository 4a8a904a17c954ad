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

test('returning to the page rediscovers wallets, without a reload if no link was followed', () => {
  const { counts, comeBack, show, after } = createTestContext()
  comeBack()
  show('hidden')
  show('visible')
  after(60_000)
  expect(counts).toEqual({ asked: 2, reloaded: 0 })
})

test('the page reloads once, 1.5 s after the person returns from a followed link', () => {
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

test('the reload is delayed when the person leaves again or interacts with the page', () => {
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

test('the page does not reload during passkey creation or after rediscovery is stopped', () => {
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

test('the page does not reload on a phone, where apps add no wallet to the browser', () => {
  const { watch, counts, comeBack, after } = createTestContext(false)
  watch.markLinkFollowed()
  comeBack()
  after(60_000)
  expect(counts).toEqual({ asked: 1, reloaded: 0 })
})

test('the page does not reload when the focus returns after a passkey prompt', () => {
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

test('the page does not reload during a passkey sign-in, starting with the button press', () => {
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
  show({ at: 'waiting' })
  stop()
  watch.markLinkFollowed()
  comeBack()
  after(1_500)
  expect(counts.reloaded).toBe(2)
})
