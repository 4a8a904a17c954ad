// Registration metadata (RFC 7591 §2) that is not used here is dropped and never refused.
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { systemRandomBytes } from '../../platform/clock.ts'
import { startClientMetadataSite } from '../../testing/client-metadata-test-server.ts'
import {
  createAuthorizationUrl,
  createOidcTestServerWithRsaKey,
  getRedirectLocation,
  getInteractionIdFromRedirect,
} from '../../testing/oidc-application-test-steps.ts'
import { createClientRegistrationToken } from './client-registration-tokens.ts'

type App = Awaited<ReturnType<typeof createOidcTestServerWithRsaKey>>
interface Registered {
  client_id: string
  client_secret?: string
  scope?: string
  redirect_uris?: string[]
  [name: string]: unknown
}

async function openRegistration(options: Parameters<typeof createOidcTestServerWithRsaKey>[0] = {}) {
  const app = await createOidcTestServerWithRsaKey(options)
  const token = await createClientRegistrationToken(
    { queries: app.database.queries, random: systemRandomBytes },
    { now: app.clock.now, lifeMs: 3_600_000, uses: 1000 },
  )
  // Instances notice within seconds that registration is open.
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

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

const publicKey = (members: object = {}) => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }),
  ...members,
})

describe('registration metadata', () => {
  test('O8: unusable redirect URIs are dropped and logged, and the others work', async () => {
    const { app, register } = await openRegistration()
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
            reason: expect.stringContaining('reverse domain name containing a dot'),
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
          { member: 'redirect_uris', address: 'number', reason: 'must be a string' },
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
      ['http://localhost:50123/callback', /^\/sign-in\?/],
      ['cursor://anysphere.cursor-mcp/oauth/callback', /^\/error\?code=application\.redirect_uri_not_registered/],
    ] as const) {
      const asks = { id: body.client_id, secret: null, redirectUri }
      expect(getRedirectLocation(await app.openBrowser().send('GET', createAuthorizationUrl(asks)))).toMatch(to)
    }
    const none = await register({ redirect_uris: ['cursor://x/cb', 'http://their.example/callback'] })
    expect([none.status, none.body.error_description]).toEqual([400, expect.stringMatching(/^redirect_uris\[0\]: /)])
  })

  test('O8: cannot require claims', async () => {
    const { app, register } = await openRegistration()
    const { status, body } = await register({ requires: [{ claim: 'name', reason: 'So that we know you.' }] })
    expect([status, body]).toEqual([201, expect.not.objectContaining({ requires: expect.anything() })])
    const { definition } = await app.database.queries
      .selectFrom('applications')
      .select('definition')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(definition)).toMatchObject({ requires: [] })
  })

  test('O8: unknown scopes are not refused, and the response lists the registered ones', async () => {
    const { app, register } = await openRegistration()
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
      expect(getRedirectLocation(await app.openBrowser().send('GET', createAuthorizationUrl(asks)))).toMatch(
        /^\/sign-in\?/,
      )
    }
  })

  test('O8: keys that are not needed are dropped', async () => {
    const { app, register } = await openRegistration()
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

  test('O8: policy and terms links must be on a redirect URI host, and are shown with the consent', async () => {
    const { app, register } = await openRegistration()
    const { status, body } = await register({
      client_name: 'Theirs',
      token_endpoint_auth_method: 'none',
      policy_uri: 'https://their.example/privacy',
      tos_uri: 'https://their.example/terms?v=1',
    })
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        policy_uri: 'https://their.example/privacy',
        tos_uri: 'https://their.example/terms?v=1',
      }),
    ])
    const asks = { id: body.client_id, secret: null, redirectUri: 'https://their.example/callback' }
    const browser = app.openBrowser()
    const interactionId = getInteractionIdFromRedirect(await browser.send('GET', createAuthorizationUrl(asks)))
    expect((await browser.send('GET', `/api/interactions/${interactionId}`)).json()).toMatchObject({
      links: { policy: 'https://their.example/privacy', terms: 'https://their.example/terms?v=1' },
    })
    const elsewhere = [
      'https://bank.example/privacy',
      'http://their.example/',
      'https://their.example:8443/',
      'x',
      5,
      {},
    ]
    for (const value of elsewhere) {
      const dropped = await register({ policy_uri: value, tos_uri: value, logo_uri: value })
      expect([value, dropped.status]).toEqual([value, 201])
      for (const member of ['policy_uri', 'tos_uri', 'logo_uri']) expect(dropped.body).not.toHaveProperty(member)
    }
    expect(logged(app, 'registration.addresses_dropped')).toHaveLength(elsewhere.length)
    const none = await register({ token_endpoint_auth_method: 'none' })
    const plain = getInteractionIdFromRedirect(
      await browser.send('GET', createAuthorizationUrl({ ...asks, id: none.body.client_id })),
    )
    expect((await browser.send('GET', `/api/interactions/${plain}`)).json()).not.toHaveProperty('links')
  })

  test('O9: a logo is fetched once by the guarded client and stored, and dropped if invalid', async () => {
    const site = await startClientMetadataSite()
    const logo_uri = site.serve('/logo.png', () => (_request, response) => response.end(pixel))
    const torn = site.serve('/torn.png', () => (_request, response) => response.end(pixel.subarray(0, 30)))
    const redirect_uris = [`${site.origin}/callback`]
    const { app, register } = await openRegistration({
      environment: { COUNTERSIGN_ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8,::1/128' },
    })
    const { status, body } = await register({ redirect_uris, logo_uri })
    expect([status, body.logo_uri, site.countRequests()]).toEqual([
      201,
      `https://sign-in.example/api/applications/${body.client_id}/logo`,
      1,
    ])
    const shown = await app.http.inject(`/api/applications/${body.client_id}/logo`)
    expect([shown.statusCode, shown.headers['content-type'], shown.rawPayload]).toEqual([200, 'image/png', pixel])
    expect(site.countRequests()).toBe(1)
    for (const wrong of [torn, `${site.origin}/nothing`]) {
      const dropped = await register({ redirect_uris, logo_uri: wrong })
      expect([dropped.status, dropped.body.logo_uri]).toEqual([201, undefined])
    }
    expect(logged(app, 'registration.logo_dropped').map(({ address }) => address)).toEqual([
      torn,
      `${site.origin}/nothing`,
    ])
    const guarded = await openRegistration()
    const before = site.countRequests()
    expect((await guarded.register({ redirect_uris, logo_uri })).body).not.toHaveProperty('logo_uri')
    expect(site.countRequests()).toBe(before)
  })
})

