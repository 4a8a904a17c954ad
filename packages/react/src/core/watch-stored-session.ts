// Notices that the stored session may have changed outside of this page.
import { createChannelMessage, readChannelMessage } from './channel-messages.ts'
import type { ClientEnvironment } from './client-environment.ts'

export interface StoredSessionWatcher {
  /** Gives the hint to other tabs. */
  readonly announce: () => void
  readonly stop: () => void
}

/**
 * @param onHint another tab says so, which any script of the origin can do; or the page was in the
 * back/forward cache and missed what other tabs said
 */
export function watchStoredSession(
  environment: Pick<ClientEnvironment, 'openChannel' | 'watchAttention'>,
  sessionKey: string,
  onHint: (isRestored: boolean) => void,
): StoredSessionWatcher {
  const channel = environment.openChannel((data) => {
    if (readChannelMessage(data, 'session') === sessionKey) onHint(false)
  })
  const stopWatching = environment.watchAttention((change) => {
    if (change === 'restored') onHint(true)
  })
  return {
    announce: () => channel.post(createChannelMessage('session', sessionKey)),
    stop: () => {
      channel.close()
      stopWatching()
    },
  }
}
