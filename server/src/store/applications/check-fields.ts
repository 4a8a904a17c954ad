// Each member of a definition by itself: its shape and its bounds. Every fault is told at once, by its path.
import { contrastOfAccent, isColour, leastContrast } from '@countersign/api/accent'
import type { Mode } from '@countersign/api/accent'
import { scopes } from '@countersign/api/calls'
import { requirableClaims } from '@countersign/api/scopes'
import { groupIdFault } from '../groups/group-definition.ts'
import { applicationKinds, signingAlgorithms } from '../../platform/database/column-types.ts'
import type { ApplicationKind } from '../../platform/database/column-types.ts'
import { hasUnseen, pilesMarks } from '../../platform/deceptive-text.ts'
import { checkClaims } from './check-claims.ts'
import { jwksFaults } from './check-jwks.ts'
import { authentications, grantTypes, ways } from './definition.ts'
import { isDocumentAddress } from './document-address.ts'
import { faultAt, tell } from '../definition-errors/definition-fault.ts'
import type { CodedFault, ToldFault } from '../definition-errors/definition-fault.ts'
import type { ApplicationDefinition } from './definition.ts'
import { namedApplication } from './introspection.ts'
import { legalLinkFault } from './legal-links.ts'
import { openPathFault } from './open-path.ts'
import { redirectUriFault, webAddressFault } from './redirect-uri.ts'
import { resourceFault, resourceScopeFault } from '../resources/resource.ts'
import { siteHostFault } from './site.ts'

/** Looks at one value. The kind is null where that is wrong itself. */
type Check = (value: unknown, path: string, kind: ApplicationKind | null) => CodedFault[]

const fault = (path: string, ...told: Parameters<typeof tell>): CodedFault[] => [faultAt(path, tell(...told))]

const quoted = (values: readonly string[]): string => values.map((value) => `"${value}"`).join(', ')

/** A text that a rule looks at. The rule answers what is wrong, or null. */
const text =
  (rule: (value: string, kind: ApplicationKind) => ToldFault | null): Check =>
  (value, path, kind) => {
    if (typeof value !== 'string') return fault(path, 'text')
    // Without a kind nobody can say what is allowed; the kind itself is told as a fault.
    const told = kind === null ? null : rule(value, kind)
    return told === null ? [] : [faultAt(path, told)]
  }

const oneOf =
  (values: readonly string[]): Check =>
  (value, path) =>
    values.includes(value as string) ? [] : fault(path, 'one_of', { values: quoted(values) })

const nullable =
  (check: Check): Check =>
  (value, path, kind) =>
    value === null ? [] : check(value, path, kind)

const truth: Check = (value, path) => (typeof value === 'boolean' ? [] : fault(path, 'truth'))

const wholeNumber =
  (min: number, max: number): Check =>
  (value, path) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max
      ? []
      : fault(path, 'number', { min, max })

const list =
  (max: number, check: Check, nameOf: (item: unknown) => unknown = (item) => item): Check =>
  (value, path, kind) => {
    if (!Array.isArray(value)) return fault(path, 'list')
    if (value.length > max) return fault(path, 'many', { max })
    const names = value.map(nameOf)
    return value.flatMap((item, index) => {
      const wrong = check(item, `${path}[${index}]`, kind)
      if (wrong.length > 0) return wrong
      return names.indexOf(names[index]) < index ? fault(`${path}[${index}]`, 'twice') : []
    })
  }

/** `email` is a switch of its own (decision 0038), which many look for here. */
const scope: Check = (value, path, kind) =>
  value === 'email' ? fault(path, 'scope_email') : oneOf(scopes)(value, path, kind)

const checkScopes: Check = (value, path, kind) =>
  Array.isArray(value) && value.length > scopes.length
    ? [
        ...value.flatMap((item, index) => scope(item, `${path}[${index}]`, kind)),
        ...fault(path, 'scopes_many', { values: quoted(scopes) }),
      ]
    : list(scopes.length, scope)(value, path, kind)

const idForm = /^[a-z0-9][a-z0-9._-]{1,63}$/

/** The client id as it may be; it stands in addresses and log lines, and on the command line. */
export const idFault = (value: string): ToldFault | null => (idForm.test(value) ? null : tell('id_form'))

/** Whether a text can be the client id of an application, registered or not; anything else is not worth a look-up. */
export const canBeClientId = (text: string): boolean => idFault(text) === null || isDocumentAddress(text)

const maxNameLength = 80
const maxReasonLength = 200

/** A name is read by people who decide by it: nothing in it may be invisible, turn the line around or pile up. */
export function nameFault(value: string): ToldFault | null {
  const length = [...value].length
  if (length === 0 || length > maxNameLength) return tell('length', { max: maxNameLength })
  return lineFault(value)
}

/** A line that people decide by. */
function lineFault(value: string): ToldFault | null {
  if (value !== value.trim() || value.includes('  ')) return tell('name_spaces')
  if (hasUnseen(value)) return tell('name_unseen')
  if (/(?! )\p{Zs}/u.test(value)) return tell('name_space')
  if (pilesMarks(value)) return tell('name_marks')
  return null
}

/** A reason is read by people who decide by it, like a name. */
function reasonFault(value: string): ToldFault | null {
  const length = [...value].length
  return length === 0 || length > maxReasonLength ? tell('length', { max: maxReasonLength }) : lineFault(value)
}

