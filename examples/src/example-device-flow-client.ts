// A command-line program that signs a person in with Countersign (device flow, RFC 8628).
import * as client from 'openid-client'

const issuer = new URL(process.env['ISSUER'] ?? 'http://localhost:3000')
const clientId = process.env['CLIENT_ID'] ?? 'example-device'

// A public client: a program on a person's machine cannot keep a secret.
const options = issuer.protocol === 'http:' ? { execute: [client.allowInsecureRequests] } : {}

/** RFC 8628 §3.5 */
const refusals: Readonly<Record<string, string>> = {
  access_denied: 'The request was denied. No one is signed in.',
  expired_token: 'The code has expired. Start again.',
}

process.once('SIGINT', () => {
  console.error('\nStopped. No one is signed in.')
  process.exit(130)
})

try {
  const server = await client.discovery(issuer, clientId, undefined, client.None(), options)
  const asked = await client.initiateDeviceAuthorization(server, { scope: 'openid profile wallet' })
  console.log(`Open  ${asked.verification_uri_complete ?? asked.verification_uri}`)
  console.log(`and confirm the code  ${asked.user_code}  there. Waiting…`)
  const tokens = await client.pollDeviceAuthorizationGrant(server, asked)
  const claims = tokens.claims()
  if (claims === undefined) throw new Error('The response contains no ID token')
  const shared = await client.fetchUserInfo(server, tokens.access_token, claims.sub)
  console.log(JSON.stringify({ ...claims, ...shared }, null, 2))
} catch (error) {
  console.error(explainError(error))
  process.exitCode = 1
}

function explainError(error: unknown): string {
  if (error instanceof client.ResponseBodyError)
    return refusals[error.error] ?? `${issuer.origin} returned ${error.error}: ${error.error_description ?? ''}`
  const { cause } = error as Error
  return `${issuer.origin} cannot be used: ${(error as Error).message}${cause instanceof Error ? ` (${cause.message})` : ''}`
}
