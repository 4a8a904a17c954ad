// Every address of this site that a screen links to, in one place; what comes out of an address bar is read here too,
// and only ever as one of the values that are known.
import { appendQueryParameters } from './append-query-parameters.ts'

/** Why the signed-out page is shown. */
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
  /** @param next where to go once signed in; only pages of this site, and none is named for the account itself */
  signIn: (next?: string): string =>
    appendQueryParameters('/sign-in', { next: next === '/account' ? undefined : next }),
  /** The sign-in that an application asks for. */
  applicationSignIn: (interaction: string, lang?: string): string =>
    appendQueryParameters('/sign-in', { interaction, lang }),
  /** @param userCode of the device, where it is known */
  device: (userCode?: string): string => appendQueryParameters('/device', { user_code: userCode }),
  signedOut: (reason: SignedOutReason): string => appendQueryParameters('/signed-out', { reason }),
  /** What helps whoever lost something. @param matter what was lost, to begin with */
  recoveryHelp: (matter?: string): string => (matter === undefined ? '/lost' : `/lost#${matter}`),
  /** @param code from the error catalogue */
  error: (code: string): string => appendQueryParameters('/error', { code }),
  /** @param shown what it opens with: a message as it was signed, and when where it is long ago, or the example of a fault; in the fragment, which no server sees */
  inspector: (shown?: { message: string; signature: string; at?: string } | { example: string }): string =>
    shown ? `/inspector#${new URLSearchParams(shown)}` : '/inspector',
} as const

/** A page of the account or of the administration: at most three parts that cannot lead out of it, and a view of it, which it reads
 * by itself. The sign-in page does not carry the list of all pages (packages/api/src/page-html-files.ts); one that there is not says so. */
const returnPathPattern = /^\/(account(\/\w+)?|setup|admin(\/[\w-][\w.-]*){0,2}(\?[\w=&%.+-]*)?)$/

/**
 * Where to go after signing in, from the query of the sign-in page: a page of the account or of the administration, or the
 * one where a device is signed in, with its code. Anything else is ignored, so that a link made elsewhere cannot send a person
 * to another site (RFC 9700 §4.11).
 */
export function parseReturnPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  if (returnPathPattern.test(next)) return next
  const device = /^\/device(\?user_code=.*)?$/.exec(next)
  return device
    ? frontEndPagePaths.device(parseUserCodeParameter(device[1] ?? '') ?? undefined)
    : frontEndPagePaths.account
}

/** The sign-in page as it is addressed now, and in it the message that the owners of a wallet take their time with; null for none. */
export function buildPendingOwnerApprovalPath(search: string, challengeId: string | null): string {
  const query = new URLSearchParams(search)
  if (challengeId === null) query.delete('awaited')
  else query.set('awaited', challengeId)
  return query.size === 0 ? '/sign-in' : `/sign-in?${query}`
}

/** The challenge of a message that somebody comes back to; null where it is none. */
export function parsePendingOwnerApprovalId(search: string): string | null {
  return parseQueryParameter(search, 'awaited', /^[0-9a-z]{26}$/)
}

/** The application's sign-in that a page belongs to, in the one form that the server gives it; null where there is none. */
export function parseOidcInteractionId(search: string): string | null {
  return parseQueryParameter(search, 'interaction', /^[0-9A-Za-z_-]{1,64}$/)
}

/** The code of a device, as the address brings it; null where it could be none (RFC 8628 §6.1). */
export function parseUserCodeParameter(search: string): string | null {
  return parseQueryParameter(search, 'user_code', /^[0-9A-Za-z]{1,16}([- ]?[0-9A-Za-z]{1,16})?$/)
}

/** A value of the query, where it has the form that it must have. */
export function parseQueryParameter(search: string, name: string, form: RegExp): string | null {
  const value = new URLSearchParams(search).get(name) ?? ''
  return form.test(value) ? value : null
}
