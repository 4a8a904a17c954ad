// A program for the command line that signs a person in with Countersign, without a browser of its own (RFC 8628): it
// shows a code, the person confirms it where their wallet is, and the program learns who they are.
import * as client from 'openid-client'

const issuer = new URL(process.env['ISSUER'] ?? 'http://localhost:3000')
const clientId = process.env['CLIENT_ID'] ?? 'example-device'

// What runs on a person's machine can keep no secret, and needs none.
const options = issuer.protocol === 'http:' ? { execute: [client.allowInsecureRequests] } : {}

/** What each refusal means to the person (RFC 8628 §3.5). */
const refusals: Readonly<Record<string, string>> = {
  access_denied: 'It was refused. Nobody is signed in.',
  expired_token: 'The code has expired. Begin again.',
}

// Nothing has to be taken back: the code that was shown runs out by itself.
process.once('SIGINT', () => {
  console.error('\nStopped. Nobody is signed in.')
  process.exit(130)
})

try {
  const server = await client.discovery(issuer, clientId, undefined, client.None(), options)
  const asked = await client.initiateDeviceAuthorization(server, { scope: 'openid profile wallet' })
  console.log(`Open  ${asked.verification_uri_complete ?? asked.verification_uri}`)
  console.log(`and confirm the code  ${asked.user_code}  there. Waiting…`)
  const tokens = await client.pollDeviceAuthorizationGrant(server, asked)
  const claims = tokens.claims()
  if (claims === undefined) throw new Error('There is no ID token')
  const shared = await client.fetchUserInfo(server, tokens.access_token, claims.sub)
  console.log(JSON.stringify({ ...claims, ...shared }, null, 2))
} catch (error) {
  console.error(explainError(error))
  process.exitCode = 1
}

function explainError(error: unknown): string {
  if (error instanceof client.ResponseBodyError)
    return refusals[error.error] ?? `${issuer.origin} answered ${error.error}: ${error.error_description ?? ''}`
  const { cause } = error as Error
  return `${issuer.origin} cannot be used: ${(error as Error).message}${cause instanceof Error ? ` (${cause.message})` : ''}`
}
