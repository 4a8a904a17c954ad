// Attacks on the access token check of APIs (RFC 9068 §4, RFC 8725).
import { UnsecuredJWT, exportSPKI, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { createFakeIssuer, fakeApiAudience, fakeIssuerOrigin } from '../testing/fake-issuer.ts'
import type { FakeIssuer } from '../testing/fake-issuer.ts'
import { protect } from './protect.ts'
import type { ProtectOptions } from './protect-options.ts'

const createApi = ({ fetch, now }: FakeIssuer, options: ProtectOptions = {}) =>
  protect({
    issuer: fakeIssuerOrigin,
    audience: fakeApiAudience,
    scopes: ['api'],
    fetch,
    now,
    log: () => undefined,
    ...options,
  })

const createRequest = (authorization: string | null, more: Record<string, string> = {}) =>
  new Request(`${fakeApiAudience}/orders?page=2`, {
    headers: { ...(authorization !== null && { authorization }), ...more },
  })

async function refusalOf(issuer: FakeIssuer, authorization: string | null, options: ProtectOptions = {}) {
  const result = await createApi(issuer, options).authenticate(createRequest(authorization))
  if (result.outcome === 'allowed') throw new Error('The request was allowed')
  const body = (await result.response.json()) as { error: string; error_description: string }
  return { status: result.response.status, challenge: result.response.headers.get('www-authenticate') ?? '', ...body }
}

test('accepts an access token of the server for this API, and returns its person', async () => {
  const issuer = await createFakeIssuer()
  const token = await issuer.signAccessToken({
    groups: ['staff'],
    wallet: 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    wallet_kind: 'contract',
  })
  const result = await createApi(issuer).authenticate(createRequest(`Bearer ${token}`))
  expect(result).toMatchObject({
    outcome: 'allowed',
    user: {
      sub: 'alice',
      name: null,
      clientId: 'shop',
      scopes: ['api', 'read'],
      groups: ['staff'],
      wallet: {
        namespace: 'eip155',
        chain: '1',
        address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
        kind: 'contract',
      },
    },
  })
})

test('refuses a request without a token, and names both schemes and the metadata', async () => {
  const { status, challenge, error } = await refusalOf(await createFakeIssuer(), null)
  expect({ status, error }).toEqual({ status: 401, error: 'missing_token' })
  const metadata = `resource_metadata="${fakeApiAudience}/.well-known/oauth-protected-resource"`
  expect(challenge).toContain(`Bearer scope="api", ${metadata}`)
  expect(challenge).toContain('DPoP scope="api", algs="ES256')
  expect(challenge).not.toContain('error=')
})

const wrongTokens: [what: string, create: (issuer: FakeIssuer) => Promise<string>, reason: RegExp][] = [
  ['of another issuer', (issuer) => issuer.signAccessToken({ iss: 'https://evil.example' }), /another server/],
  ['for another API', (issuer) => issuer.signAccessToken({ aud: 'https://other.example' }), /another API/],
  ['without an audience', (issuer) => issuer.signAccessToken({ aud: undefined }), /another API/],
  ['of the type JWT, such as an ID token', (issuer) => issuer.signAccessToken({}, { typ: 'JWT' }), /at\+jwt/],
  ['without a type', (issuer) => issuer.signAccessToken({}, { typ: undefined }), /at\+jwt/],
  ['that is a logout token', (issuer) => issuer.signAccessToken({}, { typ: 'logout+jwt' }), /at\+jwt/],
  ['that expired', (issuer) => issuer.signAccessToken({ exp: issuer.now() / 1000 - 31 }), /expired/],
  ['without an expiry', (issuer) => issuer.signAccessToken({ exp: undefined }), /"exp"/],
  ['that is not valid yet', (issuer) => issuer.signAccessToken({ nbf: issuer.now() / 1000 + 31 }), /"nbf"/],
  ['without a person', (issuer) => issuer.signAccessToken({ sub: '' }), /"sub"/],
  ['of a person without a text as ID', (issuer) => issuer.signAccessToken({ sub: 1 }), /"sub"/],
  ['without a client', (issuer) => issuer.signAccessToken({ client_id: undefined }), /client_id/],
  ['with an unknown kid', (issuer) => issuer.signAccessToken({}, { kid: 'unknown' }), /does not publish/],
  ['with another confirmation method', (issuer) => issuer.signAccessToken({ cnf: { 'x5t#S256': 'a' } }), /bound/],
  ['signed with another key', async (issuer) => signWithOtherKey(issuer), /signature/],
  ['without a signature', async (issuer) => createUnsecured(issuer), /algorithm|malformed/],
  ['with the public key as HMAC secret', (issuer) => signWithPublicKeyAsSecret(issuer), /algorithm/],
]

async function signWithOtherKey(issuer: FakeIssuer): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256')
  const [header, payload] = (await issuer.signAccessToken()).split('.')
  const [, , signature] = (await issuer.sign({}, {}, privateKey)).split('.')
  return `${header}.${payload}.${signature}`
}

