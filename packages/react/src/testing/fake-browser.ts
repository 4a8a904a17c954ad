// A browser for unit tests: tabs of one origin share channels, storage and locks.
import type { AttentionChange, ClientEnvironment, StoredSession } from '../core/client-environment.ts'
import { page } from './fake-sign-in-server.ts'

export interface FakeTab {
  readonly environment: ClientEnvironment
  href: string
  /** Where the pop-up of this tab was sent, and whether the page closed it. */
  readonly popups: { url: string; isClosed: boolean }[]
  /** Makes the browser block pop-ups. */
  isBlocking: boolean
  isClosed: boolean
  readonly warnings: string[]
  readonly requests: Map<string, string>
  /** Runs the timers that are due. */
  readonly advance: (milliseconds: number) => void
  readonly showAttention: (change: AttentionChange) => void
}

export interface FakeBrowser {
  readonly createTab: (fetch: typeof globalThis.fetch, href?: string) => FakeTab
  /** Sends a message as any script of the origin can. */
  readonly post: (message: unknown) => void
  readonly posted: unknown[]
  readonly sessions: Map<string, StoredSession>
  now: number
}

export function createFakeBrowser(): FakeBrowser {
  const channels = new Set<(message: unknown) => void>()
  const sessions = new Map<string, StoredSession>()
  const posted: unknown[] = []
  let lock: Promise<unknown> = Promise.resolve()
  let randomValues = 0

  const deliver = (message: unknown, sender?: (message: unknown) => void): void => {
    for (const receive of channels) if (receive !== sender) receive(structuredClone(message))
  }

  function createTab(fetch: typeof globalThis.fetch, href = `${page}/start`): FakeTab {
    const timers = new Map<() => void, number>()
    const watchers = new Set<(change: AttentionChange) => void>()
    const requests = new Map<string, string>()
    const tab: FakeTab = {
      href,
      popups: [],
      isBlocking: false,
      isClosed: false,
      warnings: [],
      requests,
      advance: (milliseconds) => {
        browser.now += milliseconds
        for (const [run, due] of timers)
          if (due <= browser.now) {
            timers.delete(run)
            run()
          }
      },
      showAttention: (change) => {
        for (const watcher of watchers) watcher(change)
      },
      environment: {
        now: () => browser.now,
        random: () => `random-${(randomValues += 1)}`.padEnd(43, '0'),
        fetch,
        href: () => tab.href,
        assign: (url) => {
          tab.href = url
        },
        showPath: (path) => {
          tab.href = new URL(path, tab.href).href
        },
        requests: () => ({
          getItem: (key) => requests.get(key) ?? null,
          setItem: (key, value) => void requests.set(key, value),
          removeItem: (key) => void requests.delete(key),
        }),
        sessions: {
          read: async (key) => sessions.get(key) ?? null,
          write: async (key, session) => void sessions.set(key, session),
          remove: async (key) => void sessions.delete(key),
        },
        openChannel: (onMessage) => {
          channels.add(onMessage)
          return {
            post: (message) => {
              posted.push(message)
              deliver(message, onMessage)
            },
            close: () => channels.delete(onMessage),
          }
        },
        withLock: (_name, run) => {
          const result = lock.then(run)
          lock = result.catch(() => {})
          return result
        },
        openPopup: () => {
          if (tab.isBlocking) return null
          const popup = { url: '', isClosed: false }
          tab.popups.push(popup)
          return {
            isClosed: () => popup.isClosed,
            navigate: (url) => {
              popup.url = url
            },
            close: () => {
              popup.isClosed = true
            },
          }
        },
        watchAttention: (onChange) => {
          watchers.add(onChange)
          return () => watchers.delete(onChange)
        },
        schedule: (run, milliseconds) => {
          timers.set(run, browser.now + milliseconds)
          return () => timers.delete(run)
        },
        closeWindow: () => {
          tab.isClosed = true
        },
        warn: (text) => tab.warnings.push(text),
      },
    }
    return tab
  }

  const browser: FakeBrowser = { createTab, post: deliver, posted, sessions, now: Date.UTC(2026, 10, 30) }
  return browser
}
