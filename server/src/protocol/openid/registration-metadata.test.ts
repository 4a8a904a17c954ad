// What a program registers itself with (RFC 7591 §2) beyond what is used here: dropped, and never a reason to refuse the rest.
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { systemRandom } from '../../platform/clock.ts'
import { databaseKinds } from '../../testing/test-databases.ts'
import { authorizeUrl, createOpenIdApp, goesTo } from '../../testing/test-openid.ts'
import { createRegistrationToken } from './registration.ts'

type App = Awaited<ReturnType<typeof createOpenIdApp>>
interface Registered {
  client_id: string
  client_secret?: string
  scope?: string
  redirect_uris?: string[]
  [name: string]: unknown
}

async function openRegistration(options: Parameters<typeof createOpenIdApp>[0] = {}) {
  const app = await createOpenIdApp(options)
  const token = await createRegistrationToken(
    { queries: app.database.queries, random: systemRandom },
    { now: app.clock.now, lifeMs: 3_600_000, uses: 1000 },
  )
  // Instances notice within seconds.
  app.pass(6000)
  const register = async (metadata: object) => {
    const answer = await app.http.inject({
      method: 'POST',
      url: '/register',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      payload: JSON.stringify({ redirect_uris: ['https://their.example/callback'], ...metadata }),
    })
    return { status: answer.statusCode, body: answer.json<Registered & { error_description?: string }>() }
  }
  return { app, register }
}

const logged = (app: App, message: string) =>
  app.log.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === message)

const publicKey = (members: object = {}) => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }),
  ...members,
})

describe.each(databaseKinds)('registration metadata on %s', (kind) => {
  test('O8 an unusable redirect address next to usable ones is dropped and logged, and the rest works', async () => {
    const { app, register } = await openRegistration({ database: kind })
    const { status, body } = await register({
      redirect_uris: [
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'https://their.example/callback',
        'https://their.example/callback',
        'http://their.example/callback',
        'http://localhost:8787/callback',
        5,
      ],
      post_logout_redirect_uris: ['https://their.example/', 'javascript:alert(1)'],
      token_endpoint_auth_method: 'none',
    })
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        redirect_uris: ['https://their.example/callback', 'http://localhost:8787/callback'],
        post_logout_redirect_uris: ['https://their.example/'],
      }),
    ])
    expect(logged(app, 'registration.addresses_dropped')).toEqual([
      expect.objectContaining({
        application: body.client_id,
        help: 'docs/guides/troubleshooting.md#registration-address',
        dropped: [
          {
            member: 'redirect_uris',
            address: 'cursor://anysphere.cursor-mcp/oauth/callback',
            reason: expect.stringContaining('scheme with a dot'),
          },
          {
            member: 'redirect_uris',
            address: 'https://their.example/callback',
            reason: expect.stringContaining('twice'),
          },
          {
            member: 'redirect_uris',
            address: 'http://their.example/callback',
            reason: expect.stringContaining('https'),
          },
          { member: 'redirect_uris', address: 'number', reason: 'must be a text' },
          {
            member: 'post_logout_redirect_uris',
            address: 'javascript:alert(1)',
            reason: expect.any(String),
          },
        ],
      }),
    ])
    for (const [redirectUri, to] of [
      ['https://their.example/callback', /^\/sign-in\?/],
      // The program is one on a device: its loopback address holds for any port.
      ['http://localhost:50123/callback', /^\/sign-in\?/],
      ['cursor://anysphere.cursor-mcp/oauth/callback', /^\/error\?code=application\.address_unregistered/],
    ] as const) {
      const asks = { id: body.client_id, secret: null, redirectUri }
      expect(goesTo(await app.openBrowser().send('GET', authorizeUrl(asks)))).toMatch(to)
    }
    const none = await register({ redirect_uris: ['cursor://x/cb', 'http://their.example/callback'] })
    expect([none.status, none.body.error_description]).toEqual([400, expect.stringMatching(/^redirect_uris\[0\]: /)])
  })

  test('O8 a scope of a resource is no reason to refuse a registration, and the response says which scopes are registered', async () => {
    const { app, register } = await openRegistration({ database: kind })
    for (const [scope, registered] of [
      ['read write', 'openid'],
      ['', 'openid'],
      ['openid admin', 'openid'],
      ['mcp:tools profile', 'openid profile'],
      ['openid email wallet', 'openid wallet'],
    ] as const) {
      const { status, body } = await register({ scope, token_endpoint_auth_method: 'none' })
      expect([scope, status, body.scope]).toEqual([scope, 201, registered])
      const asks = { id: body.client_id, secret: null, redirectUri: 'https://their.example/callback' }
      expect(goesTo(await app.openBrowser().send('GET', authorizeUrl(asks)))).toMatch(/^\/sign-in\?/)
    }
  })

  test('O8 keys that are not needed are dropped like other metadata', async () => {
    const { app, register } = await openRegistration({ database: kind })
    const jwks = { keys: [publicKey()] }
    for (const keys of [{ jwks }, { jwks_uri: 'https://their.example/jwks.json' }, { jwks: { keys: 'none' } }]) {
      for (const token_endpoint_auth_method of ['client_secret_basic', 'client_secret_post', 'none', undefined]) {
        const { status, body } = await register({ ...keys, token_endpoint_auth_method })
        expect([status, body]).toEqual([201, expect.not.objectContaining({ jwks: expect.anything() })])
        expect(body).not.toHaveProperty('jwks_uri')
      }
    }
    const signing = publicKey({ use: 'sig', kid: 'signing' })
    const byKey = await register({
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [publicKey({ use: 'enc' }), signing] },
    })
    expect([byKey.status, byKey.body.jwks]).toEqual([201, { keys: [signing] }])
    const stored = await app.database.queries.selectFrom('applications').select('definition').execute()
    expect(stored.filter(({ definition }) => definition.includes('"jwks":{'))).toHaveLength(1)
  })
})

