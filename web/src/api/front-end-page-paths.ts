// Paths of the front-end pages, and parsers that accept only known values from the URL.
import { appendQueryParameters } from './append-query-parameters.ts'

export type SignedOutReason = 'signed-out' | 'ended' | 'contract-ended' | 'way-in-gone' | 'merged' | 'erased'

export const frontEndPagePaths = {
  home: '/',
  setup: '/setup',
  admin: '/admin',
  account: '/account',
  wallets: '/account/wallets',
  passkeys: '/account/passkeys',
  sessions: '/account/sessions',
  applications: '/account/applications',
  activity: '/account/activity',
  data: '/account/data',
  signIn: (next?: string): string =>
    appendQueryParameters('/sign-in', { next: next === '/account' ? undefined : next }),
  applicationSignIn: (interaction: string, lang?: string): string =>
    appendQueryParameters('/sign-in', { interaction, lang }),
  device: (userCode?: string): string => appendQueryParameters('/device', { user_code: userCode }),
  signedOut: (reason: SignedOutReason): string => appendQueryParameters('/signed-out', { reason }),
  recoveryHelp: (matter?: string): string => (matter === undefined ? '/lost' : `/lost#${matter}`),
  error: (code: string): string => appendQueryParameters('/error', { code }),
  /** The values go in the fragment, which browsers never send to a server. */
  inspector: (shown?: { message: string; signature: string; at?: string } | { example: string }): string =>
    shown ? `/inspector#${new URLSearchParams(shown)}` : '/inspector',
} as const

/** Also matches unknown pages, which open "not found": the sign-in page has no list of pages. */
const returnPathPattern = /^\/(account(\/\w+)?|setup|admin(\/[\w-][\w.-]*){0,2}(\?[\w=&%.+-]*)?)$/

/** Ignores other paths, so that a crafted link cannot lead to another site (RFC 9700 §4.11). */
export function parseReturnPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  if (returnPathPattern.test(next)) return next
  const device = /^\/device(\?user_code=.*)?$/.exec(next)
  return device
    ? frontEndPagePaths.device(parseUserCodeParameter(device[1] ?? '') ?? undefined)
    : frontEndPagePaths.account
}

/** @param challengeId of a sign-in that waits for owner approval; null removes the parameter */
export function buildPendingOwnerApprovalPath(search: string, challengeId: string | null): string {
  const query = new URLSearchParams(search)
  if (challengeId === null) query.delete('awaited')
  else query.set('awaited', challengeId)
  return query.size === 0 ? '/sign-in' : `/sign-in?${query}`
}

export function parsePendingOwnerApprovalId(search: string): string | null {
  return parseQueryParameter(search, 'awaited', /^[0-9a-z]{26}$/)
}

export function parseOidcInteractionId(search: string): string | null {
  return parseQueryParameter(search, 'interaction', /^[0-9A-Za-z_-]{1,64}$/)
}

/** Null if the text cannot be a device's user code (RFC 8628 §6.1). */
export function parseUserCodeParameter(search: string): string | null {
  return parseQueryParameter(search, 'user_code', /^[0-9A-Za-z]{1,16}([- ]?[0-9A-Za-z]{1,16})?$/)
}

export function parseQueryParameter(search: string, name: string, form: RegExp): string | null {
  const value = new URLSearchParams(search).get(name) ?? ''
  return form.test(value) ? value : null
}