function createUnsecured({ now }: FakeIssuer): string {
  const seconds = Math.floor(now() / 1000)
  const claims = {
    iss: fakeIssuerOrigin,
    aud: `${fakeApiAudience}/`,
    sub: 'alice',
    client_id: 'shop',
    jti: 'a',
    scope: 'api',
  }
  return new UnsecuredJWT({ ...claims, iat: seconds, exp: seconds + 300 }).encode()
}

async function signWithPublicKeyAsSecret(issuer: FakeIssuer): Promise<string> {
  const secret = new TextEncoder().encode(await exportSPKI(issuer.publicKey))
  return issuer.sign(
    { iss: fakeIssuerOrigin, aud: `${fakeApiAudience}/`, scope: 'api' },
    { alg: 'HS256', typ: 'at+jwt' },
    secret,
  )
}

test.each(wrongTokens)('O35: refuses an access token %s', async (_what, create, reason) => {
  const issuer = await createFakeIssuer()
  const refusal = await refusalOf(issuer, `Bearer ${await create(issuer)}`)
  expect(refusal).toMatchObject({ status: 401, error: 'invalid_token' })
  expect(refusal.error_description).toMatch(reason)
  expect(refusal.challenge).toContain('Bearer error="invalid_token", error_description="')
  expect(refusal.challenge).toContain('resource_metadata="')
})

test.each([
  ['opaque', 'resource=https://api.shop.example/'],
  ['x'.repeat(20_000), 'longer than'],
])('refuses a token that is not a JWT, without a request to the server', async (token, text) => {
  const issuer = await createFakeIssuer()
  const refusal = await refusalOf(issuer, `Bearer ${token}`)
  expect(refusal.error_description).toContain(text)
  expect(issuer.requests).toEqual([])
})

test('answers 403 with the required scope if the token lacks it', async () => {
  const issuer = await createFakeIssuer()
  const refusal = await refusalOf(issuer, `Bearer ${await issuer.signAccessToken({ scope: 'read' })}`, {
    scopes: ['api', 'write'],
  })
  expect(refusal).toMatchObject({ status: 403, error: 'insufficient_scope' })
  expect(refusal.challenge).toContain('error="insufficient_scope"')
  expect(refusal.challenge).toContain('scope="api write"')
})

test.each(['Bearer', 'Basic YTpi', 'Bearer a b', 'Bearer a, Bearer b', 'Token abc', 'Bearer a\u00e4'])(
  'refuses the header Authorization %j as an invalid request',
  async (authorization) => {
    expect(await refusalOf(await createFakeIssuer(), authorization)).toMatchObject({
      status: 400,
      error: 'invalid_request',
    })
  },
)

