// Every address of this site that a screen links to, in one place; what comes out of an address bar is read here too,
// and only ever as one of the values that are known.
import { pages } from '@countersign/api/pages'
import type { PagePath } from '@countersign/api/pages'

/** Why the signed-out page is shown. */
export type SignedOutReason = 'signed-out' | 'ended'

const signedOutReasons: readonly SignedOutReason[] = ['signed-out', 'ended']

export const paths = {
  front: '/',
  account: '/account',
  wallets: '/account/wallets',
  sessions: '/account/sessions',
  /** @param next where to go once signed in; only pages of this site, and none is named for the account itself */
  signIn: (next?: PagePath): string => withQuery('/sign-in', { next: next === '/account' ? undefined : next }),
  signedOut: (reason: SignedOutReason): string => withQuery('/signed-out', { reason }),
  /** @param code from the error catalogue */
  error: (code: string): string => withQuery('/error', { code }),
} as const

/**
 * Where to go after signing in, from the query of the sign-in page. Anything but a page of the account is ignored, so
 * that a link made elsewhere cannot send a person to another site (RFC 9700 §4.11).
 */
export function readNext(search: string): PagePath {
  const next = new URLSearchParams(search).get('next')
  return next !== null && isPagePath(next) && next.startsWith('/account') ? next : paths.account
}

/** Why somebody is signed out; whatever is not a known reason counts as having signed out. */
export function readSignedOutReason(search: string): SignedOutReason {
  const reason = new URLSearchParams(search).get('reason')
  return signedOutReasons.find((known) => known === reason) ?? 'signed-out'
}

/** The code that the error page is asked to explain, or null; the words decide whether they know it. */
export function readErrorCode(search: string): string | null {
  return new URLSearchParams(search).get('code')
}

/** Whether a path is one of the pages that the server knows. */
export function isPagePath(path: string): path is PagePath {
  return Object.hasOwn(pages, path)
}

function withQuery(path: PagePath, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}
