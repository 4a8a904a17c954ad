import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import type { JWTPayload } from 'jose'
import { describe, expect, test } from 'vitest'
import { deviceCodeGrantType } from '../../store/applications/application-definition-types.ts'
import {
  addTestClientApplication,
  createAuthorizationUrl,
  createOidcTestServer,
  postFormAsApplication,
} from '../../testing/oidc-application-test-steps.ts'
import { summarizeOAuthResponse } from '../../testing/oauth-token-test-steps.ts'

describe('client assertion (private_key_jwt)', () => {
  test('O2: is valid for at most an hour; the error names the reason only if the signature is valid', async () => {
    const app = await createOidcTestServer()
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const resource = 'https://service.example/'
    const machine = await addTestClientApplication(app, {
      kind: 'machine',
      authentication: 'private_key_jwt',
      jwks: { keys: [{ ...(await exportJWK(publicKey)) }] },
      resources: [{ resource, scopes: ['read'] }],
    })
    const now = app.clock.now / 1000
    const { privateKey: otherKey } = await generateKeyPair('ES256')
    const send = async (exp: unknown, jti: string | undefined = crypto.randomUUID(), key = privateKey) => {
      const claims = {
        iss: machine.id,
        sub: machine.id,
        aud: 'https://sign-in.example',
        jti,
        exp,
      } as Record<string, unknown>
      const client_assertion = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(key)
      const form = {
        grant_type: 'client_credentials',
        resource,
        scope: 'read',
        client_assertion,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      }
      return postFormAsApplication(app, '/token', null, form)
    }
    const attempt = async (exp: unknown) => summarizeOAuthResponse(await send(exp))
    const reasonOf = async (...given: Parameters<typeof send>) =>
      (await send(...given)).json<{ error_description: string }>().error_description
    for (const exp of [now + 3601, 4e9, 9e15, 1e300])
      expect([exp, await attempt(exp)]).toEqual([exp, '401 invalid_client'])
    expect(
      await app.database.queries
        .selectFrom('provider_records')
        .select('kind')
        .where('kind', '=', 'ReplayDetection')
        .execute(),
    ).toEqual([])
    // RFC 7519 §2: times may be fractional.
    for (const exp of [now + 3600, now + 59.0005]) expect([exp, await attempt(exp)]).toEqual([exp, '200'])
    expect(await reasonOf(now + 3601)).toBe(
      'the client assertion must expire (exp) within 3600 seconds, for example in 60 seconds',
    )
    expect(await reasonOf(now + 3601, undefined, otherKey)).toBe('client authentication failed')
    expect(summarizeOAuthResponse(await send(now + 3600, 'once'))).toBe('200')
    app.pass(3_540_000)
    expect(await reasonOf(now + 3600, 'once')).toBe(
      'this client assertion was already used: create one with a new jti for each request',
    )
    expect(summarizeOAuthResponse(await send(now + 3600, ''))).toBe('401 invalid_client')
  })

  test('O20: must have only the issuer or the token endpoint as audience, at every endpoint', async () => {
    const app = await createOidcTestServer()
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const web = await addTestClientApplication(app, {
      authentication: 'private_key_jwt',
      jwks: { keys: [{ ...(await exportJWK(publicKey)) }] },
      grantTypes: ['authorization_code', deviceCodeGrantType],
      scopes: ['openid'],
    })
    const issuer = 'https://sign-in.example'
    const asked = Object.fromEntries(new URL(createAuthorizationUrl(web), issuer).searchParams)
    const endpoints: Record<string, { form: Record<string, string>; accepted: string }> = {
      '/token': { form: { grant_type: 'authorization_code', code: 'none' }, accepted: '400 invalid_request' },
      '/par': { form: asked, accepted: '201' },
      '/introspect': { form: { token: 'none' }, accepted: '200' },
      '/revoke': { form: { token: 'none' }, accepted: '200' },
      '/device/authorize': { form: { scope: 'openid' }, accepted: '200' },
    }
    const send = async (path: string, aud: unknown) => {
      const claims = { iss: web.id, sub: web.id, aud, jti: crypto.randomUUID(), exp: app.clock.now / 1000 + 60 }
      const client_assertion = await new SignJWT(claims as JWTPayload)
        .setProtectedHeader({ alg: 'ES256' })
        .sign(privateKey)
      const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
      return summarizeOAuthResponse(
        await postFormAsApplication(app, path, null, {
          ...endpoints[path]?.form,
          client_assertion,
          client_assertion_type,
        }),
      )
    }
    const other = 'https://other.example'
    for (const [path, { accepted }] of Object.entries(endpoints)) {
      for (const aud of [issuer, [issuer], `${issuer}/token`, [`${issuer}/token`]])
        expect([path, aud, await send(path, aud)]).toEqual([path, aud, accepted])
      const refused: unknown[] = [
        [issuer, other],
        [other, issuer],
        [issuer, `${issuer}/token`],
        [issuer, issuer],
        [[issuer]],
        [],
        '',
        other,
        `${issuer}/`,
        `${issuer}/token/`,
        `${issuer} ${other}`,
        `${issuer}/authorize`,
        { issuer },
        ...(path === '/token' ? [] : [`${issuer}${path}`, [`${issuer}${path}`]]),
      ]
      for (const aud of refused) expect([path, aud, await send(path, aud)]).toEqual([path, aud, '401 invalid_client'])
    }
  })
})