test('O35: ignores tokens in the query and in the body (RFC 6750 §2.2, §2.3)', async () => {
  const issuer = await createFakeIssuer()
  const token = await issuer.signAccessToken()
  const result = await createApi(issuer).authenticate(
    new Request(`${fakeApiAudience}/orders?access_token=${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `access_token=${token}`,
    }),
  )
  expect(result.outcome).toBe('refused')
})

test('requests metadata and keys once, and keys for an unknown kid at most once in 30 seconds', async () => {
  const issuer = await createFakeIssuer()
  const api = createApi(issuer)
  const send = async (header = {}) =>
    api.authenticate(createRequest(`Bearer ${await issuer.signAccessToken({}, header)}`))
  await Promise.all([send(), send(), send()])
  expect(issuer.requests).toEqual(['/.well-known/openid-configuration', '/jwks'])
  for (let index = 0; index < 20; index++) await send({ kid: `unknown-${index}` })
  expect(issuer.requests.length).toBe(2)
})

test('O35: answers 503, not 401, while the keys cannot be loaded', async () => {
  const issuer = await createFakeIssuer()
  issuer.isReachable = false
  const api = createApi(issuer)
  const token = await issuer.signAccessToken()
  const result = await api.authenticate(createRequest(`Bearer ${token}`))
  expect(result.outcome === 'refused' && result.response.status).toBe(503)
  expect(result.outcome === 'refused' && result.response.headers.get('retry-after')).toBe('5')
  issuer.isReachable = true
  issuer.pass(2001)
  expect(await api.authenticate(createRequest(`Bearer ${token}`))).toMatchObject({ outcome: 'allowed' })
})

test('O35: refuses the metadata of another issuer', async () => {
  const issuer = await createFakeIssuer()
  issuer.document = { issuer: 'https://evil.example' }
  const { status, error_description } = await refusalOf(issuer, `Bearer ${await issuer.signAccessToken()}`)
  expect(status).toBe(503)
  expect(error_description).toContain('COUNTERSIGN_ISSUER is https://sign-in.example')
})

test('O35: refuses keys over http, which anyone on the network could replace', async () => {
  const issuer = await createFakeIssuer()
  issuer.document = { jwks_uri: 'http://sign-in.example/jwks' }
  const { status, error_description } = await refusalOf(issuer, `Bearer ${await issuer.signAccessToken()}`)
  expect(status).toBe(503)
  expect(error_description).toContain('jwks_uri')
  expect(issuer.requests).not.toContain('/jwks')
})

test('does not write characters into WWW-Authenticate that could end a quoted value', async () => {
  const issuer = await createFakeIssuer()
  const { challenge } = await refusalOf(issuer, 'Bearer opaque', { audience: 'urn:api:"quoted\\"' })
  expect(challenge).toContain("resource=urn:api:'quoted?'.")
})

test('O35: logs why a request was refused, in one line without the token and the query', async () => {
  const issuer = await createFakeIssuer()
  const lines: string[] = []
  const options = { log: (line: string) => void lines.push(line) }
  const token = await issuer.signAccessToken({ aud: 'https://other.example' })
  await refusalOf(issuer, `Bearer ${token}`, options)
  await refusalOf(issuer, `Bearer ${await issuer.signAccessToken({ scope: 'read' })}`, options)
  await refusalOf(issuer, null, options)
  expect(lines).toEqual([
    `countersign: refused GET /orders (invalid_token): The access token is for another API. Its audience must be ${fakeApiAudience}/.`,
    'countersign: refused GET /orders (insufficient_scope): The access token lacks the scope api.',
  ])
})

test('O35: no path of a request adds a line to the log', async () => {
  const issuer = await createFakeIssuer()
  const lines: string[] = []
  const api = createApi(issuer, { log: (line) => void lines.push(line) })
  const headers = { authorization: 'Bearer x' }
  await api.authenticate(new Request(`${fakeApiAudience}/%0Acountersign:\u2028${'a'.repeat(9000)}`, { headers }))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^[\x20-\x7e]{1,400}$/)
})

test('logs why the keys of the server cannot be loaded', async () => {
  const issuer = await createFakeIssuer()
  issuer.isReachable = false
  const lines: string[] = []
  const authorization = `Bearer ${await issuer.signAccessToken()}`
  await refusalOf(issuer, authorization, { log: (line) => void lines.push(line) })
  expect(lines).toEqual([
    expect.stringMatching(/^countersign: refused GET \/orders \(temporarily_unavailable\): .*fetch failed/),
  ])
})
