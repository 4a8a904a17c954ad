// Registration metadata rules: errors, and what is stored (THREATS O8).
import { describe, expect, test } from 'vitest'
import { createOidcTestServerWithRsaKey } from '../../../testing/oidc-application-test-steps.ts'
import { summarizeOAuthResponse } from '../../../testing/oauth-token-test-steps.ts'
import {
  createTestClientRegistrationToken,
  sendClientRegistration,
  validClientMetadata,
} from '../../../testing/client-registration-test-steps.ts'

describe('dynamic client registration', () => {
  test('O8: accepts or refuses every malformed value of every member, without a server error', async () => {
    const app = await createOidcTestServerWithRsaKey()
    const token = await createTestClientRegistrationToken(app)
    const names = [
      'application_type',
      'backchannel_logout_session_required',
      'backchannel_logout_uri',
      'client_name',
      'client_uri',
      'contacts',
      'default_acr_values',
      'default_max_age',
      'dpop_bound_access_tokens',
      'grant_types',
      'id_token_signed_response_alg',
      'initiate_login_uri',
      'jwks',
      'jwks_uri',
      'logo_uri',
      'policy_uri',
      'post_logout_redirect_uris',
      'redirect_uris',
      'require_auth_time',
      'require_pushed_authorization_requests',
      'response_types',
      'response_modes',
      'scope',
      'sector_identifier_uri',
      'subject_type',
      'token_endpoint_auth_method',
      'token_endpoint_auth_signing_alg',
      'tos_uri',
    ]
    const values = [5, -1, 'x', 'a\0b', '', null, true, {}, { keys: 5 }, [], [5], [null], [{}], [[]], ['x'], ['a\0b']]
    for (const name of names) {
      for (const value of values) {
        const answer = await sendClientRegistration(app, { ...validClientMetadata, [name]: value }, token)
        expect([name, JSON.stringify(value), answer.statusCode]).toEqual([
          name,
          JSON.stringify(value),
          expect.toSatisfy((status) => status === 201 || status === 400),
        ])
      }
    }
    for (const body of ['null', '[]', '5', '"x"', '{', '']) {
      const answer = await app.http.inject({
        method: 'POST',
        url: '/register',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        payload: body,
      })
      expect([body, answer.statusCode]).toEqual([body, 400])
    }
  })

  test('O8: returns exactly the stored metadata', async () => {
    const app = await createOidcTestServerWithRsaKey()
    const token = await createTestClientRegistrationToken(app)
    const asked = {
      ...validClientMetadata,
      client_uri: 'https://their.example/',
      dpop_bound_access_tokens: true,
      require_pushed_authorization_requests: true,
      default_max_age: 600,
      contacts: ['somebody@their.example'],
      logo_uri: 'https://their.example/logo',
      initiate_login_uri: 'https://their.example/begin',
      response_modes: ['query'],
    }
    const answer = (await sendClientRegistration(app, asked, token)).json<{
      client_id: string
      client_secret: string
    }>()
    expect(answer).toEqual({
      application_type: 'web',
      client_id: expect.stringMatching(/^[0-9a-z]{26}$/),
      client_id_issued_at: app.clock.now / 1000,
      client_name: 'Theirs',
      client_secret: expect.any(String),
      client_secret_expires_at: 0,
      client_uri: 'https://their.example/',
      default_max_age: 600,
      dpop_bound_access_tokens: true,
      grant_types: ['authorization_code'],
      id_token_signed_response_alg: 'RS256',
      post_logout_redirect_uris: [],
      redirect_uris: ['https://their.example/callback'],
      require_auth_time: true,
      require_pushed_authorization_requests: true,
      response_types: ['code'],
      scope: expect.stringMatching(/^openid profile wallet /),
      subject_type: 'pairwise',
      token_endpoint_auth_method: 'client_secret_basic',
    })
    const { definition } = await app.database.queries
      .selectFrom('applications')
      .select('definition')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(definition)).toMatchObject({
      uri: 'https://their.example/',
      dpopRequired: true,
      pushedRequestRequired: true,
      maxAgeSeconds: 600,
    })
    for (const own of ['countersign_pkce', 'countersign_introspection', 'countersign_subject_type']) {
      expect([
        own,
        summarizeOAuthResponse(await sendClientRegistration(app, { ...validClientMetadata, [own]: 'all' }, token)),
      ]).toEqual([own, '400 invalid_client_metadata'])
    }
  })
})

