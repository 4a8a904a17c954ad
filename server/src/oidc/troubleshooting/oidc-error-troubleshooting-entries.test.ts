// Every error of oidc-provider (read from its sources) and of this server has an entry.
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { errors } from 'oidc-provider'
import { expect, test } from 'vitest'
import { formatClientMetadataFieldError } from '../provider/parse-client-registration-metadata.ts'
import { toOidcErrorCode } from '../provider/redirect-to-oidc-error-page.ts'
import {
  oidcErrorTroubleshootingEntries,
  findOidcErrorTroubleshootingEntry,
  getTroubleshootingUrl,
  getTroubleshootingUrlForCode,
} from './oidc-error-troubleshooting-entries.ts'

const library = dirname(createRequire(import.meta.url).resolve('oidc-provider'))
const own = join(import.meta.dirname, '../..')

/** Features that are off, and errors that no one receives. */
const elsewhere =
  /credential|openid_credential_issuer|ciba|pre_authorized_code|initialize_clients|configuration\.js|errors\.js|defaults\.js|check_rar|normalize_authorization_details|attest|code_verification|actions\/interaction\.js|challenge\.js/

type Class = new (text?: string) => Error & { error?: string; error_description?: string }

const plain = (text: string): string =>
  text
    .slice(1, -1)
    .replaceAll("\\'", "'")
    .replaceAll(/\$\{[^{}]*(?:\{[^}]*\}[^{}]*)*\}/g, 'X')

