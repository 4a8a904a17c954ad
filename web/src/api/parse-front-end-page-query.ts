// Query parsers that the sign-in page does not need; they accept only known values.
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

export function parseSignOutRequestId(search: string): string | null {
  return parseQueryParameter(search, 'request', /^[0-9A-Za-z_-]{1,64}$/)
}

export function parseRequestIdParameter(search: string): string | null {
  return parseQueryParameter(search, 'request', /^[0-9a-z]{26}$/)
}

export function parseSignedOutReason(search: string): SignedOutReason {
  const reason = new URLSearchParams(search).get('reason')
  return signedOutReasons.find((known) => known === reason) ?? 'signed-out'
}

export function parseSignedOutApplicationId(search: string): string | null {
  return parseQueryParameter(search, 'application', /^[\x21-\x7e]{1,256}$/)
}

export function parseErrorCodeParameter(search: string): string | null {
  return new URLSearchParams(search).get('code')
}
