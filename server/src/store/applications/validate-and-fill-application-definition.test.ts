import { supportedOAuthScopes } from '@countersign/api/api-endpoints'
import { expect, test } from 'vitest'
import { applicationKinds } from '../../platform/database/database-column-types.ts'
import { formatApplicationDefinitionErrorLine } from '../definition-errors/create-application-definition-error.ts'
import { validateAndFillApplicationDefinition } from './validate-and-fill-application-definition.ts'
import {
  minimalApplicationDefinitions,
  listApplicationDefinitionErrorsForTests,
  machineApplicationDefinition,
} from '../../testing/minimal-application-definition-fixtures.ts'

const web = { id: 'grafana', name: 'Grafana', kind: 'web', redirectUris: ['https://grafana.example/login'] }

test('a web application requires only a name, an ID and a redirect URI', () => {
  expect(validateAndFillApplicationDefinition(web)).toMatchInlineSnapshot(`
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
        "colors": {
          "dark": null,
          "light": null,
        },
        "dpopRequired": false,
        "email": "none",
        "firstParty": false,
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
        "maxAgeSeconds": null,
        "name": "Grafana",
        "openPaths": [],
        "pkce": "nonce",
        "policyUri": null,
        "postLogoutUris": [],
        "preferredUsername": "user-name",
        "product": null,
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
        "signInMethods": [
          "key",
          "contract",
          "solana",
          "bitcoin",
          "passkey",
        ],
        "subjectType": "pairwise",
        "termsUri": null,
        "uri": null,
      },
      "outcome": "complete",
    }
  `)
})

test.each(applicationKinds)('a complete definition of kind %s stays unchanged', (kind) => {
  const completed = validateAndFillApplicationDefinition(minimalApplicationDefinitions[kind])
  expect(completed).toMatchObject({ outcome: 'complete' })
  if (completed.outcome === 'complete')
    expect(validateAndFillApplicationDefinition(completed.definition)).toEqual(completed)
})