test('dynamic registration uses the rules for operators, and errors name the submitted members', async () => {
  const app = await createOidcTestServerWithRsaKey()
  const token = await createTestClientRegistrationToken(app, 100)
  const device = 'urn:ietf:params:oauth:grant-type:device_code'
  const accepted: [object, object][] = [
    [
      { redirect_uris: ['https://one.example/callback', 'https://two.example/callback'] },
      { kind: 'web', subjectType: 'pairwise' },
    ],
    [
      { redirect_uris: ['https://one.example/callback', 'https://one.example:8443/callback'] },
      { kind: 'web', subjectType: 'pairwise' },
    ],
    [
      {
        redirect_uris: ['https://one.example/callback', 'http://127.0.0.1:33418/'],
        token_endpoint_auth_method: 'none',
      },
      { kind: 'single-page', subjectType: 'pairwise' },
    ],
    [
      {
        redirect_uris: ['https://one.example/callback', 'http://127.0.0.1:33418/'],
        grant_types: ['authorization_code', 'refresh_token', device],
        token_endpoint_auth_method: 'none',
      },
      { kind: 'native', subjectType: 'pairwise' },
    ],
    [
      { redirect_uris: undefined, grant_types: [device], token_endpoint_auth_method: 'none' },
      { kind: 'device', redirectUris: [] },
    ],
    [
      { redirect_uris: ['example.app:/callback'], token_endpoint_auth_method: 'none' },
      { kind: 'native', redirectUris: ['example.app:/callback'] },
    ],
    [{ grant_types: ['authorization_code', device] }, { kind: 'web' }],
  ]
  for (const [members, expected] of accepted) {
    const answer = await sendClientRegistration(app, { ...validClientMetadata, ...members }, token)
    const { client_id } = answer.json<{ client_id: string }>()
    expect([members, answer.statusCode, answer.body]).toEqual([members, 201, expect.anything()])
    const { definition, sector } = await app.database.queries
      .selectFrom('applications')
      .select(['definition', 'sector'])
      .where('id', '=', client_id)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(definition)).toMatchObject(expected)
    expect(sector).toBe(JSON.stringify(members).includes('8443') ? 'one.example' : `application:${client_id}`)
  }
  const refused: [object, string][] = [
    [
      { redirect_uris: ['myapp:/callback'] },
      'redirect_uris[0]: must use a reverse domain name containing a dot as its scheme, such as "example.app:/callback" (RFC 8252 §7.1)',
    ],
    [
      { redirect_uris: ['myapp:/callback'], application_type: 'native' },
      'redirect_uris[0]: must use a reverse domain name containing a dot as its scheme, such as "example.app:/callback" (RFC 8252 §7.1)',
    ],
    [
      { redirect_uris: ['example.app:/callback'], application_type: 'web' },
      'redirect_uris[0]: must start with "https://"; only a native application may use a custom scheme',
    ],
    [{ client_name: '' }, 'client_name: must have 1 to 80 characters'],
    [
      { token_endpoint_auth_method: 'private_key_jwt' },
      'jwks: is required for "private_key_jwt", unless jwks_uri is given; do not send both',
    ],
  ]
  for (const [members, expected] of refused)
    expect((await sendClientRegistration(app, { ...validClientMetadata, ...members }, token)).json()).toEqual({
      error: expect.stringMatching(/^invalid_(client_metadata|redirect_uri)$/),
      error_description: expected,
      error_uri: expect.stringMatching(/\/troubleshooting#registration(-address)?$/),
    })
})
