// The environment of a real browser. Nothing here runs at import, so that servers can load it.
import { generateRandomState } from 'oauth4webapi'
import type { AttentionChange, ClientEnvironment, PopupWindow } from './client-environment.ts'
import { createIndexedDbSessionStore } from './indexed-db-session-store.ts'
import { openBroadcastChannel, scheduleTimer } from './browser-channel.ts'

const popupFeatures = 'popup,width=480,height=720'

/** A click this soon after the page got the focus caused it. */
const clickAfterFocusMs = 400

export const createBrowserEnvironment = (): ClientEnvironment => ({
  now: () => Date.now(),
  random: generateRandomState,
  fetch: (input, init) => fetch(input, init),
  href: () => location.href,
  assign: (url) => location.assign(url),
  showPath,
  requests: () => sessionStorage,
  sessions: createIndexedDbSessionStore(),
  openChannel: openBroadcastChannel,
  withLock: (name, run) => navigator.locks.request(name, run),
  openPopup,
  watchAttention,
  schedule: scheduleTimer,
  closeWindow: () => window.close(),
  warn: (text) => console.warn(text),
})

/** Routers listen to `popstate`. */
function showPath(path: string): void {
  history.replaceState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate', { state: null }))
}

function openPopup(): PopupWindow | null {
  const popup = open('about:blank', '_blank', popupFeatures)
  if (popup === null || popup.closed) return null
  return {
    isClosed: () => popup.closed,
    navigate: (url) => popup.location.replace(url),
    close: () => popup.close(),
  }
}

function watchAttention(onChange: (change: AttentionChange) => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  let returnedAt = -Infinity
  const onReturn = (): void => {
    returnedAt = performance.now()
    onChange('returned')
  }
  addEventListener('blur', () => onChange('left'), { signal })
  addEventListener('focus', onReturn, { signal })
  addEventListener('pageshow', ({ persisted }) => persisted && onChange('restored'), { signal })
  // On phones, a pop-up is a tab, and this page becomes hidden instead of losing the focus.
  document.addEventListener('visibilitychange', () => (document.hidden ? onChange('left') : onReturn()), { signal })
  addEventListener(
    'pointerdown',
    () => {
      if (performance.now() - returnedAt < clickAfterFocusMs) onChange('returned-by-click')
    },
    { signal, capture: true },
  )
  return () => listening.abort()
}