const requiredClaim: Check = (value, path, kind) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fault(path, 'requires_object')
  const { claim, reason, ...rest } = value as Record<string, unknown>
  return [
    ...oneOf(requirableClaims)(claim, `${path}.claim`, kind),
    ...(reason === undefined ? [] : text(reasonFault)(reason, `${path}.reason`, kind)),
    ...Object.keys(rest).flatMap((name) => fault(`${path}.${name}`, 'requires_object')),
  ]
}

const maxMaximumAgeSeconds = 31_536_000

const resource: Check = (value, path, kind) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fault(path, 'resource_object')
  const { resource: address, scopes: allowed, ...rest } = value as Record<string, unknown>
  return [
    ...text(resourceFault)(address, `${path}.resource`, kind),
    ...list(50, text(resourceScopeFault))(allowed, `${path}.scopes`, kind),
    ...Object.keys(rest).flatMap((name) => fault(`${path}.${name}`, 'resource_unknown')),
  ]
}

/** An entry that is the identifier of a resource, or names an application. */
function introspectionFault(value: string): ToldFault | null {
  if (value === 'all') return tell('introspection_all')
  const id = namedApplication(value)
  if (id === null) return resourceFault(value)
  return canBeClientId(id) ? null : tell('introspection_application')
}

const introspection: Check = (value, path, kind) => {
  if (value === 'own') return []
  if (value === 'all') return fault(path, 'introspection_all')
  if (!Array.isArray(value) || value.length === 0) return fault(path, 'introspection_form')
  return list(50, text(introspectionFault))(value, path, kind)
}

const chainIdFault = (value: string): ToldFault | null => (/^[1-9][0-9]{0,15}$/.test(value) ? null : tell('chain_form'))

/** By the same rule as the id of a group itself. */
const allowedGroupFault = (value: string): ToldFault | null => (groupIdFault(value) === null ? null : tell('id_form'))

const colour = (mode: Mode): Check =>
  text((value) => {
    if (!isColour(value)) return tell('colour_form')
    const ratio = contrastOfAccent(mode, value)
    return ratio >= leastContrast
      ? null
      : tell('colour_contrast', { mode, ratio: ratio.toFixed(2), least: leastContrast })
  })

const colours: Check = (value, path, kind) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fault(path, 'colours_object')
  const { light, dark, ...rest } = value as Record<string, unknown>
  return [
    ...nullable(colour('light'))(light, `${path}.light`, kind),
    ...nullable(colour('dark'))(dark, `${path}.dark`, kind),
    ...Object.keys(rest).flatMap((name) => fault(`${path}.${name}`, 'colours_unknown')),
  ]
}

const fields: Readonly<Record<keyof ApplicationDefinition, Check>> = {
  id: text((value) => (isDocumentAddress(value) ? null : idFault(value))),
  name: text(nameFault),
  kind: oneOf(applicationKinds),
  uri: nullable(text(webAddressFault)),
  policyUri: nullable(text(legalLinkFault)),
  termsUri: nullable(text(legalLinkFault)),
  redirectUris: list(20, text(redirectUriFault)),
  hosts: list(20, text(siteHostFault)),
  openPaths: list(20, text(openPathFault)),
  postLogoutUris: list(20, text(redirectUriFault)),
  backchannelLogoutUri: nullable(text(webAddressFault)),
  scopes: checkScopes,
  grantTypes: list(grantTypes.length, oneOf(grantTypes)),
  authentication: oneOf(authentications),
  jwks: nullable(jwksFaults),
  jwksUri: nullable(text(webAddressFault)),
  subjectType: oneOf(['pairwise', 'public']),
  sectorIdentifierUri: nullable(text(webAddressFault)),
  idTokenAlgorithm: oneOf(signingAlgorithms),
  claimsIn: oneOf(['userinfo', 'id-token']),
  email: oneOf(['none', 'verified', 'alias']),
  claims: checkClaims,
  preferredUsername: oneOf(['display-name', 'user-name']),
  pkce: oneOf(['required', 'nonce', 'optional']),
  profile: oneOf(['none', 'fapi2']),
  requires: list(requirableClaims.length, requiredClaim, (item) => (item as { claim?: unknown } | null)?.claim),
  resources: list(20, resource, (item) => (item as { resource?: unknown } | null)?.resource),
  introspection,
  dpopRequired: truth,
  rotateRefreshTokens: truth,
  pushedRequestRequired: truth,
  maximumAgeSeconds: nullable(wholeNumber(0, maxMaximumAgeSeconds)),
  allowedGroups: list(50, text(allowedGroupFault)),
  ways: list(ways.length, oneOf(ways)),
  chains: list(50, text(chainIdFault)),
  colours,
}

/** Everything that is wrong with the members of a definition, each by itself. */
export function checkFields(value: Readonly<Record<string, unknown>>): CodedFault[] {
  const kind = applicationKinds.find((name) => name === value.kind) ?? null
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(fields, name))
  return [
    ...Object.entries(fields).flatMap(([name, check]) => {
      if (value[name] === undefined && name !== 'kind') return fault(name, 'missing')
      return check(value[name], name, kind)
    }),
    ...unknown.flatMap((name) => fault(name, 'unknown', { names: Object.keys(fields).join(', ') })),
  ]
}