test('O8 a refused registration is told by the names that were sent', async () => {
  const { register } = await openRegistration()
  const device = 'urn:ietf:params:oauth:grant-type:device_code'
  const byKey = { token_endpoint_auth_method: 'private_key_jwt' }
  const refused: [object, RegExp][] = [
    [{ ...byKey }, /^jwks: must be there for "private_key_jwt", or else jwks_uri, and not both$/],
    [{ ...byKey, jwks: { keys: [publicKey()] }, jwks_uri: 'https://their.example/jwks' }, /^jwks: must be there/],
    [{ ...byKey, jwks_uri: 'http://their.example/jwks' }, /^jwks_uri: /],
    [{ grant_types: [device], token_endpoint_auth_method: 'none' }, /^redirect_uris: must be empty without/],
    [{ grant_types: [] }, /^grant_types: must contain "authorization_code", "client_credentials" or/],
    [
      { grant_types: ['client_credentials'], redirect_uris: [] },
      /^grant_types: must not be "client_credentials" alone/,
    ],
    [
      { grant_types: ['client_credentials'], redirect_uris: [], token_endpoint_auth_method: 'none' },
      /^token_endpoint_auth_method: must not be "none"/,
    ],
    [
      {
        grant_types: ['client_credentials'],
        redirect_uris: [],
        default_max_age: 5,
        backchannel_logout_uri: 'https://a.example/',
      },
      /backchannel_logout_uri: must be left out.*default_max_age: must be left out/,
    ],
    [
      { grant_types: ['authorization_code', 'client_credentials'], token_endpoint_auth_method: 'none' },
      /^grant_types: must not contain "client_credentials" with this application_type/,
    ],
    [
      { grant_types: [device], redirect_uris: [], sector_identifier_uri: 'https://their.example/sector' },
      /sector_identifier_uri: must be left out/,
    ],
    [{ scope: 'openid offline_access' }, /^scope: must not contain "offline_access"/],
  ]
  for (const [members, expected] of refused) {
    const { status, body } = await register(members)
    expect([members, status, body.error_description]).toEqual([members, 400, expect.stringMatching(expected)])
    expect(body.error_description).not.toMatch(
      /\bkind\b|must be null|\bresources\b|\b[a-z]+(?:Uri|Uris|Types|Seconds)\b/,
    )
  }
})