function refusalsOf(path: string): { error: string; text: string }[] {
  const found = readFileSync(path, 'utf8').matchAll(
    /new (?:errors\.)?([A-Z]\w+)\(\s*('(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)?/g,
  )
  return [...found].flatMap(([, name = '', text]) => {
    const made = (errors as unknown as Record<string, Class | undefined>)[name]
    if (made === undefined || name === 'CustomOIDCProviderError') return []
    const said = text === undefined ? undefined : plain(text)
    const refusal = new made(said ?? '')
    return [{ error: refusal.error ?? '', text: said ?? refusal.error_description ?? '' }]
  })
}

const ofLibrary = globSync('**/*.js', { cwd: library })
  .filter((path) => !elsewhere.test(path))
  .flatMap((path) => refusalsOf(join(library, path)))
const ofServer = globSync('**/*.ts', { cwd: own })
  .filter((path) => !path.endsWith('.test.ts'))
  .flatMap((path) => refusalsOf(join(own, path)))
/** Messages of the library's checks, and reasons that it adds to the code. */
const ofChecks = [
  { error: 'invalid_grant', text: 'code_verifier does not match code_challenge' },
  { error: 'invalid_grant', text: 'code_verifier must be provided' },
  { error: 'invalid_token', text: 'no access token provided' },
  { error: 'login_required', text: 'End-User authentication is required' },
  { error: 'login_required', text: 'this application does not accept the sign-in method' },
  { error: 'consent_required', text: 'requested scopes not granted' },
  { error: 'interaction_required', text: 'native clients require End-User interaction' },
  { error: 'access_denied', text: 'the signed-in person is in none of the groups that this application requires' },
  { error: 'access_denied', text: 'End-User aborted interaction' },
  { error: 'slow_down', text: '' },
  { error: 'server_error', text: '' },
  { error: 'login_required', text: 'id_token_hint and authenticated subject do not match' },
  { error: 'invalid_request', text: 'missing required parameter(s) redirect_uri' },
  { error: 'invalid_grant', text: 'authorization code already consumed' },
  { error: 'invalid_grant', text: 'authorization code not found' },
  { error: 'invalid_grant', text: 'device code already consumed' },
  { error: 'invalid_grant', text: 'AuthorizationCode was already used' },
  { error: 'invalid_grant', text: 'RefreshToken was already used' },
  {
    error: 'invalid_client_metadata',
    text: formatClientMetadataFieldError({ path: 'redirectUris[0]', message: 'must be https' }),
  },
]
const all = [...ofLibrary, ...ofServer, ...ofChecks]

test('OIDC errors are found in the sources of the library and the server', () => {
  expect(ofLibrary.length).toBeGreaterThan(150)
  expect(ofServer.length).toBeGreaterThan(8)
})

test('every OIDC error has a troubleshooting entry', () => {
  expect(all.filter(({ error, text }) => findOidcErrorTroubleshootingEntry(error, text) === undefined)).toEqual([])
})

/** The snapshot reveals a new error that has no specific entry. */
test('only known errors use a troubleshooting entry without a message pattern', () => {
  const fallen = [...ofLibrary, ...ofChecks].flatMap(({ error, text }) => {
    const found = findOidcErrorTroubleshootingEntry(error, text)
    const isOnlyOne = oidcErrorTroubleshootingEntries.filter(({ errors: codes }) => codes.includes(error)).length === 1
    return found?.messagePattern === undefined && !isOnlyOne ? [`${found?.id} < ${text}`] : []
  })
  expect([...new Set(fallen)].toSorted()).toMatchInlineSnapshot(`
    [
      "access-denied < ",
      "access-denied < End-User aborted interaction",
      "client-refused < ",
      "client-refused < certificate subject value does not match the registered one",
      "client-refused < client authentication failed",
      "client-refused < client certificate was not provided",
      "client-refused < client certificate was not verified",
      "client-refused < unregistered client certificate provided",
      "grant-refused < X already consumed",
      "grant-refused < X not found",
      "grant-refused < grant request is invalid",
      "grant-refused < mutual TLS client certificate not provided",
      "redirect-unregistered < redirect_uri did not match any of the client's registered redirect_uris",
      "registration < ",
      "registration < client JSON Web Key Set failed to be refreshed",
      "registration < client JSON Web Key Set is invalid",
      "registration < could not determine a sector identifier",
      "registration < could not load sector_identifier_uri response",
      "registration < failed to parse sector_identifier_uri JSON response",
      "registration < no suitable encryption key found (X)",
      "registration < unexpected sector_identifier_uri response status code, expected 200 OK, got X X",
      "request-broken < X X must not be provided twice",
      "request-broken < X contains invalid characters",
      "request-broken < X unless encrypted",
      "request-broken < client does not have permission to delete its record",
      "request-broken < client does not have permission to read its record",
      "request-broken < client does not have permission to update its record",
      "request-broken < failed to parse the request body",
      "request-broken < introspection must be requested with Accept: X for this client",
      "request-broken < invalid OAuth-Client-Attestation format",
      "request-broken < missing required X X",
      "request-broken < missing required parameter(s) redirect_uri",
      "request-broken < only X content-type bodies are supported on X X",
      "request-broken < request MUST NOT include the X field",
      "request-broken < request is invalid",
      "request-broken < scope contains invalid characters",
      "scope-refused < refresh token missing requested X",
      "scope-refused < scope contains invalid characters",
      "sign-in-needed < End-User authentication is required",
      "token-refused < access token not found",
      "token-refused < no access token provided",
    ]
  `)
})

test('every troubleshooting entry matches an error', () => {
  const reached = new Set(all.map(({ error, text }) => findOidcErrorTroubleshootingEntry(error, text)?.id))
  expect(oidcErrorTroubleshootingEntries.map(({ id }) => id).filter((id) => !reached.has(id))).toEqual([])
})

test('troubleshooting entry IDs are unique and valid heading anchors', () => {
  const ids = oidcErrorTroubleshootingEntries.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/)
})

test('a troubleshooting entry can be found by the error detail', () => {
  expect(findOidcErrorTroubleshootingEntry('invalid_client', 'the document at client_id cannot be used')?.id).toBe(
    'metadata-document',
  )
  expect(
    findOidcErrorTroubleshootingEntry('invalid_client', 'client authentication failed', 'invalid secret provided')?.id,
  ).toBe('secret-wrong')
  expect(
    getTroubleshootingUrl('invalid_request', 'Authorization Server policy requires PKCE to be used for this request'),
  ).toBe('docs/guides/troubleshooting.md#pkce-missing')
  expect(getTroubleshootingUrl(undefined)).toBeUndefined()
  expect(getTroubleshootingUrl('something_else')).toBeUndefined()
})

test('errors shown on the error page have troubleshooting entries', () => {
  const shown = [
    new errors.InvalidRedirectUri(),
    new errors.SessionNotFound('gone'),
    new errors.InvalidClient('unknown'),
    new errors.InvalidRequest('broken'),
    new Error('a fault'),
  ].map((error) => toOidcErrorCode(error, undefined))
  const ids = oidcErrorTroubleshootingEntries.map(({ id }) => `docs/guides/troubleshooting.md#${id}`)
  for (const code of [...shown, 'rate.limited', 'application.metadata_document_invalid'] as const)
    expect(ids).toContain(getTroubleshootingUrlForCode(code))
  expect(getTroubleshootingUrlForCode('group.not_found')).toBeUndefined()
})
