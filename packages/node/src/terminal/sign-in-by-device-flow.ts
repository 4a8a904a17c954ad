// The device authorization grant (RFC 8628).
import * as client from 'openid-client'

export type TerminalTokens = Awaited<ReturnType<typeof client.pollDeviceAuthorizationGrant>>

export interface DeviceSignIn {
  readonly scope: string
  readonly resource: string | undefined
  readonly print: (line: string) => void
  readonly signal: AbortSignal
}

export async function signInByDeviceFlow(
  configuration: client.Configuration,
  { scope, resource, print, signal }: DeviceSignIn,
): Promise<TerminalTokens> {
  const target = resource === undefined ? {} : { resource }
  const started = await client.initiateDeviceAuthorization(configuration, { scope, ...target })
  print(`To sign in, open ${started.verification_uri} in any browser and enter the code ${started.user_code}`)
  if (started.verification_uri_complete !== undefined) print(`Or open ${started.verification_uri_complete}`)
  return client.pollDeviceAuthorizationGrant(configuration, started, target, { signal })
}
