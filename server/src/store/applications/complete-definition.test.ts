import { scopes } from '@countersign/api/api-endpoints'
import { expect, test } from 'vitest'
import { applicationKinds } from '../../platform/database/column-types.ts'
import { formatFault } from '../definition-errors/definition-error.ts'
import { completeDefinition } from './complete-definition.ts'

const web = { id: 'grafana', name: 'Grafana', kind: 'web', redirectUris: ['https://grafana.example/login'] }
const machine = {
  id: 'job',
  name: 'Job',
  kind: 'machine',
  resources: [{ resource: 'https://service.example/', scopes: ['read'] }],
}
const smallest = {
  web,
  'single-page': { id: 'board', name: 'Board', kind: 'single-page', redirectUris: ['https://board.example/'] },
  native: {
    id: 'desk',
    name: 'Desk',
    kind: 'native',
    redirectUris: ['http://127.0.0.1/callback', 'example.desk:/callback'],
  },
  device: { id: 'tv', name: 'TV', kind: 'device' },
  machine,
  site: { id: 'wiki', name: 'Wiki', kind: 'site', hosts: ['wiki.example'] },
}

const faultsOf = (input: unknown): string[] => {
  const completed = completeDefinition(input)
  return completed.outcome === 'invalid' ? completed.faults.map(formatFault) : []
}

test('a web application needs a name, an id and where to go', () => {
  expect(completeDefinition(web)).toMatchInlineSnapshot(`
    {
      "definition": {
        "allowedGroups": [],
        "authentication": "client_secret_basic",
        "backchannelLogoutUri": null,
        "chains": [],
        "claims": {
          "constants": {},
          "into": {},
          "rename": {},
          "roles": null,
        },
        "claimsIn": "userinfo",
        "colours": {
          "dark": null,
          "light": null,
        },
        "dpopRequired": false,
        "email": "none",
        "grantTypes": [
          "authorization_code",
          "refresh_token",
        ],
        "hosts": [],
        "id": "grafana",
        "idTokenAlgorithm": "RS256",
        "introspection": "own",
        "jwks": null,
        "jwksUri": null,
        "kind": "web",
        "maximumAgeSeconds": null,
        "name": "Grafana",
        "openPaths": [],
        "pkce": "nonce",
        "policyUri": null,
        "postLogoutUris": [],
        "preferredUsername": "user-name",
        "profile": "none",
        "pushedRequestRequired": false,
        "redirectUris": [
          "https://grafana.example/login",
        ],
        "requires": [],
        "resources": [],
        "rotateRefreshTokens": false,
        "scopes": [
          "openid",
          "profile",
          "wallet",
          "offline_access",
        ],
        "sectorIdentifierUri": null,
        "subjectType": "pairwise",
        "termsUri": null,
        "uri": null,
        "ways": [
          "key",
          "contract",
          "solana",
          "bitcoin",
          "passkey",
        ],
      },
      "outcome": "complete",
    }
  `)
})

test.each(applicationKinds)('a complete definition of kind %s is complete as it is', (kind) => {
  const completed = completeDefinition(smallest[kind])
  expect(completed).toMatchObject({ outcome: 'complete' })
  if (completed.outcome === 'complete') expect(completeDefinition(completed.definition)).toEqual(completed)
})

test('every kind gets the flows and the authentication that it needs', () => {
  const summary = applicationKinds.map((kind) => {
    const completed = completeDefinition(smallest[kind])
    if (completed.outcome !== 'complete') throw new Error(kind)
    const { grantTypes, authentication, scopes: allowed } = completed.definition
    return `${kind}: ${grantTypes.join(' + ')}, ${authentication}, ${allowed.length} scopes`
  })
  expect(summary).toEqual([
    'web: authorization_code + refresh_token, client_secret_basic, 4 scopes',
    'single-page: authorization_code + refresh_token, none, 4 scopes',
    'native: authorization_code + refresh_token, none, 4 scopes',
    'device: urn:ietf:params:oauth:grant-type:device_code + refresh_token, none, 4 scopes',
    'machine: client_credentials, client_secret_basic, 0 scopes',
    'site: authorization_code, none, 2 scopes',
  ])
})

test('the order in which members are written makes no difference', () => {
  const turned = Object.fromEntries(Object.entries(web).toReversed())
  expect(JSON.stringify(completeDefinition(turned))).toBe(JSON.stringify(completeDefinition(web)))
})

