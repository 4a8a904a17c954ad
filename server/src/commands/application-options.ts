// The options by which the command line describes an application, and the definition that they stand for.
import { fapiMembers } from '../protocol/applications/fapi-profile.ts'
import { readFileSync } from 'node:fs'
import { deviceGrant } from '../protocol/applications/definition.ts'
import type { ApplicationDefinition, DefinitionFault } from '../protocol/applications/definition.ts'
import { completeDefinition } from '../protocol/applications/presets.ts'
import type { Completed } from '../protocol/applications/presets.ts'
import { readClaimOptions } from './claim-options.ts'
import { JsonFault, parseStrictJson } from '../platform/strict-json.ts'

const one = { type: 'string' } as const
const several = { type: 'string', multiple: true } as const
const flag = { type: 'boolean' } as const

export const definitionOptions = {
  kind: one,
  uri: one,
  'policy-uri': one,
  'terms-uri': one,
  redirect: several,
  host: several,
  'open-path': several,
  'post-logout': several,
  'backchannel-logout': one,
  scope: several,
  'grant-type': several,
  authentication: one,
  jwks: one,
  'jwks-uri': one,
  subject: one,
  'sector-identifier': one,
  'id-token-algorithm': one,
  'claims-in': one,
  claim: several,
  'preferred-username': one,
  email: one,
  require: several,
  pkce: one,
  profile: one,
  resource: several,
  introspection: several,
  dpop: flag,
  'rotate-refresh-tokens': flag,
  'pushed-requests': flag,
  'max-age': one,
  'allowed-group': several,
  way: several,
  chain: several,
  colour: several,
  logo: one,
} as const

type OptionName = keyof typeof definitionOptions
type Given = Partial<Record<OptionName | 'id' | 'name', string | boolean | string[] | undefined>>

/** What each option stands for, as the help prints it. */
const explanations: Readonly<Record<OptionName, readonly [value: string, about: string]>> = {
  kind: [
    'KIND',
    'web (runs on a server), single-page (runs in the browser), native (app, command line), device (no browser), machine (no person), site (pages without a login, behind a proxy that asks this server)',
  ],
  uri: ['ADDRESS', 'its home page'],
  'policy-uri': ['ADDRESS', 'its privacy policy, linked on the consent page'],
  'terms-uri': ['ADDRESS', 'its terms of service, linked on the consent page'],
  redirect: ['ADDRESS', 'where people may be sent after sign-in, exactly as it will be asked for; once for each'],
  host: ['HOST', 'of a site: where people open it, such as wiki.example; once for each'],
  'open-path': [
    '"METHODS PATH"',
    'of a site: a path without sign-in, such as /manifest.json, "GET,POST /hooks/" (all below it) or "OPTIONS /" (CORS preflights); GET and HEAD unless it names methods; once for each, an empty text for none',
  ],
  'post-logout': ['ADDRESS', 'where people may be sent after sign-out; once for each'],
  'backchannel-logout': ['ADDRESS', 'where it is told that a session has ended'],
  scope: ['SCOPES', 'what it may ask for: openid profile wallet groups proof offline_access'],
  'grant-type': ['TYPES', 'authorization_code, refresh_token, device_code, client_credentials'],
  authentication: ['METHOD', 'client_secret_basic, client_secret_post, private_key_jwt, none'],
  jwks: ['FILE', 'its public keys, for private_key_jwt'],
  'jwks-uri': ['ADDRESS', 'where its public keys are, for private_key_jwt'],
  subject: ['TYPE', 'pairwise (people have a name of their own with it) or public'],
  'sector-identifier': [
    'ADDRESS',
    'a document that lists the redirect addresses of applications that share the names of people',
  ],
  'id-token-algorithm': ['NAME', 'ES256, or RS256 for old clients'],
  'claims-in': ['PLACE', 'userinfo, or id-token for clients that do not ask userinfo'],
  email: [
    'WHAT',
    'none, verified (what a person has added and verified) or alias (made up, at the aliasDomain of the settings; nobody reads it)',
  ],
  claim: [
    '"WORDS"',
    'one of "groups as roles", "groups in id-token", "tenant = acme", "roles from admins:Admin staff:Viewer", "role first-of …"; once for each',
  ],
  'preferred-username': [
    'WHAT',
    'user-name (chosen once, unique, fit for a login name) or display-name (as people write it)',
  ],
  pkce: [
    'WHETHER',
    'required; nonce, PKCE or an OpenID Connect nonce (default with a secret or key); optional for clients that send neither',
  ],
  profile: [
    'NAME',
    'fapi2: a new application gets what the FAPI 2.0 Security Profile requires (private_key_jwt, DPoP, pushed requests, PKCE), and what contradicts it is refused; none takes it back',
  ],
  require: [
    '"CLAIM REASON"',
    'a claim or scope that it cannot work without, and why, as a sentence that people read: name, preferred_username, email, wallet, groups, proof, offline_access; once for each',
  ],
  resource: ['"ADDRESS SCOPES"', 'a service that it may get access tokens for; once for each'],
  introspection: [
    'WHOSE',
    'own, or for a service that is called with tokens: the address of its resource, or application:ID of an application whose clients send no resource; once for each',
  ],
  dpop: ['', 'tokens work only together with a key that it holds; --no-dpop takes it back'],
  'rotate-refresh-tokens': [
    '',
    'each use of a refresh token replaces it, as always without a secret; --no-rotate-refresh-tokens takes it back',
  ],
  'pushed-requests': ['', 'sign-ins must be announced to the server first; --no-pushed-requests takes it back'],
  'max-age': ['SECONDS', 'how long ago a person may have signed in at most'],
  'allowed-group': ['ID', 'a group of which a person must belong to one to be let in; once for each'],
  way: [
    'WAYS',
    'the ways of signing in that it accepts: key, contract, solana, bitcoin, passkey; passkey alone where one is needed',
  ],
  chain: ['ID', 'a chain of which it accepts contract wallets; once for each, none for all'],
  colour: ['"#RRGGBB #RRGGBB"', 'the colour of the main action on its sign-in screen, in light and in dark mode'],
  logo: ['FILE|ADDRESS', 'a picture in PNG, JPEG, WebP or GIF'],
}

