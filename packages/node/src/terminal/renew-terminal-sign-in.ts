import * as client from 'openid-client'
import { createUserFromClaims } from '../user/user.ts'
import type { User } from '../user/user.ts'
import { openTerminalClient } from './open-terminal-client.ts'
import type { TerminalSignIn } from './sign-in-from-terminal.ts'
import type { TerminalSignInOptions } from './terminal-options.ts'

const marginMs = 60_000

/**
 * Renews the tokens of a sign-in that a program kept, for example in a file. Keep the result instead:
 * the server accepts each refresh token once.
 *
 * @param signIn the result of `signInFromTerminal`, or of the last renewal; it can be stored as JSON
 * @param options the issuer, the client ID and the resource of the sign-in
 * @returns `signIn` itself while its access token is valid for another minute
 * @throws ConfigurationError if an option is missing or invalid; an error with the OAuth code
 *   `invalid_grant` in `error` if the person must sign in again
 * @example
 * ```ts
 * import { renewTerminalSignIn } from '@countersign/node/terminal'
 *
 * const user = { sub: 'a1', name: 'Alice', wallet: null, groups: [], clientId: 'cli', scopes: ['openid'], claims: {} }
 * const kept = { user, accessToken: 'opaque', idToken: 'eyJ…', refreshToken: 'r1', expiresAt: Date.now() + 300_000 }
 * const current = await renewTerminalSignIn(kept, { issuer: 'https://sign-in.example', clientId: 'cli' })
 * current === kept // => true
 * ```
 */
export async function renewTerminalSignIn(
  signIn: TerminalSignIn,
  options: Pick<TerminalSignInOptions, 'issuer' | 'clientId' | 'resource' | 'now' | 'fetch'> = {},
): Promise<TerminalSignIn> {
  const { resource, now = Date.now } = options
  if (signIn.expiresAt - now() > marginMs) return signIn
  if (signIn.refreshToken === null)
    throw new Error('The sign-in has no refresh token. Request the scope offline_access, or sign in again.')
  const { configuration, clientId } = await openTerminalClient(options)
  const tokens = await client.refreshTokenGrant(
    configuration,
    signIn.refreshToken,
    resource === undefined ? {} : { resource },
  )
  const idClaims = tokens.claims()
  // OpenID Connect Core §12.2
  if (idClaims !== undefined && idClaims.sub !== signIn.user.sub)
    throw new Error('The refreshed ID token is of another person. Sign in again.')
  return {
    user:
      resource === undefined ? await readUser(configuration, tokens.access_token, signIn.user, clientId) : signIn.user,
    accessToken: tokens.access_token,
    idToken: tokens.id_token ?? signIn.idToken,
    refreshToken: tokens.refresh_token ?? signIn.refreshToken,
    expiresAt: now() + (tokens.expires_in ?? 300) * 1000,
  }
}

/** Without the new tokens, the person would have to sign in again, so an error changes nothing. */
async function readUser(
  configuration: client.Configuration,
  accessToken: string,
  user: User,
  clientId: string,
): Promise<User> {
  try {
    const claims = await client.fetchUserInfo(configuration, accessToken, user.sub)
    return createUserFromClaims({ ...user.claims, ...claims }, { clientId, scopes: user.scopes })
  } catch {
    return user
  }
}
