// The options by which the command line describes an application, and the definition that they stand for.
import { readFileSync } from 'node:fs'
import { deviceGrant } from '../applications/definition.ts'
import type { ApplicationDefinition, DefinitionFault } from '../applications/definition.ts'
import { JsonFault, parseStrictJson } from '../platform/strict-json.ts'

const one = { type: 'string' } as const
const several = { type: 'string', multiple: true } as const
const flag = { type: 'boolean' } as const

export const definitionOptions = {
  kind: one,
  uri: one,
  redirect: several,
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
  pkce: one,
  resource: several,
  introspection: one,
  dpop: flag,
  'pushed-requests': flag,
  'max-age': one,
  logo: one,
} as const

type OptionName = keyof typeof definitionOptions
type Given = Partial<Record<OptionName, string | boolean | string[] | undefined>>

/** The option that gives each member. */
const optionOf: Readonly<Record<keyof ApplicationDefinition, OptionName | 'id' | 'name'>> = {
  id: 'id',
  name: 'name',
  kind: 'kind',
  uri: 'uri',
  redirectUris: 'redirect',
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
  pkce: 'pkce',
  resources: 'resource',
  introspection: 'introspection',
  dpopRequired: 'dpop',
  pushedRequestRequired: 'pushed-requests',
  maximumAgeSeconds: 'max-age',
}

/** An option given as the empty text takes the member back. */
const orNull = (value: unknown): unknown => (value === '' ? null : value)

/** Lists may be written as one argument or as several. */
const words = (value: unknown): string[] => (value as string[]).flatMap((text) => text.split(/[\s,]+/)).filter((word) => word !== '')

const readers: Partial<Record<OptionName, (value: unknown) => unknown>> = {
  uri: orNull,
  redirect: words,
  'post-logout': words,
  'backchannel-logout': orNull,
  scope: words,
  'grant-type': (value) => words(value).map((word) => (word === 'device_code' ? deviceGrant : word)),
  jwks: (value) => (value === '' ? null : readKeys(value as string)),
  'jwks-uri': orNull,
  'sector-identifier': orNull,
  resource: (value) => (value as string[]).filter((text) => text !== '').map(readResource),
  'max-age': (value) => (value === '' ? null : /^[0-9]{1,9}$/.test(value as string) ? Number(value) : value),
}

/** A service and its scopes: `"https://service.example/ read write"`. */
function readResource(text: string): { resource: string; scopes: string[] } {
  const [resource = '', ...scopes] = words([text])
  return { resource, scopes }
}

function readKeys(path: string): unknown {
  try {
    return parseStrictJson(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof JsonFault) return `the file ${path} is not JSON`
    return `the file ${path} cannot be read`
  }
}

/** The members of a definition that options give; no others. */
export function readDefinitionOptions(given: Given): Record<string, unknown> {
  const members = Object.entries(optionOf).flatMap(([member, option]) => {
    const value = given[option as OptionName]
    if (value === undefined) return []
    return [[member, (readers[option as OptionName] ?? ((same) => same))(value)] as const]
  })
  return Object.fromEntries(members)
}

/** Names faults by their options instead of by their members. */
export const inOptions = (faults: readonly DefinitionFault[]): DefinitionFault[] =>
  faults.map(({ path, message }) => ({ path: path.replace(/^[A-Za-z]+/, (member) => nameOption(member)), message }))

function nameOption(member: string): string {
  if (member === 'logo') return '--logo'
  const option = Object.hasOwn(optionOf, member) ? optionOf[member as keyof ApplicationDefinition] : undefined
  if (option === undefined) return member
  return option === 'name' ? 'NAME' : `--${option}`
}
