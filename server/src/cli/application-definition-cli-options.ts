import type { Command } from 'commander'
import { readFileSync } from 'node:fs'
import { deviceCodeGrantType } from '../store/applications/application-definition-types.ts'
import type { ApplicationDefinition } from '../store/applications/application-definition-types.ts'
import type { ApplicationDefinitionFieldError } from '../store/definition-errors/create-application-definition-error.ts'
import { getFapiDefinitionFields } from '../store/applications/fapi-security-profile.ts'
import { validateAndFillApplicationDefinition } from '../store/applications/validate-and-fill-application-definition.ts'
import type { ValidateAndFillApplicationDefinitionResult } from '../store/applications/validate-and-fill-application-definition.ts'
import { StrictJsonError, parseStrictJson } from '../platform/parse-strict-json.ts'
import { parseClaimMappingCliOptions } from './parse-claim-mapping-cli-options.ts'
import { collectRepeatedOption } from './cli-command-actions.ts'

const splitWords = (value: unknown): string[] =>
  (value as string[]).flatMap((text) => text.split(/[\s,]+/)).filter((word) => word !== '')

const orNull = (value: unknown): unknown => (value === '' ? null : value)
const keepValue = (value: unknown): unknown => value
const texts = (value: unknown): string[] => (value as string[]).filter((text) => text.trim() !== '')

interface DefinitionOption {
  member: keyof ApplicationDefinition
  /** Placeholder for the value in the help text; null for a flag. */
  value: string | null
  about: string
  read: (value: unknown) => unknown
  isList?: boolean
}

const singleOption = (
  member: keyof ApplicationDefinition,
  value: string,
  about: string,
  read: DefinitionOption['read'] = keepValue,
): DefinitionOption => ({ member, value, about, read })
const listOption = (
  member: keyof ApplicationDefinition,
  value: string,
  about: string,
  read: DefinitionOption['read'] = splitWords,
): DefinitionOption => ({ member, value, about: `${about}; repeatable`, read, isList: true })
const flagOption = (member: keyof ApplicationDefinition, about: string, name: string): DefinitionOption => ({
  member,
  value: null,
  about: `${about}; --no-${name} reverts it`,
  read: keepValue,
})

