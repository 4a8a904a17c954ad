// Browsers never send a fragment to a server (RFC 3986 §3.5). Its content is untrusted.

export interface MessageInspectorInputValues {
  readonly text: string
  readonly signature: string
  readonly origin: string
  /** RFC 3339; empty for the current time. */
  readonly at: string
}

export const emptyMessageInspectorInputValues: MessageInspectorInputValues = {
  text: '',
  signature: '',
  origin: '',
  at: '',
}

export type MessageInspectorLinkTarget =
  | { readonly kind: 'inspect' }
  | { readonly kind: 'compose' }
  | { readonly kind: 'example'; readonly name: string }
  | { readonly kind: 'given'; readonly inspected: MessageInspectorInputValues }

/** Long enough for the longest message and signature, fully percent-encoded. */
export const maxMessageInspectorFragmentLength = 48_000

export function parseMessageInspectorFragment(hash: string): MessageInspectorLinkTarget {
  const fragment = hash.replace(/^#/, '')
  if (fragment === 'compose') return { kind: 'compose' }
  if (fragment.length > maxMessageInspectorFragmentLength) return { kind: 'inspect' }
  const given = new URLSearchParams(fragment)
  const example = given.get('example')
  if (example !== null) return { kind: 'example', name: example }
  if (!given.has('message')) return { kind: 'inspect' }
  const read = (name: string): string => given.get(name) ?? ''
  return {
    kind: 'given',
    inspected: { text: read('message'), signature: read('signature'), origin: read('origin'), at: read('at') },
  }
}

/** @returns null if the fragment would be too long */
export function formatMessageInspectorFragment({
  text,
  signature,
  origin,
  at,
}: MessageInspectorInputValues): string | null {
  const given = Object.entries({ signature, origin, at }).filter(([, value]) => value !== '')
  const fragment = `#${new URLSearchParams([['message', text], ...given])}`
  return fragment.length > maxMessageInspectorFragmentLength ? null : fragment
}
