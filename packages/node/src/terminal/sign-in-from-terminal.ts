import * as client from 'openid-client'
import { defaultScope } from '../sessions/session-options.ts'
import { createUserFromClaims, parseScopes } from '../user/user.ts'
import type { User } from '../user/user.ts'
import { chooseTerminalFlow } from './choose-terminal-flow.ts'
import { openBrowser } from './open-browser.ts'
import { openTerminalClient } from './open-terminal-client.ts'
import { signInByDeviceFlow } from './sign-in-by-device-flow.ts'
import type { TerminalTokens } from './sign-in-by-device-flow.ts'
import { signInByLoopback } from './sign-in-by-loopback.ts'
import type { TerminalSignInOptions } from './terminal-options.ts'

/**
 * The tokens of a sign-in, and the person. Keep them in a file that only the person can read, and renew
 * them with `renewTerminalSignIn`.
 *
 * @example
 * ```ts
 * import type { TerminalSignIn } from '@countersign/node/terminal'
 *
 * const format = ({ user, expiresAt }: TerminalSignIn) => `${user.name} until ${new Date(expiresAt).toISOString()}`
 * const user = { sub: 'a1', name: 'Alice', wallet: null, groups: [], clientId: 'cli', scopes: ['openid'], claims: {} }
 * format({ user, accessToken: 'opaque', idToken: 'eyJ…', refreshToken: null, expiresAt: 0 }) // => 'Alice until 1970-01-01T00:00:00.000Z'
 * ```
 */
export interface TerminalSignIn {
  readonly user: User
  readonly accessToken: string
  readonly idToken: string
  /** Null without the scope `offline_access`. */
  readonly refreshToken: string | null
  /** When the access token expires, in epoch milliseconds. */
  readonly expiresAt: number
}

/**
 * Signs a person in from a program in a terminal: with the browser of the machine (loopback
 * redirect, RFC 8252), or with a code for a browser anywhere (device flow, RFC 8628).
 *
 * @param options the issuer and the client ID default to COUNTERSIGN_ISSUER and COUNTERSIGN_CLIENT_ID
 * @returns the tokens and the person
 * @throws ConfigurationError if an option is missing or invalid; an error with the OAuth code in
 *   `error` if the person declines (`access_denied`) or waits too long (`expired_token`)
 * @example
 * ```ts
 * import { signInFromTerminal } from '@countersign/node/terminal'
 *
 * const signIn = (issuer: string) =>
 *   signInFromTerminal({ issuer, clientId: 'shop-cli', scope: 'openid profile', print: (line) => console.error(line) })
 * const problem = await signIn('http://sign-in.example').catch((error: Error) => error.name)
 * problem // => 'ConfigurationError'
 * ```
 */
export async function signInFromTerminal(options: TerminalSignInOptions = {}): Promise<TerminalSignIn> {
  const { scope = defaultScope, resource, flow = 'auto' } = options
  const { configuration, clientId, now } = await openTerminalClient(options)
  const print = options.print ?? ((line) => void process.stderr.write(`${line}\n`))
  const common = { scope, resource, print, signal: options.signal ?? new AbortController().signal }
  const chosen = flow === 'auto' ? chooseTerminalFlow({ platform: process.platform, variables: process.env }) : flow
  const tokens =
    chosen === 'device'
      ? await signInByDeviceFlow(configuration, common)
      : await signInByLoopback(configuration, {
          ...common,
          redirectPath: options.redirectPath ?? '/callback',
          open: options.open ?? openBrowser,
        })
  return describeSignIn(configuration, tokens, { clientId, scope, resource, now })
}

async function describeSignIn(
  configuration: client.Configuration,
  tokens: TerminalTokens,
  {
    clientId,
    scope,
    resource,
    now,
  }: { clientId: string; scope: string; resource: string | undefined; now: () => number },
): Promise<TerminalSignIn> {
  const idClaims = tokens.claims()
  if (idClaims === undefined) throw new Error('The server sent no ID token. Request the scope openid.')
  // A token for an API is not valid at the userinfo endpoint.
  const more =
    resource === undefined ? await client.fetchUserInfo(configuration, tokens.access_token, idClaims.sub) : {}
  return {
    user: createUserFromClaims({ ...idClaims, ...more }, { clientId, scopes: parseScopes(tokens.scope ?? scope) }),
    accessToken: tokens.access_token,
    idToken: tokens.id_token ?? '',
    refreshToken: tokens.refresh_token ?? null,
    expiresAt: now() + (tokens.expires_in ?? 300) * 1000,
  }
}
