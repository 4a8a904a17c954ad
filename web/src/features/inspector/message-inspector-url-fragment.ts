// What a link to the inspector carries, after the "#": a browser never sends that part to a server (RFC 3986 §3.5). What
// comes out of it is a stranger's text: it goes into the text areas and nowhere else.

/** What is looked at. Empty where nothing is given. */
export interface MessageInspectorInputValues {
  readonly text: string
  readonly signature: string
  /** The origin that the message should be for. */
  readonly origin: string
  /** The moment at which it is judged, as RFC 3339; empty for now. */
  readonly at: string
}

export const emptyMessageInspectorInputValues: MessageInspectorInputValues = {
  text: '',
  signature: '',
  origin: '',
  at: '',
}

/** What a fragment asks for: one of the two views, an example by its name, or a message to look at. */
export type MessageInspectorLinkTarget =
  | { readonly kind: 'inspect' }
  | { readonly kind: 'compose' }
  | { readonly kind: 'example'; readonly name: string }
  | { readonly kind: 'given'; readonly inspected: MessageInspectorInputValues }

/** Enough for the longest message and signature with every character encoded; what is longer is no link of ours. */
export const maxMessageInspectorFragmentLength = 48_000

/** @param hash as `location.hash` gives it */
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

/** The fragment that opens what is looked at now; null where it would be too long for a link. */
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
