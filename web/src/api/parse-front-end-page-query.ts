// What the addresses of pages say that only these pages read; the sign-in page carries none of it. Ever only one of the values
// that are known.
import { parseQueryParameter } from './front-end-page-paths.ts'
import type { SignedOutReason } from './front-end-page-paths.ts'

const signedOutReasons: readonly SignedOutReason[] = [
  'signed-out',
  'ended',
  'contract-ended',
  'way-in-gone',
  'merged',
  'erased',
]

/** Which request to sign out a page asks about, or null. */
export function parseSignOutRequestId(search: string): string | null {
  return parseQueryParameter(search, 'request', /^[0-9A-Za-z_-]{1,64}$/)
}

/** The id of a request that came to nothing, for whoever looks into the log; null where it is not one of this server's. */
export function parseRequestIdParameter(search: string): string | null {
  return parseQueryParameter(search, 'request', /^[0-9a-z]{26}$/)
}

/** Why somebody is signed out; whatever is not a known reason counts as having signed out. */
export function parseSignedOutReason(search: string): SignedOutReason {
  const reason = new URLSearchParams(search).get('reason')
  return signedOutReasons.find((known) => known === reason) ?? 'signed-out'
}

/** The client ID of the application that a person signed out from, or null; the server decides whether there is one. */
export function parseSignedOutApplicationId(search: string): string | null {
  return parseQueryParameter(search, 'application', /^[\x21-\x7e]{1,256}$/)
}

/** The code that the error page is asked to explain, or null; the words decide whether they know it. */
export function parseErrorCodeParameter(search: string): string | null {
  return new URLSearchParams(search).get('code')
}