test('every fault is told at once, by its path', () => {
  expect(
    faultsOf({
      id: 'G',
      name: ' Grafana',
      kind: 'web',
      redirectUris: ['https://grafana.example/login', 'https://Grafana.example/', 7, 'https://grafana.example/login'],
      scopes: ['openid', 'email'],
      resources: [{ resource: 'service', scopes: ['openid', 'a b'], audience: 'x' }],
      maximumAgeSeconds: -1,
      dpopRequired: 'yes',
      secret: 'x',
    }),
  ).toEqual([
    'id: must be 2 to 64 of a–z, 0–9, ".", "_" and "-", and begin with a letter or digit',
    'name: must not begin or end with a space, nor have two in a row',
    'redirectUris[1]: must be written as browsers write it: "https://grafana.example/"',
    'redirectUris[2]: must be a text',
    'redirectUris[3]: must not be there twice',
    'scopes[1]: must not be "email": an address goes by the member "email" (--email alias or --email verified)',
    'resources[0].resource: must be an absolute address, such as "https://service.example/" (RFC 8707 §2)',
    'resources[0].scopes[0]: must not be named like a scope of this server',
    'resources[0].scopes[1]: must be visible ASCII without spaces, quotation marks and backslashes (RFC 6749 §3.3)',
    'resources[0].audience: is not known; a resource has "resource" and "scopes"',
    'dpopRequired: must be true or false',
    'maximumAgeSeconds: must be a whole number from 0 to 31536000',
    expect.stringMatching(/^secret: is not known; an application has id, name, kind, /),
  ])
})

test.each([null, undefined, 7, 'x', []])('%j is no application', (input) => {
  expect(faultsOf(input)).toEqual(['An application must be a JSON object.'])
})

test('the groups that are let in are named once each, and a machine lets in nobody', () => {
  expect(faultsOf({ ...web, allowedGroups: ['staff', 'STAFF', 'staff'] })).toEqual([
    'allowedGroups[1]: must be 2 to 64 of a–z, 0–9, ".", "_" and "-", and begin with a letter or digit',
    'allowedGroups[2]: must not be there twice',
  ])
  expect(faultsOf({ ...machine, allowedGroups: ['staff'] })).toEqual([
    'allowedGroups: must be empty: nobody signs in to an application of kind "machine"',
  ])
})

test('an application requires only claims that it may request, each once and with a readable reason', () => {
  const required = { ...web, scopes: ['openid', 'profile'], email: 'verified' }
  const named = [{ claim: 'name', reason: 'Your name is shown next to what you write.' }, { claim: 'email' }]
  expect(completeDefinition({ ...required, requires: named })).toMatchObject({
    outcome: 'complete',
    definition: { requires: named },
  })
  expect(
    faultsOf({
      ...required,
      requires: [{ claim: 'name' }, { claim: 'name' }, { claim: 'openid' }, { claim: 'email', why: 'x' }, 'wallet'],
    }),
  ).toEqual([
    'requires[1]: must not be there twice',
    'requires[2].claim: must be one of "name", "preferred_username", "email", "wallet", "groups", "proof", "offline_access"',
    expect.stringMatching(/^requires\[3\]\.why: must be an object with "claim"/),
    expect.stringMatching(/^requires\[4\]: must be an object with "claim"/),
  ])
  expect(faultsOf({ ...required, requires: [{ claim: 'name', reason: 'Line\nbreak' }] })).toEqual([
    expect.stringMatching(/^requires\[0\]\.reason: must not contain control/),
  ])
  expect(faultsOf({ ...required, requires: [{ claim: 'name', reason: 'x'.repeat(201) }] })).toEqual([
    'requires[0].reason: must have 1 to 200 characters',
  ])
  expect(faultsOf({ ...required, requires: [{ claim: 'groups' }] })).toEqual([
    'requires: must not have "groups" without the scope "groups"',
  ])
  expect(faultsOf({ ...required, scopes: ['openid'], requires: [{ claim: 'preferred_username' }] })).toEqual([
    'requires: must not have "preferred_username" without the scope "profile"',
  ])
  expect(faultsOf({ ...required, email: 'none', requires: [{ claim: 'email' }] })).toEqual([
    'requires: must not have "email" while email is "none": choose "verified" or "alias"',
  ])
  expect(faultsOf({ ...machine, requires: [{ claim: 'name' }] })).toEqual([
    'requires: must be empty: nobody signs in to an application of kind "machine"',
  ])
})

test('what is missing is named', () => {
  expect(faultsOf({})).toEqual([
    'id: must be there',
    'name: must be there',
    'kind: must be one of "web", "single-page", "native", "device", "machine", "site"',
  ])
})

