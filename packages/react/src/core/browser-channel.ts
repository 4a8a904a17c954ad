// What the callback page needs from the browser; separate, because it must stay tiny.
import { channelName } from './channel-messages.ts'
import type { Channel } from './client-environment.ts'

export function openBroadcastChannel(onMessage: (message: unknown) => void): Channel {
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }) => onMessage(data))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has only one origin
  return { post: (message) => channel.postMessage(message), close: () => channel.close() }
}

export function scheduleTimer(run: () => void, milliseconds: number): () => void {
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}
