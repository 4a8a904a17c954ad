import { createECDH } from 'node:crypto'
import { calculateJwkThumbprint } from 'jose'
import { expect, test } from 'vitest'
import { wrapPrivateKey } from '../../platform/wrap-private-key.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { createTestServer, testClockStartTime } from '../../testing/countersign-test-server.ts'
import type { TestServer } from '../../testing/countersign-test-server.ts'
import { testServerKey } from '../../testing/server-key-fixtures.ts'

/** The same key in every run. */
async function addFixedKey({ database }: TestServer): Promise<void> {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.alloc(32, 7))
  const point = pair.getPublicKey()
  const publicKey = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const id = await calculateJwkThumbprint(publicKey)
  const privateKey = { ...publicKey, d: Buffer.alloc(32, 7).toString('base64url') }
  await database.queries
    .insertInto('signing_keys')
    .values({
      id,
      algorithm: 'ES256',
      generation: 1,
      public_key: JSON.stringify(publicKey),
      private_key: wrapPrivateKey(testServerKey, systemRandomBytes, { id, algorithm: 'ES256' }, privateKey),
      created_at: testClockStartTime,
      active_from: testClockStartTime,
      retires_at: null,
    })
    .execute()
}

async function createFixedApp(): Promise<TestServer> {
  const app = await createTestServer()
  await addFixedKey(app)
  return app
}

test('the discovery document lists the server capabilities', async () => {
  const app = await createFixedApp()
  const response = await app.http.inject('/.well-known/openid-configuration')
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  // RFC 8414.
  expect((await app.http.inject('/.well-known/oauth-authorization-server')).json()).toEqual(response.json())
  expect(response.json()).toMatchInlineSnapshot(`
    {
      "acr_values_supported": [
        "urn:countersign:wallet",
        "urn:countersign:passkey",
      ],
      "authorization_endpoint": "https://sign-in.example/authorize",
      "authorization_response_iss_parameter_supported": true,
      "backchannel_logout_session_supported": true,
      "backchannel_logout_supported": true,
      "claim_types_supported": [
        "normal",
      ],
      "claims_parameter_supported": true,
      "claims_supported": [
        "sub",
        "acr",
        "amr",
        "auth_time",
        "preferred_username",
        "name",
        "picture",
        "locale",
        "wallet",
        "wallets",
        "wallet_name",
        "wallet_kind",
        "groups",
        "proof",
        "sid",
        "iss",
      ],
      "code_challenge_methods_supported": [
        "S256",
      ],
      "device_authorization_endpoint": "https://sign-in.example/device/authorize",
      "dpop_signing_alg_values_supported": [
        "ES256",
        "EdDSA",
      ],
      "end_session_endpoint": "https://sign-in.example/end-session",
      "grant_types_supported": [
        "authorization_code",
        "refresh_token",
        "client_credentials",
        "urn:ietf:params:oauth:grant-type:device_code",
      ],
      "id_token_signing_alg_values_supported": [
        "ES256",
      ],
      "introspection_endpoint": "https://sign-in.example/introspect",
      "issuer": "https://sign-in.example",
      "jwks_uri": "https://sign-in.example/jwks",
      "prompt_values_supported": [
        "none",
        "login",
        "consent",
        "select_account",
        "create",
      ],
      "pushed_authorization_request_endpoint": "https://sign-in.example/par",
      "request_uri_parameter_supported": false,
      "response_modes_supported": [
        "form_post",
        "fragment",
        "query",
      ],
      "response_types_supported": [
        "code",
      ],
      "revocation_endpoint": "https://sign-in.example/revoke",
      "scopes_supported": [
        "openid",
        "offline_access",
        "profile",
        "wallet",
        "groups",
        "proof",
      ],
      "subject_types_supported": [
        "public",
        "pairwise",
      ],
      "token_endpoint": "https://sign-in.example/token",
      "token_endpoint_auth_methods_supported": [
        "client_secret_basic",
        "client_secret_post",
        "private_key_jwt",
        "none",
      ],
      "token_endpoint_auth_signing_alg_values_supported": [
        "ES256",
        "RS256",
        "PS256",
        "EdDSA",
      ],
      "ui_locales_supported": [
        "en",
        "de",
      ],
      "userinfo_endpoint": "https://sign-in.example/userinfo",
    }
  `)
})

test('the JWKS endpoint publishes only public keys', async () => {
  const app = await createFixedApp()
  const response = await app.http.inject('/jwks')
  expect(response.headers['content-type']).toBe('application/jwk-set+json; charset=utf-8')
  expect(response.json()).toMatchInlineSnapshot(`
    {
      "keys": [
        {
          "alg": "ES256",
          "crv": "P-256",
          "kid": "gWjt7nmB1udyFpLYVp0SxJnI8lJEvl7q8AFYZRqnGV8",
          "kty": "EC",
          "use": "sig",
          "x": "HhhTL9R1TALzBB2cdc6zO4P_2BrHzk_ogsyxyYvFiW4",
          "y": "pGwxHE4v9A3ZajZT5uRURdMt_khuztdcepDGoYiBwKM",
        },
      ],
    }
  `)
})

test('N6: every discovery URL uses the configured origin, whatever the request headers say', async () => {
  const app = await createTestServer({ environment: { COUNTERSIGN_TRUSTED_PROXIES: '127.0.0.1' } })
  await addFixedKey(app)
  const honest = (await app.http.inject('/.well-known/openid-configuration')).json<Record<string, unknown>>()
  const addresses = Object.values(honest).filter(
    (value): value is string => typeof value === 'string' && value.startsWith('http'),
  )
  expect(addresses.length).toBeGreaterThan(8)
  for (const address of addresses) expect(new URL(address).origin).toBe('https://sign-in.example')
  for (const headers of [
    { host: 'evil.example' },
    { host: 'evil.example:8443', 'x-forwarded-proto': 'http' },
    { 'x-forwarded-host': 'evil.example' },
    {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      'x-forwarded-port': '8080',
      'x-forwarded-prefix': '/evil',
    },
    { forwarded: 'for=203.0.113.7;host=evil.example;proto=http' },
    {
      'x-forwarded-server': 'evil.example',
      'x-original-host': 'evil.example',
      'x-original-url': 'https://evil.example/',
    },
  ]) {
    expect((await app.http.inject({ url: '/.well-known/openid-configuration', headers })).json()).toEqual(honest)
    expect((await app.http.inject({ url: '/.well-known/oauth-authorization-server', headers })).json()).toEqual(honest)
  }
})

test.each([
  { COUNTERSIGN_EMAIL_ALIAS_DOMAIN: 'people.example' },
  { COUNTERSIGN_SMTP_HOST: 'mail.example', COUNTERSIGN_SMTP_FROM: 'sign-in@people.example' },
])('the discovery document lists the email scope and claims if email is configured: %j', async (environment) => {
  const app = await createTestServer({ environment })
  await addFixedKey(app)
  const document = (await app.http.inject('/.well-known/openid-configuration')).json<Record<string, string[]>>()
  expect(document['scopes_supported']).toContain('email')
  expect(document['claims_supported']).toEqual(expect.arrayContaining(['email', 'email_verified']))
})
