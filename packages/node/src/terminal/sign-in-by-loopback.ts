// The authorization code flow of a native application with a loopback redirect (RFC 8252 §7.3).
import * as client from 'openid-client'
import { startLoopbackListener } from './loopback-listener.ts'
import type { TerminalTokens } from './sign-in-by-device-flow.ts'

export interface LoopbackSignIn {
  readonly scope: string
  readonly resource: string | undefined
  readonly redirectPath: string
  readonly open: (address: string) => void | Promise<void>
  readonly print: (line: string) => void
  readonly signal: AbortSignal
}

export async function signInByLoopback(
  configuration: client.Configuration,
  { scope, resource, redirectPath, open, print, signal }: LoopbackSignIn,
): Promise<TerminalTokens> {
  const [state, nonce, pkceCodeVerifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()]
  const listener = await startLoopbackListener({ path: redirectPath, state, signal })
  try {
    const address = client.buildAuthorizationUrl(configuration, {
      redirect_uri: listener.redirectUri,
      scope,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      ...(resource !== undefined && { resource }),
    })
    print(`Sign in with your browser. If it does not open, go to:\n${address.href}`)
    await open(address.href)
    const callback = await listener.callback
    return await client.authorizationCodeGrant(
      configuration,
      callback,
      { expectedState: state, expectedNonce: nonce, pkceCodeVerifier, idTokenExpected: true },
      resource === undefined ? {} : { resource },
    )
  } finally {
    await listener.close()
  }
}
