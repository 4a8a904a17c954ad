// Client IDs that are URLs of metadata documents, parsing of documents, and their cache lifetime.
import { expect, test } from 'vitest'
import { isClientMetadataDocumentUrl } from '../../store/applications/client-metadata-document-url.ts'
import { computeHttpCacheLifetime } from './compute-http-cache-lifetime.ts'
import { ClientMetadataDocumentError, parseClientMetadataDocument } from './parse-client-metadata-document.ts'

test.each([
  'https://agent.example/client.json',
  'https://agent.example:8443/client.json',
  'https://agent.example/a/b?version=1',
  'https://xn--mnchen-3ya.example/client.json',
])('O14: accepts %s as a metadata document client ID', (id) => {
  expect(isClientMetadataDocumentUrl(id)).toBe(true)
})

test.each([
  'http://agent.example/client.json',
  'https://agent.example',
  'https://agent.example/',
  'https://agent.example/?client',
  'https://agent.example/#client',
  'https://agent.example/client.json#',
  'https://agent.example/a/../client.json',
  'https://agent.example/a/./client.json',
  'https://agent.example/a/%2e%2e/client.json',
  'https://agent.example/%2E/client.json',
  'https://user@agent.example/client.json',
  'https://user:password@agent.example/client.json',
  'https://@agent.example/client.json',
  'https://agent.example:443/client.json',
  'https://AGENT.example/client.json',
  'HTTPS://agent.example/client.json',
  'https:agent.example/client.json',
  'https:///agent.example/client.json',
  'https://agent.example\\client.json',
  'https://agent.example./client.json',
  'https://münchen.example/client.json',
  'https://127.0.0.1/client.json',
  'https://2130706433/client.json',
  'https://[::1]/client.json',
  'https://agent.example/client .json',
  'https://agent.example/client\n.json',
  ' https://agent.example/client.json',
  `https://agent.example/${'x'.repeat(300)}`,
  `https://${'a.'.repeat(50)}example/client.json`,
  'agent',
])('O14: rejects %j as a metadata document client ID', (id) => {
  expect(isClientMetadataDocumentUrl(id)).toBe(false)
})

const id = 'https://agent.example/client.json'
const read = (members: object, isNamed = false) =>
  parseClientMetadataDocument(
    JSON.stringify({ client_id: id, redirect_uris: ['https://agent.example/callback'], ...members }),
    id,
    isNamed,
  )
const faultOf = (members: object, isNamed = false): string => {
  try {
    read(members, isNamed)
  } catch (error) {
    if (error instanceof ClientMetadataDocumentError) return error.message
    throw error
  }
  return ''
}

function idTokenAlgorithmOf(alg: string | undefined): [string, boolean] {
  const { definition, isAlgorithmNamed } = read({ id_token_signed_response_alg: alg })
  return [definition.idTokenAlgorithm, isAlgorithmNamed]
}

test('O14: takes only permitted members from a metadata document and ignores the rest', () => {
  const { definition, claimedName } = read({
    client_name: 'Agent',
    client_uri: 'https://elsewhere.example/',
    logo_uri: 'https://agent.example/logo.png',
    grant_types: ['authorization_code', 'refresh_token', 'client_credentials', 'implicit'],
    scope: 'openid wallet groups proof mcp:tools offline_access',
    subject_type: 'public',
    sector_identifier_uri: 'https://bank.example/sector',
    backchannel_logout_uri: 'https://elsewhere.example/logout',
    resources: [{ resource: 'https://api.example/', scopes: ['read'] }],
    countersign_introspection: 'all',
    introspection: 'all',
    allowedGroups: [],
    requires: [{ claim: 'name' }],
    countersign_requires: [{ claim: 'name' }],
  })
  expect([definition.name, claimedName]).toEqual(['agent.example', 'Agent'])
  expect(definition).toMatchObject({
    id,
    kind: 'single-page',
    uri: null,
    backchannelLogoutUri: null,
    grantTypes: ['authorization_code', 'refresh_token'],
    authentication: 'none',
    scopes: ['openid', 'wallet', 'offline_access'],
    subjectType: 'pairwise',
    sectorIdentifierUri: null,
    resources: [],
    introspection: 'own',
    requires: [],
    pkce: 'required',
  })
  expect(['ES256', 'RS256', 'none', undefined].map((alg) => idTokenAlgorithmOf(alg))).toEqual([
    ['ES256', true],
    ['RS256', true],
    ['RS256', false],
    ['RS256', false],
  ])
  expect(read({ client_uri: 'https://agent.example/about' }).definition.uri).toBe('https://agent.example/about')
  expect(read({ application_type: 'native' }).definition.kind).toBe('native')
})

