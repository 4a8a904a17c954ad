// Messages between tabs of one origin. Any script of the origin can send them, so they are
// untrusted input: an answer counts only with the `state` of an open request.

export const channelName = 'countersign'

/** An answer longer than this was not sent by the sign-in server. */
const maxTextLength = 8192

/** An answer for the tab that opened a pop-up, its receipt, or a change of the stored session. */
export type ChannelMessageKind = 'answer' | 'received' | 'session'

export const createChannelMessage = (kind: ChannelMessageKind, text: string): unknown => ({ countersign: kind, text })

/** @returns the text of a message of this kind; null for all others, whatever their shape */
export function readChannelMessage(message: unknown, kind: ChannelMessageKind): string | null {
  const { countersign, text } = (typeof message === 'object' && message !== null ? message : {}) as Record<
    string,
    unknown
  >
  return countersign === kind && typeof text === 'string' && text.length <= maxTextLength ? text : null
}

/** @returns null if the parameters are not an answer (RFC 6749 §4.1.2) */
export function parseAnswer(parameters: string): { state: string; parameters: URLSearchParams } | null {
  const parsed = new URLSearchParams(parameters)
  const [state, ...others] = parsed.getAll('state')
  if (!state || others.length > 0 || !(parsed.has('code') || parsed.has('error'))) return null
  return { state, parameters: parsed }
}