test('each application kind gets the grant types and the authentication that it needs', () => {
  const summary = applicationKinds.map((kind) => {
    const completed = validateAndFillApplicationDefinition(minimalApplicationDefinitions[kind])
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

test('the order of members in a definition makes no difference', () => {
  const turned = Object.fromEntries(Object.entries(web).toReversed())
  expect(JSON.stringify(validateAndFillApplicationDefinition(turned))).toBe(
    JSON.stringify(validateAndFillApplicationDefinition(web)),
  )
})

test('all errors of a definition are reported at once, by path', () => {
  expect(
    listApplicationDefinitionErrorsForTests({
      id: 'G',
      name: ' Grafana',
      kind: 'web',
      redirectUris: ['https://grafana.example/login', 'https://Grafana.example/', 7, 'https://grafana.example/login'],
      scopes: ['openid', 'email'],
      resources: [{ resource: 'service', scopes: ['openid', 'a b'], audience: 'x' }],
      maxAgeSeconds: -1,
      dpopRequired: 'yes',
      secret: 'x',
    }),
  ).toEqual([
    'id: must consist of 2 to 64 characters from a–z, 0–9, ".", "_" and "-", and start with a letter or digit',
    'name: must not start or end with a space, or contain two in a row',
    'redirectUris[1]: must be written as browsers write it: "https://grafana.example/"',
    'redirectUris[2]: must be a string',
    'redirectUris[3]: must not be listed twice',
    'scopes[1]: must not be "email": use the member "email" for an address (--email alias or --email verified)',
    'resources[0].resource: must be an absolute URI, such as "https://service.example/" (RFC 8707 §2)',
    'resources[0].scopes[0]: must not have the same name as one of this server’s own scopes',
    'resources[0].scopes[1]: must be visible ASCII without spaces, quotation marks or backslashes (RFC 6749 §3.3)',
    'resources[0].audience: is unknown; a resource has "resource" and "scopes"',
    'dpopRequired: must be true or false',
    'maxAgeSeconds: must be a whole number from 0 to 31536000',
    expect.stringMatching(/^secret: is unknown; the members of an application are id, name, kind, /),
  ])
})

test.each([null, undefined, 7, 'x', []])('%j is not an application definition', (input) => {
  expect(listApplicationDefinitionErrorsForTests(input)).toEqual(['An application must be a JSON object.'])
})

test('allowed groups are valid and unique, and a machine application has none', () => {
  expect(listApplicationDefinitionErrorsForTests({ ...web, allowedGroups: ['staff', 'STAFF', 'staff'] })).toEqual([
    'allowedGroups[1]: must consist of 2 to 64 characters from a–z, 0–9, ".", "_" and "-", and start with a letter or digit',
    'allowedGroups[2]: must not be listed twice',
  ])
  expect(
    listApplicationDefinitionErrorsForTests({ ...machineApplicationDefinition, allowedGroups: ['staff'] }),
  ).toEqual(['allowedGroups: must be empty: no one signs in to an application of kind "machine"'])
})

test('required claims must be requestable and unique, with a readable reason', () => {
  const required = { ...web, scopes: ['openid', 'profile'], email: 'verified' }
  const named = [{ claim: 'name', reason: 'Your name is shown next to what you write.' }, { claim: 'email' }]
  expect(validateAndFillApplicationDefinition({ ...required, requires: named })).toMatchObject({
    outcome: 'complete',
    definition: { requires: named },
  })
  expect(
    listApplicationDefinitionErrorsForTests({
      ...required,
      requires: [{ claim: 'name' }, { claim: 'name' }, { claim: 'openid' }, { claim: 'email', why: 'x' }, 'wallet'],
    }),
  ).toEqual([
    'requires[1]: must not be listed twice',
    'requires[2].claim: must be one of "name", "preferred_username", "email", "wallet", "groups", "proof", "offline_access"',
    expect.stringMatching(/^requires\[3\]\.why: must be an object with "claim"/),
    expect.stringMatching(/^requires\[4\]: must be an object with "claim"/),
  ])
  expect(
    listApplicationDefinitionErrorsForTests({ ...required, requires: [{ claim: 'name', reason: 'Line\nbreak' }] }),
  ).toEqual([expect.stringMatching(/^requires\[0\]\.reason: must not contain control/)])
  expect(
    listApplicationDefinitionErrorsForTests({ ...required, requires: [{ claim: 'name', reason: 'x'.repeat(201) }] }),
  ).toEqual(['requires[0].reason: must have 1 to 200 characters'])
  expect(listApplicationDefinitionErrorsForTests({ ...required, requires: [{ claim: 'groups' }] })).toEqual([
    'requires: must not contain "groups" without the scope "groups"',
  ])
  expect(
    listApplicationDefinitionErrorsForTests({
      ...required,
      scopes: ['openid'],
      requires: [{ claim: 'preferred_username' }],
    }),
  ).toEqual(['requires: must not contain "preferred_username" without the scope "profile"'])
  expect(
    listApplicationDefinitionErrorsForTests({ ...required, email: 'none', requires: [{ claim: 'email' }] }),
  ).toEqual(['requires: must not contain "email" while email is "none": choose "verified" or "alias"'])
  expect(
    listApplicationDefinitionErrorsForTests({ ...machineApplicationDefinition, requires: [{ claim: 'name' }] }),
  ).toEqual(['requires: must be empty: no one signs in to an application of kind "machine"'])
})

test('missing members of a definition are reported by name', () => {
  expect(listApplicationDefinitionErrorsForTests({})).toEqual([
    'id: is required',
    'name: is required',
    'kind: must be one of "web", "single-page", "native", "device", "machine", "site"',
  ])
})

test('default values are not shared between definitions', () => {
  const [first, second] = [validateAndFillApplicationDefinition(web), validateAndFillApplicationDefinition(web)]
  if (first.outcome !== 'complete' || second.outcome !== 'complete') throw new Error('not complete')
  first.definition.scopes.length = 0
  expect(second.definition.scopes).toHaveLength(4)
  expect(supportedOAuthScopes).toHaveLength(6)
})

test('too many scopes are refused with the list of supported scopes', () => {
  const scopes = ['openid', 'profile', 'wallet', 'groups', 'proof', 'offline_access', 'email']
  const completed = validateAndFillApplicationDefinition({
    id: 'app',
    name: 'App',
    kind: 'web',
    redirectUris: ['https://app.example/'],
    scopes,
  })
  expect(completed.outcome === 'invalid' ? completed.errors.map(formatApplicationDefinitionErrorLine) : []).toEqual([
    'scopes[6]: must not be "email": use the member "email" for an address (--email alias or --email verified)',
    'scopes: must contain only the following, without repeats: "openid", "profile", "wallet", "groups", "proof", "offline_access"',
  ])
})