test.each([
  ['a right-to-left override', 'Grafana\u202e'],
  ['a zero-width space', 'Gra\u200bfana'],
  ['a filler that looks like nothing', '\u3164'],
  ['braille without dots', '\u2800'],
  ['a line break', 'Gra\nfana'],
  ['a null character', 'Gra\0fana'],
  ['half of a pair', 'Gra\ud800fana'],
  ['a no-break space', 'My\u00a0Grafana'],
  ['a pile of marks', `G${'\u0301'.repeat(8)}`],
  ['nothing', ''],
  ['two spaces in a row', 'My  Grafana'],
  ['more than 80 characters', 'ü'.repeat(81)],
])('a name with %s is refused', (_, name) => {
  expect(faultsOf({ ...web, name })).toEqual([expect.stringMatching(/^name: must /)])
})

test.each(['Grafana', 'Bücher & Bücher', '東京タワー', 'מועדון', 'ü'.repeat(80), 'नमस्ते'])(
  'a name in any script is accepted: %s',
  (name) => {
    expect(faultsOf({ ...web, name })).toEqual([])
  },
)

test.each(['x', '-grafana', 'Grafana', 'gra fana', 'gra/fana', '../x', 'a'.repeat(65), 'ü1', 'constructor\0'])(
  'the client id %j is refused',
  (id) => {
    expect(faultsOf({ ...web, id })).toHaveLength(1)
  },
)

test.each([
  [{ ...web, redirectUris: [] }, 'redirectUris: must have at least one entry: where people are sent after sign-in'],
  [{ ...web, redirectUris: undefined }, 'redirectUris: must be there'],
  [{ ...web, redirectUris: 'https://grafana.example/' }, 'redirectUris: must be a list'],
  [
    { ...web, redirectUris: Array.from({ length: 21 }, (_, index) => `https://grafana.example/${index}`) },
    'redirectUris: must not have more than 20 entries',
  ],
  [
    { ...machine, rotateRefreshTokens: true },
    'rotateRefreshTokens: must be false: without the grant type refresh_token there is none to rotate',
  ],
  [
    { ...web, authentication: 'none' },
    'authentication: must not be "none" for an application of kind "web"; without a secret it is "single-page" or "native"',
  ],
  [
    { ...web, grantTypes: ['refresh_token'], redirectUris: [], scopes: ['openid'] },
    'grantTypes: must contain "authorization_code" for an application of kind "web"',
  ],
  [
    { ...web, grantTypes: ['authorization_code'] },
    'scopes: must not contain "offline_access" without the grant type "refresh_token"',
  ],
  [
    { ...web, grantTypes: ['authorization_code', 'implicit'] },
    'grantTypes[1]: must be one of "authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code", "client_credentials"',
  ],
  [{ ...web, scopes: ['profile'] }, 'scopes: must contain "openid": without it nobody can be signed in'],
  [
    { ...web, authentication: 'private_key_jwt' },
    'jwks: must be there for "private_key_jwt", or else jwksUri, and not both',
  ],
  [
    { ...web, jwksUri: 'https://grafana.example/jwks' },
    'jwksUri: must be null unless authentication is "private_key_jwt"',
  ],
  [
    { ...web, sectorIdentifierUri: 'http://localhost/sector' },
    'sectorIdentifierUri: must begin with "https://" (OpenID Connect Core §8.1)',
  ],
  [
    { ...smallest['single-page'], authentication: 'client_secret_basic' },
    'authentication: must be "none": every visitor could read a secret',
  ],
  [
    { ...smallest['single-page'], pkce: 'nonce' },
    'pkce: must be "required" for an application without a secret (RFC 9700 §2.1.1)',
  ],
  [
    { ...smallest['single-page'], pkce: 'optional' },
    'pkce: must be "required" for an application without a secret (RFC 9700 §2.1.1)',
  ],
  [
    { ...smallest['single-page'], introspection: ['https://api.example/'] },
    'introspection: must be "own" for an application that does not prove itself',
  ],
  [
    { ...smallest['single-page'], redirectUris: ['example.board:/callback'] },
    'redirectUris[0]: must begin with "https://"; only a native application may have a scheme of its own',
  ],
  [
    { ...smallest.device, redirectUris: ['https://tv.example/'] },
    'redirectUris: must be empty: nobody is redirected to an application of kind "device"',
  ],
  [
    { ...smallest.device, pushedRequestRequired: true },
    'pushedRequestRequired: must be false: only sign-ins through a browser are pushed (RFC 9126)',
  ],
  [
    { ...machine, scopes: ['openid'] },
    'scopes: must be empty: a machine is told about nobody; what it may do stands in resources',
  ],
  [
    { ...machine, resources: [] },
    'resources: must name a service: a machine that may look at no token but its own needs one to call',
  ],
  [
    { ...machine, authentication: 'none' },
    'authentication: must not be "none" for an application of kind "machine"; without a secret it is "single-page" or "native"',
  ],
  [
    { ...machine, grantTypes: ['client_credentials', 'refresh_token'] },
    'grantTypes: must not contain "refresh_token" for an application of kind "machine"',
  ],
  [
    {
      ...machine,
      resources: [
        { resource: 'https://service.example/', scopes: [] },
        { resource: 'https://service.example/', scopes: [] },
      ],
    },
    'resources[1]: must not be there twice',
  ],
  [
    { ...machine, resources: ['https://service.example/'] },
    'resources[0]: must be an object with "resource" and "scopes"',
  ],
  [
    { ...web, postLogoutUris: ['https://grafana.example/#'] },
    'postLogoutUris[0]: must not have a fragment ("#…"), not even an empty one (RFC 6749 §3.1.2)',
  ],
  [
    { ...web, backchannelLogoutUri: 'http://grafana.example/logout' },
    'backchannelLogoutUri: must begin with "https://"; plain http is for localhost, 127.0.0.1 and [::1] alone',
  ],
])('%j is refused', (input, message) => {
  expect(faultsOf(input)).toContain(message)
})