test('O8: a refused registration names the submitted members', async () => {
  const { register } = await openRegistration()
  const device = 'urn:ietf:params:oauth:grant-type:device_code'
  const byKey = { token_endpoint_auth_method: 'private_key_jwt' }
  const refused: [object, RegExp][] = [
    [{ ...byKey }, /^jwks: is required for "private_key_jwt", unless jwks_uri is given; do not send both$/],
    [{ ...byKey, jwks: { keys: [publicKey()] }, jwks_uri: 'https://their.example/jwks' }, /^jwks: is required/],
    [{ ...byKey, jwks_uri: 'http://their.example/jwks' }, /^jwks_uri: /],
    [{ grant_types: [device], token_endpoint_auth_method: 'none' }, /^redirect_uris: must be empty if/],
    [{ grant_types: [] }, /^grant_types: must contain "authorization_code", "client_credentials" or/],
    [{ grant_types: ['client_credentials'], redirect_uris: [] }, /^grant_types: must not be "client_credentials"/],
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
      /backchannel_logout_uri: must be omitted.*default_max_age: must be omitted/,
    ],
    [
      { grant_types: ['authorization_code', 'client_credentials'], token_endpoint_auth_method: 'none' },
      /^grant_types: must not contain "client_credentials" with this application_type/,
    ],
    [
      { grant_types: [device], redirect_uris: [], sector_identifier_uri: 'https://their.example/sector' },
      /sector_identifier_uri: must be omitted/,
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