test('O14: a metadata document cannot require claims', () => {
  const requires = [{ claim: 'name', reason: 'So that we know you.' }]
  expect(read({ requires, countersign_requires: requires }).definition.requires).toEqual([])
})

test('O14: keeps policy and terms links only on the host of the metadata document', () => {
  const { definition } = read({
    policy_uri: 'https://agent.example/privacy',
    tos_uri: 'https://bank.example/terms',
    redirect_uris: ['https://agent.example/callback', 'https://bank.example/callback'],
  })
  expect(definition).toMatchObject({ policyUri: 'https://agent.example/privacy', termsUri: null })
  for (const policy_uri of [
    'http://agent.example/privacy',
    'https://agent.example:8443/',
    'javascript:alert(1)',
    5,
    {},
  ])
    expect(read({ policy_uri }).definition.policyUri).toBe(null)
})

test.each([[5], ['Bank\u202e'], [''], ['x'.repeat(200)], [{}]])(
  'O14: ignores an unreadable client_name: %j',
  (name) => {
    expect(read({ client_name: name }).claimedName).toBe(null)
  },
)

test('O14: reads keys from the metadata document, or from jwks_uri if the operator lists the host', () => {
  const byKey = { token_endpoint_auth_method: 'private_key_jwt' }
  const own = { ...byKey, jwks_uri: 'https://agent.example/jwks' }
  expect(read(own, true).definition).toMatchObject({ kind: 'web', jwksUri: 'https://agent.example/jwks' })
  expect(faultOf(own)).toContain('jwks_uri must be on the same host as the metadata document')
  expect(faultOf({ ...byKey, jwks_uri: 'https://other.example/jwks' }, true)).toContain(
    'jwks_uri must be on the same host as the metadata document',
  )
  expect(faultOf(byKey)).toContain('jwks')
  expect(faultOf({ jwks: { keys: [] } })).toContain('token_endpoint_auth_method')
  for (const method of ['client_secret_basic', 'client_secret_post', 'client_secret_jwt', 'tls_client_auth', 5])
    expect(faultOf({ token_endpoint_auth_method: method })).toContain('token_endpoint_auth_method')
})

test.each<[string, object]>([
  ['grant_types', { grant_types: 'authorization_code' }],
  ['authorization_code', { grant_types: ['client_credentials'] }],
  ['code', { response_types: ['token'] }],
  ['redirectUris', { redirect_uris: undefined }],
  ['redirectUris', { redirect_uris: 'https://agent.example/callback' }],
  ['redirectUris', { redirect_uris: ['https://agent.example/*'] }],
  ['redirectUris', { redirect_uris: ['http://agent.example/callback'] }],
  ['IP address', { redirect_uris: ['https://10.0.0.1/callback'] }],
  ['IP address', { redirect_uris: ['https://[fd00::1]/callback'] }],
  ['client_secret', { client_secret: null }],
  ['client_secret_expires_at', { client_secret_expires_at: 0 }],
])('O14: refuses an invalid metadata document with an error that names %s', (named, members) => {
  expect(faultOf(members)).toContain(named)
})

test.each<[Record<string, string>, number]>([
  [{}, 300],
  [{ 'cache-control': 'max-age=600' }, 600],
  [{ 'cache-control': 'public, MAX-AGE=600' }, 600],
  [{ 'cache-control': 'max-age=600, s-maxage=900' }, 900],
  [{ 'cache-control': 'max-age=600', age: '100' }, 500],
  [{ 'cache-control': 'max-age=5' }, 60],
  [{ 'cache-control': 'max-age=99999999' }, 86_400],
  [{ 'cache-control': 'max-age=600, no-store' }, 0],
  [{ 'cache-control': 'no-cache' }, 0],
  [{ 'cache-control': 'max-age=0' }, 0],
  [{ expires: 'Thu, 15 Jan 2026 12:10:00 GMT' }, 600],
  [{ expires: '0' }, 0],
  [{ 'cache-control': 'max-age=600', expires: '0' }, 600],
])('O14: caches a metadata document with the headers %j for %i seconds', (headers, seconds) => {
  expect(computeHttpCacheLifetime(headers, Date.parse('2026-01-15T12:00:00.000Z'))).toBe(seconds * 1000)
})