const publicKey = { kty: 'EC', crv: 'P-256', x: 'a'.repeat(43), y: 'b'.repeat(43) }
const byKey = (keys: unknown): object => ({ ...web, authentication: 'private_key_jwt', jwks: { keys } })

test('keys of an application are public, for signatures and strong', () => {
  expect(
    faultsOf(
      byKey([
        publicKey,
        { kty: 'OKP', crv: 'Ed25519', x: 'a'.repeat(43), use: 'sig' },
        { kty: 'RSA', n: 'a'.repeat(342), e: 'AQAB' },
      ]),
    ),
  ).toEqual([])
  expect(
    faultsOf(
      byKey([
        { ...publicKey, d: 'c' },
        { kty: 'oct', k: 'c' },
        { kty: 'RSA', n: 'a'.repeat(171), e: 'AQAB' },
        { ...publicKey, use: 'enc' },
        { kty: 'EC', crv: 'P-256' },
        null,
        { ...publicKey, crv: 'P-521' },
      ]),
    ),
  ).toEqual([
    'jwks.keys[0]: must be a public key: it has the secret member "d", so it should no longer be used anywhere',
    'jwks.keys[1]: must be a public key: it has the secret member "k", so it should no longer be used anywhere',
    'jwks.keys[2]: must have at least 2048 bits',
    'jwks.keys[3]: must be for signatures ("use": "sig")',
    'jwks.keys[4]: must have "x" and "y"',
    'jwks.keys[5]: must be a JSON Web Key',
    'jwks.keys[6]: must be of type EC (P-256), OKP (Ed25519) or RSA',
  ])
  expect(faultsOf(byKey([]))).toEqual(['jwks.keys: must have 1 to 10 entries'])
  expect(faultsOf(byKey([{ ...publicKey, kid: 'x'.repeat(20_000) }]))).toEqual([
    'jwks: must not be longer than 16384 characters',
  ])
  expect(faultsOf({ ...byKey([publicKey]), jwksUri: 'https://grafana.example/jwks' })).toEqual([
    'jwks: must be there for "private_key_jwt", or else jwksUri, and not both',
  ])
})

test('what one definition was filled with is not shared with the next', () => {
  const [first, second] = [completeDefinition(web), completeDefinition(web)]
  if (first.outcome !== 'complete' || second.outcome !== 'complete') throw new Error('not complete')
  first.definition.scopes.length = 0
  expect(second.definition.scopes).toHaveLength(4)
  expect(scopes).toHaveLength(6)
})

test('more scopes than there are are refused with those that there are', () => {
  const scopes = ['openid', 'profile', 'wallet', 'groups', 'proof', 'offline_access', 'email']
  const completed = completeDefinition({
    id: 'app',
    name: 'App',
    kind: 'web',
    redirectUris: ['https://app.example/'],
    scopes,
  })
  expect(completed.outcome === 'invalid' ? completed.faults.map(formatFault) : []).toEqual([
    'scopes[6]: must not be "email": an address goes by the member "email" (--email alias or --email verified)',
    'scopes: must have each of these at most once, and no others: "openid", "profile", "wallet", "groups", "proof", "offline_access"',
  ])
})