const options = {
  kind: singleOption(
    'kind',
    'kind',
    'web (runs on a server), single-page (runs in the browser), native (app, command line), device (no browser), machine (no person) or site (pages without a login, behind a proxy)',
  ),
  uri: singleOption('uri', 'address', 'home page', orNull),
  'policy-uri': singleOption('policyUri', 'address', 'privacy policy, linked on the consent page', orNull),
  'terms-uri': singleOption('termsUri', 'address', 'terms of service, linked on the consent page', orNull),
  redirect: listOption('redirectUris', 'address', 'exact redirect address after sign-in'),
  host: listOption('hosts', 'host', 'for a site: a host of the site, such as wiki.example'),
  'open-path': listOption(
    'openPaths',
    'path',
    'for a site: a path that needs no sign-in, such as /manifest.json, "GET,POST /hooks/" (everything below it) or "OPTIONS /" (CORS preflights); the methods are GET and HEAD unless others are given; an empty value removes all paths',
    (value) => (value as string[]).filter((text) => text !== ''),
  ),
  'post-logout': listOption('postLogoutUris', 'address', 'redirect address after sign-out'),
  'backchannel-logout': singleOption('backchannelLogoutUri', 'address', 'address that receives logout tokens', orNull),
  scope: listOption('scopes', 'scopes', 'allowed scopes: openid profile wallet groups proof offline_access'),
  'grant-type': listOption(
    'grantTypes',
    'types',
    'authorization_code, refresh_token, device_code, client_credentials',
    (value) => splitWords(value).map((word) => (word === 'device_code' ? deviceCodeGrantType : word)),
  ),
  authentication: singleOption(
    'authentication',
    'method',
    'client_secret_basic, client_secret_post, private_key_jwt or none',
  ),
  jwks: singleOption('jwks', 'file', 'public keys for private_key_jwt'),
  'jwks-uri': singleOption('jwksUri', 'address', 'address of the public keys for private_key_jwt', orNull),
  subject: singleOption(
    'subjectType',
    'type',
    'pairwise (people get a separate identifier for this application) or public',
  ),
  'sector-identifier': singleOption(
    'sectorIdentifierUri',
    'address',
    'address of a document that lists the redirect addresses of applications with the same pairwise identifiers',
    orNull,
  ),
  product: singleOption(
    'product',
    'id',
    'the product whose applications share one identifier per person (see "countersign product"); an empty value for none',
    orNull,
  ),
  'first-party': flagOption(
    'firstParty',
    'sign people in without the consent page; for your own applications',
    'first-party',
  ),
  'id-token-algorithm': singleOption('idTokenAlgorithm', 'name', 'ES256, or RS256 for older clients'),
  'claims-in': singleOption(
    'claimsIn',
    'place',
    'where claims are returned: userinfo, or id-token for clients that do not call userinfo',
  ),
  claim: listOption(
    'claims',
    'rule',
    '"groups as roles", "groups in id-token", "tenant = acme", "roles from admins:Admin staff:Viewer" or "role first-of …"',
    (value) => parseClaimMappingCliOptions(value as string[]),
  ),
  'preferred-username': singleOption(
    'preferredUsername',
    'source',
    'user-name (unique, suitable as a login name) or display-name (as the person entered it)',
  ),
  email: singleOption(
    'email',
    'kind',
    'none, verified (added and verified by the person) or alias (generated at COUNTERSIGN_EMAIL_ALIAS_DOMAIN; cannot receive mail)',
  ),
  require: listOption(
    'requires',
    'claim-and-reason',
    'a claim or scope that the application needs (name, preferred_username, email, wallet, groups, proof or offline_access), and the reason, as a sentence shown to people',
    (value) => texts(value).map(parseRequiredClaim),
  ),
  pkce: singleOption(
    'pkce',
    'mode',
    'required, nonce (PKCE or an OpenID Connect nonce; the default for clients with a secret or key) or optional (for clients that send neither)',
  ),
  profile: singleOption(
    'profile',
    'name',
    'fapi2 (sets everything that the FAPI 2.0 Security Profile requires: private_key_jwt, DPoP, pushed requests and PKCE; rejects conflicting options) or none (reverts it)',
  ),
  resource: listOption(
    'resources',
    'address-and-scopes',
    'a service for which the application may get access tokens',
    (value) => (value as string[]).filter((text) => text !== '').map(parseResourceOption),
  ),
  introspection: listOption(
    'introspection',
    'tokens',
    'tokens that the application can introspect: own (its own tokens) or, for a service that receives tokens, the address of its resource (application:ID if the clients of that application send no resource)',
    parseIntrospection,
  ),
  dpop: flagOption('dpopRequired', 'bind tokens to a key that the client holds', 'dpop'),
  'rotate-refresh-tokens': flagOption(
    'rotateRefreshTokens',
    'replace a refresh token each time it is used; always on for clients without a secret',
    'rotate-refresh-tokens',
  ),
  'pushed-requests': flagOption(
    'pushedRequestRequired',
    'accept only pushed authorization requests',
    'pushed-requests',
  ),
  'max-age': singleOption('maxAgeSeconds', 'seconds', 'maximum age of the sign-in', (value) =>
    value === '' ? null : /^[0-9]{1,9}$/.test(value as string) ? Number(value) : value,
  ),
  'allowed-group': listOption('allowedGroups', 'id', 'only members of one of these groups can sign in'),
  'sign-in-method': listOption(
    'signInMethods',
    'methods',
    'accepted sign-in methods: key, contract, solana, bitcoin, passkey',
  ),
  chain: listOption('chains', 'id', 'a chain whose contract wallets are accepted; all chains if none is given'),
  colour: listOption(
    'colors',
    'colors',
    '"#RRGGBB #RRGGBB": colors of the main button in light and dark mode',
    parseColors,
  ),
} satisfies Readonly<Record<string, DefinitionOption>>