/** The options, one on each line. */
export const optionsHelp = Object.entries(explanations)
  .map(([name, [value, about]]) => `  ${`--${name} ${value}`.padEnd(30)} ${about}`)
  .join('\n')

/** The option that gives each member. */
const optionOf: Readonly<Record<keyof ApplicationDefinition, OptionName | 'id' | 'name'>> = {
  id: 'id',
  name: 'name',
  kind: 'kind',
  uri: 'uri',
  policyUri: 'policy-uri',
  termsUri: 'terms-uri',
  redirectUris: 'redirect',
  hosts: 'host',
  openPaths: 'open-path',
  postLogoutUris: 'post-logout',
  backchannelLogoutUri: 'backchannel-logout',
  scopes: 'scope',
  grantTypes: 'grant-type',
  authentication: 'authentication',
  jwks: 'jwks',
  jwksUri: 'jwks-uri',
  subjectType: 'subject',
  sectorIdentifierUri: 'sector-identifier',
  idTokenAlgorithm: 'id-token-algorithm',
  claimsIn: 'claims-in',
  claims: 'claim',
  preferredUsername: 'preferred-username',
  email: 'email',
  requires: 'require',
  pkce: 'pkce',
  profile: 'profile',
  resources: 'resource',
  introspection: 'introspection',
  dpopRequired: 'dpop',
  rotateRefreshTokens: 'rotate-refresh-tokens',
  pushedRequestRequired: 'pushed-requests',
  maximumAgeSeconds: 'max-age',
  allowedGroups: 'allowed-group',
  ways: 'way',
  chains: 'chain',
  colours: 'colour',
}

/** An option given as the empty text takes the member back. */
const orNull = (value: unknown): unknown => (value === '' ? null : value)

/** Lists may be written as one argument or as several. */
const words = (value: unknown): string[] =>
  (value as string[]).flatMap((text) => text.split(/[\s,]+/)).filter((word) => word !== '')

