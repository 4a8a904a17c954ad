// Forged client assertions (private_key_jwt) are refused (THREATS O7).
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import type { JWTHeaderParameters } from 'jose'
import { describe, expect, test } from 'vitest'
import {
  addTestClientApplication,
  createOidcTestServer,
  obtainTokens,
  postFormAsApplication,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TestClientApplication } from '../../../testing/oidc-application-test-steps.ts'
import { summarizeOAuthResponse } from '../../../testing/oauth-token-test-steps.ts'
import type { ForgedTokenClaims } from '../../../testing/forged-token-fixtures.ts'
import { createForgedJwts } from '../../../testing/forged-token-fixtures.ts'

type ForgeryApp = Awaited<ReturnType<typeof createOidcTestServer>>

async function addMachine(app: ForgeryApp): Promise<{
  application: TestClientApplication
  sign: (claims: ForgedTokenClaims, header: JWTHeaderParameters) => Promise<string>
  publicKey: object
  ask: (assertion: string, more?: Record<string, string>) => Promise<string>
}> {
  const pair = await generateKeyPair('ES256')
  const publicKey = { ...(await exportJWK(pair.publicKey)), kid: 'own', alg: 'ES256', use: 'sig' }
  const application = await addTestClientApplication(app, {
    id: 'machine',
    kind: 'machine',
    authentication: 'private_key_jwt',
    jwks: { keys: [publicKey] },
    resources: [{ resource: 'https://api.example/', scopes: ['read'] }],
  })
  const ask = async (client_assertion: string, more: Record<string, string> = {}) =>
    summarizeOAuthResponse(
      await postFormAsApplication(app, '/token', null, {
        grant_type: 'client_credentials',
        resource: 'https://api.example/',
        scope: 'read',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion,
        ...more,
      }),
    )
  return {
    application,
    sign: (claims, header) => new SignJWT(claims).setProtectedHeader(header).sign(pair.privateKey),
    publicKey,
    ask,
  }
}

describe('O7: client assertion', () => {
  test('O7: is refused after any kind of tampering', async () => {
    const app = await createOidcTestServer()
    const { application, sign, publicKey, ask } = await addMachine(app)
    const now = Math.floor(Date.now() / 1000)
    const header = { alg: 'ES256', kid: 'own' }
    const claims = (more: ForgedTokenClaims = {}): ForgedTokenClaims => ({
      iss: application.id,
      sub: application.id,
      aud: 'https://sign-in.example',
      iat: now,
      exp: now + 60,
      jti: crypto.randomUUID(),
      ...more,
    })
    expect(await ask(await sign(claims(), header))).toBe('200')
    const forged = await createForgedJwts({ header, claims: claims(), sign, publicKey, secretHash: 'there is none' })
    forged.push(
      ['that has run out', await sign(claims({ exp: now - 60 }), header)],
      ['that never runs out', await sign(claims({ exp: undefined }), header)],
      ['without an identifier', await sign(claims({ jti: undefined }), header)],
      ['of another subject', await sign(claims({ sub: 'grafana' }), header)],
      [
        'for another server among others',
        await sign(claims({ aud: ['https://evil.example', 'https://other.example'] }), header),
      ],
      ['for the token endpoint of another', await sign(claims({ aud: 'https://evil.example/token' }), header)],
    )
    for (const [what, assertion] of forged)
      expect(await ask(assertion), `a proof ${what}`).toMatch(/^40[01] invalid_(client|request)$/)
    expect(await ask(await sign(claims(), header), { client_id: 'grafana' })).toBe('400 invalid_request')
  })

  test('O7: cannot be replaced by an ID token or access token', async () => {
    const app = await createOidcTestServer()
    const { ask } = await addMachine(app)
    const web = await addTestClientApplication(app)
    const { id_token, access_token } = await obtainTokens(app, app.openBrowser(), web)
    expect(await ask(id_token)).toBe('401 invalid_client')
    expect(await ask(access_token)).toBe('400 invalid_request')
  })
})