export type ApplicationDefinitionCliOptions = Readonly<Record<string, unknown>>

const attributeOf = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

export function addApplicationDefinitionCliOptions(command: Command): Command {
  for (const [name, { value, about, isList }] of Object.entries<DefinitionOption>(options)) {
    if (value === null) command.option(`--${name}`, about).addOption(command.createOption(`--no-${name}`).hideHelp())
    else if (isList === true) command.option(`--${name} <${value}>`, about, collectRepeatedOption)
    else command.option(`--${name} <${value}>`, about)
  }
  return command.option('--logo <file>', 'PNG, JPEG, WebP or GIF: a file, or an address if --server is not used')
}

/** Format: `"https://service.example/ read write"`. */
function parseResourceOption(text: string): { resource: string; scopes: string[] } {
  const [resource = '', ...scopes] = splitWords([text])
  return { resource, scopes }
}

/** Format: `"name Your name is shown to others."`. */
function parseRequiredClaim(text: string): { claim: string; reason?: string } {
  const [, claim = '', reason = ''] = /^\s*(\S+)\s*(.*?)\s*$/s.exec(text) ?? []
  return { claim, ...(reason !== '' && { reason }) }
}

function parseIntrospection(value: unknown): unknown {
  const entries = splitWords(value)
  return entries.length === 1 && entries[0] === 'own' ? 'own' : entries
}

/** The first color is for light mode, and the optional second one is for dark mode. */
function parseColors(value: unknown): object {
  const [light = null, dark = null, ...rest] = splitWords(value)
  return { light, dark, ...(rest.length > 0 && { third: rest[0] }) }
}

function readKeys(path: string): { jwks: unknown } | { fault: string } {
  if (path === '') return { jwks: null }
  try {
    return { jwks: parseStrictJson(readFileSync(path, 'utf8')) }
  } catch (error) {
    return {
      fault:
        error instanceof StrictJsonError ? `the file ${path} is not valid JSON` : `the file ${path} cannot be read`,
    }
  }
}

type DefinitionResult =
  | Extract<ValidateAndFillApplicationDefinitionResult, { outcome: 'complete' }>
  | { outcome: 'invalid'; errors: ApplicationDefinitionFieldError[] }

export function createApplicationDefinitionFromCliOptions(
  before: Record<string, unknown>,
  given: ApplicationDefinitionCliOptions,
): DefinitionResult {
  const members = Object.entries<DefinitionOption>(options).flatMap(([name, { member, read }]) => {
    const value = given[attributeOf(name)]
    return value === undefined || member === 'jwks' ? [] : [[member, read(value)] as const]
  })
  const { jwks, profile } = given
  const keys = typeof jwks === 'string' ? readKeys(jwks) : null
  const unread = keys !== null && 'fault' in keys ? [{ path: 'jwks', message: keys.fault }] : []
  const completed = validateAndFillApplicationDefinition({
    ...(profile === 'fapi2' && before['profile'] !== 'fapi2' ? withoutFapiMembers(before) : before),
    ...Object.fromEntries(members),
    ...(keys !== null && 'jwks' in keys && keys),
  })
  if (completed.outcome === 'complete' && unread.length === 0) return completed
  return {
    outcome: 'invalid',
    errors: [...unread, ...(completed.outcome === 'invalid' ? completed.errors : [])].map(toApplicationCliOptionError),
  }
}

const withoutFapiMembers = (before: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(before).filter(([member]) => !Object.hasOwn(getFapiDefinitionFields('web'), member)),
  )

export const toApplicationCliOptionError = ({
  path,
  message,
}: ApplicationDefinitionFieldError): ApplicationDefinitionFieldError => ({
  path: path.replace(/^applications\[0\]\./, '').replace(/^[A-Za-z]+/, (member) => nameOption(member)),
  message,
})

function nameOption(member: string): string {
  if (member === 'logo' || member === 'id') return `--${member}`
  if (member === 'name') return 'NAME'
  const [name] = Object.entries<DefinitionOption>(options).find(([, option]) => option.member === member) ?? []
  return name === undefined ? member : `--${name}`
}