const readers: Partial<Record<OptionName, (value: unknown) => unknown>> = {
  uri: orNull,
  'policy-uri': orNull,
  'terms-uri': orNull,
  redirect: words,
  host: words,
  'open-path': (value) => (value as string[]).filter((text) => text !== ''),
  'post-logout': words,
  'backchannel-logout': orNull,
  scope: words,
  'grant-type': (value) => words(value).map((word) => (word === 'device_code' ? deviceGrant : word)),
  'jwks-uri': orNull,
  'sector-identifier': orNull,
  resource: (value) => (value as string[]).filter((text) => text !== '').map(readResource),
  introspection: readIntrospection,
  require: (value) => (value as string[]).filter((text) => text.trim() !== '').map(readRequiredClaim),
  'allowed-group': words,
  claim: (value) => readClaimOptions(value as string[]),
  way: words,
  chain: words,
  colour: readColours,
  'max-age': (value) => (value === '' ? null : /^[0-9]{1,9}$/.test(value as string) ? Number(value) : value),
}

/** A service and its scopes: `"https://service.example/ read write"`. */
function readResource(text: string): { resource: string; scopes: string[] } {
  const [resource = '', ...scopes] = words([text])
  return { resource, scopes }
}

/** A claim and the reason for it: `"name Your name is shown to others."`. */
function readRequiredClaim(text: string): { claim: string; reason?: string } {
  const [, claim = '', reason = ''] = /^\s*(\S+)\s*(.*?)\s*$/s.exec(text) ?? []
  return { claim, ...(reason !== '' && { reason }) }
}

/** `own` alone stands for itself. */
function readIntrospection(value: unknown): unknown {
  const entries = words(value)
  return entries.length === 1 && entries[0] === 'own' ? 'own' : entries
}

/** The colour in light mode, and that in dark mode where there is a second one. */
function readColours(value: unknown): object {
  const [light = null, dark = null, ...rest] = words(value)
  return { light, dark, ...(rest.length > 0 && { third: rest[0] }) }
}

/** Replaces the path of a key set by its content. */
function readKeys(path: string): { jwks: unknown } | { fault: string } {
  if (path === '') return { jwks: null }
  try {
    return { jwks: parseStrictJson(readFileSync(path, 'utf8')) }
  } catch (error) {
    return { fault: error instanceof JsonFault ? `the file ${path} is not JSON` : `the file ${path} cannot be read` }
  }
}

/** A definition, or what is wrong with it or with the files that options name. */
type FromOptions = Extract<Completed, { outcome: 'complete' }> | { outcome: 'faulty'; faults: DefinitionFault[] }

/**
 * Makes a definition from options.
 * @param before what the options are added to: at least the id and the name
 * @returns the definition, or what is wrong with the options, by their names
 */
export function completeFromOptions(before: Record<string, unknown>, given: Given): FromOptions {
  const { jwks: keysPath, ...rest } = given
  const members = Object.entries(optionOf).flatMap(([member, option]) => {
    const value = rest[option as keyof typeof rest]
    if (value === undefined) return []
    return [[member, (readers[option as OptionName] ?? ((same) => same))(value)] as const]
  })
  const keys = typeof keysPath === 'string' ? readKeys(keysPath) : null
  const unread = keys !== null && 'fault' in keys ? [{ path: 'jwks', message: keys.fault }] : []
  const completed = completeDefinition({
    ...(given.profile === 'fapi2' && before['profile'] !== 'fapi2' ? withoutFapiMembers(before) : before),
    ...Object.fromEntries(members),
    ...(keys !== null && 'jwks' in keys && keys),
  })
  if (completed.outcome === 'complete' && unread.length === 0) return completed
  return {
    outcome: 'faulty',
    faults: inOptions([...unread, ...(completed.outcome === 'faulty' ? completed.faults : [])]),
  }
}

/** An existing application that is given the profile gets the members that the profile sets. */
const withoutFapiMembers = (before: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(before).filter(([member]) => !Object.hasOwn(fapiMembers('web'), member)))

/** Names faults by their options instead of by their members. */
export const inOptions = (faults: readonly DefinitionFault[]): DefinitionFault[] =>
  faults.map(({ path, message }) => ({ path: path.replace(/^[A-Za-z]+/, (member) => nameOption(member)), message }))

function nameOption(member: string): string {
  if (member === 'logo') return '--logo'
  const option = Object.hasOwn(optionOf, member) ? optionOf[member as keyof ApplicationDefinition] : undefined
  if (option === undefined) return member
  return option === 'name' ? 'NAME' : `--${option}`
}
