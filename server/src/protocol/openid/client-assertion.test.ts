import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../../testing/test-databases.ts'
import { addTestApplication, createOpenIdApp, post } from '../../testing/test-openid.ts'
import { told } from '../../testing/test-tokens.ts'

describe.each(databaseKinds)('the proof of an application (private_key_jwt), on %s', (kind) => {
  test('O2 is refused where it works for longer than ten minutes, so that it need not be remembered for ever', async () => {
    const app = await createOpenIdApp({ database: kind })
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const resource = 'https://service.example/'
    const machine = await addTestApplication(app, {
      kind: 'machine',
      authentication: 'private_key_jwt',
      jwks: { keys: [{ ...(await exportJWK(publicKey)) }] },
      resources: [{ resource, scopes: ['read'] }],
    })
    const now = app.clock.now / 1000
    const attempt = async (exp: unknown) => {
      const claims = {
        iss: machine.id,
        sub: machine.id,
        aud: 'https://sign-in.example',
        jti: crypto.randomUUID(),
        exp,
      } as Record<string, unknown>
      const client_assertion = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(privateKey)
      const form = {
        grant_type: 'client_credentials',
        resource,
        scope: 'read',
        client_assertion,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      }
      return told(await post(app, '/token', null, form))
    }
    for (const exp of [now + 601, 4e9, 9e15, 1e300])
      expect([exp, await attempt(exp)]).toEqual([exp, '401 invalid_client'])
    expect(
      await app.database.queries
        .selectFrom('provider_records')
        .select('kind')
        .where('kind', '=', 'ReplayDetection')
        .execute(),
    ).toEqual([])
    // RFC 7519 §2: a time need not be a whole number.
    for (const exp of [now + 600, now + 59.0005]) expect([exp, await attempt(exp)]).toEqual([exp, '200'])
  })
})
