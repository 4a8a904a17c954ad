// What a resource is: a resource server (OAuth, resource indicators of RFC 8707), such as an API or an MCP server, that accepts access tokens
// of this server. The one object that operators write in files, the command line makes from options, and the database keeps.
import { supportedOAuthScopes as ownScopes } from '@countersign/api/api-endpoints'
import type { OAuthScope } from '@countersign/api/api-endpoints'
import { resourceTokenLifetimeBounds } from '@countersign/api/server-limits'
import { tokenSigningAlgorithms } from '../../platform/database/database-column-types.ts'
import type { TokenSigningAlgorithm } from '../../platform/database/database-column-types.ts'
import { hasInvisibleCharacters, hasStackedCombiningMarks } from '../../platform/detect-deceptive-text.ts'
import {
  createApplicationDefinitionFieldError,
  createApplicationDefinitionErrorDetail,
} from '../definition-errors/create-application-definition-error.ts'
import type {
  CodedApplicationDefinitionFieldError,
  ApplicationDefinitionErrorDetail,
} from '../definition-errors/create-application-definition-error.ts'
import { validateResourceIdentifier, validateResourceScope } from './validate-resource-reference.ts'

/**
 * Which applications may use it: those whose definition lists it; every application that is known here; or everyone, clients that are known
 * by nothing but a metadata document among them.
 */
export const resourceAccessModes = ['listed', 'applications', 'everyone'] as const
export type ResourceAccessMode = (typeof resourceAccessModes)[number]

/** What its tokens may say of a person, where the person allows it. Named like the scopes that stand for the same. */
export const resourceAccessTokenClaimNames = ['wallet', 'groups'] as const satisfies readonly OAuthScope[]
export type ResourceAccessTokenClaimName = (typeof resourceAccessTokenClaimNames)[number]

/** Under which name its tokens tell who somebody is: one for this resource whatever client asked, or that of the client. */
export const resourceSubjectSectorModes = ['by-resource', 'by-application'] as const
export type ResourceSubjectSectorMode = (typeof resourceSubjectSectorModes)[number]

/** What the header of its tokens calls them (`typ`): what RFC 9068 §2.1 asks for, or what libraries expect that do not know it. */
export const resourceAccessTokenTypHeaders = ['at+jwt', 'JWT'] as const
export type ResourceAccessTokenTypHeader = (typeof resourceAccessTokenTypHeaders)[number]

/** One thing that can be done there, and what a person reads of it at the consent. */
export interface ResourceScope {
  scope: string
  description: string | null
}

/** A resource with nothing left open. */
export interface ResourceServerDefinition {
  /** Its identifier: an address, which is the audience of its tokens. */
  resource: string
  /** What people read. */
  name: string
  scopes: ResourceScope[]
  openTo: ResourceAccessMode
  /** How long its tokens work; null for as long as other access tokens do. */
  tokenLifetimeSeconds: number | null
  claims: ResourceAccessTokenClaimName[]
  /** What its tokens are signed with. */
  algorithm: TokenSigningAlgorithm
  tokenType: ResourceAccessTokenTypHeader
  subjects: ResourceSubjectSectorMode
}

export type ResourceServerDefinitionValidationResult =
  | { outcome: 'complete'; definition: ResourceServerDefinition }
  | { outcome: 'invalid'; errors: CodedApplicationDefinitionFieldError[] }

const maxNameLength = 80
const maxDescriptionLength = 200
const maxScopes = 50

/** What is not said. A new resource knows a person by one name. */
const createResourceDefaults = (resource: unknown): Record<string, unknown> => ({
  resource,
  name: typeof resource === 'string' ? deriveResourceName(resource) : undefined,
  scopes: [],
  openTo: 'listed',
  tokenLifetimeSeconds: null,
  claims: [],
  algorithm: 'ES256',
  tokenType: 'at+jwt',
  subjects: 'by-resource',
})

/** Its address without the scheme: what a person recognises where nobody gave it a name. */
const deriveResourceName = (resource: string): string =>
  resource
    .replace(/^[a-z][a-z0-9+.-]*:\/*/i, '')
    .replace(/\/$/, '')
    .slice(0, maxNameLength) || resource.slice(0, maxNameLength)

/**
 * Checks what an operator wrote, and fills in the rest.
 * @param input anything; nothing about it is assumed
 */
export function validateResourceServerDefinition(input: unknown): ResourceServerDefinitionValidationResult {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return {
      outcome: 'invalid',
      errors: [createApplicationDefinitionFieldError('', createApplicationDefinitionErrorDetail('resource_no_object'))],
    }
  const given = input as Record<string, unknown>
  const members = createResourceDefaults(given.resource)
  const all: Record<string, unknown> = { ...members, ...given }
  const { resource, name, scopes, openTo, tokenLifetimeSeconds, claims, algorithm, tokenType, subjects } = all
  const errors = [
    ...validateText('resource', resource, validateResourceIdentifier),
    ...validateText('name', name, (text) => validateDisplayText(text, maxNameLength)),
    ...validateScopes(scopes),
    ...validateOneOf('openTo', openTo, resourceAccessModes),
    ...validateTokenLifetime(tokenLifetimeSeconds),
    ...validateResourceClaims(claims),
    ...validateOneOf('algorithm', algorithm, tokenSigningAlgorithms),
    ...validateOneOf('tokenType', tokenType, resourceAccessTokenTypHeaders),
    ...validateOneOf('subjects', subjects, resourceSubjectSectorModes),
    ...Object.keys(given)
      .filter((member) => !Object.hasOwn(members, member))
      .map((member) =>
        createApplicationDefinitionFieldError(
          member,
          createApplicationDefinitionErrorDetail('resource_member', { names: Object.keys(members).join(', ') }),
        ),
      ),
  ]
  if (errors.length > 0) return { outcome: 'invalid', errors }
  const definition = Object.fromEntries(Object.keys(members).map((member) => [member, all[member]]))
  definition.scopes = (scopes as Partial<ResourceScope>[]).map((one) => ({
    scope: one.scope,
    description: one.description ?? null,
  }))
  return { outcome: 'complete', definition: definition as unknown as ResourceServerDefinition }
}

function validateText(
  path: string,
  value: unknown,
  rule: (text: string) => ApplicationDefinitionErrorDetail | null,
): CodedApplicationDefinitionFieldError[] {
  if (typeof value !== 'string')
    return [createApplicationDefinitionFieldError(path, createApplicationDefinitionErrorDetail('text'))]
  const told = rule(value)
  return told === null ? [] : [createApplicationDefinitionFieldError(path, told)]
}

/** People decide by it: nothing in it may be invisible, turn the line around or pile up. */
function validateDisplayText(text: string, max: number): ApplicationDefinitionErrorDetail | null {
  const length = [...text].length
  if (length === 0 || length > max) return createApplicationDefinitionErrorDetail('length', { max })
  if (text !== text.trim() || text.includes('  ')) return createApplicationDefinitionErrorDetail('name_spaces')
  if (hasInvisibleCharacters(text)) return createApplicationDefinitionErrorDetail('name_unseen')
  return hasStackedCombiningMarks(text) ? createApplicationDefinitionErrorDetail('name_marks') : null
}

const validateOneOf = (
  path: string,
  value: unknown,
  values: readonly string[],
): CodedApplicationDefinitionFieldError[] =>
  values.includes(value as string)
    ? []
    : [
        createApplicationDefinitionFieldError(
          path,
          createApplicationDefinitionErrorDetail('one_of', { values: values.map((one) => `"${one}"`).join(', ') }),
        ),
      ]

function validateTokenLifetime(value: unknown): CodedApplicationDefinitionFieldError[] {
  const { min, max } = resourceTokenLifetimeBounds
  if (value === null || (Number.isInteger(value) && (value as number) >= min && (value as number) <= max)) return []
  return [
    createApplicationDefinitionFieldError(
      'tokenLifetimeSeconds',
      createApplicationDefinitionErrorDetail('number', { min, max }),
    ),
  ]
}

function validateResourceClaims(value: unknown): CodedApplicationDefinitionFieldError[] {
  if (!Array.isArray(value))
    return [createApplicationDefinitionFieldError('claims', createApplicationDefinitionErrorDetail('list'))]
  return value.flatMap((claim, index) =>
    value.indexOf(claim) < index
      ? [createApplicationDefinitionFieldError(`claims[${index}]`, createApplicationDefinitionErrorDetail('twice'))]
      : validateOneOf(`claims[${index}]`, claim, resourceAccessTokenClaimNames),
  )
}

function validateScopes(value: unknown): CodedApplicationDefinitionFieldError[] {
  if (!Array.isArray(value))
    return [createApplicationDefinitionFieldError('scopes', createApplicationDefinitionErrorDetail('list'))]
  if (value.length > maxScopes)
    return [
      createApplicationDefinitionFieldError(
        'scopes',
        createApplicationDefinitionErrorDetail('many', { max: maxScopes }),
      ),
    ]
  const names = value.map((one) => (one as { scope?: unknown } | null)?.scope)
  return value.flatMap((one, index) => {
    const path = `scopes[${index}]`
    if (typeof one !== 'object' || one === null || Array.isArray(one))
      return [
        createApplicationDefinitionFieldError(path, createApplicationDefinitionErrorDetail('resource_scope_object')),
      ]
    const { scope, description = null, ...rest } = one as Record<string, unknown>
    return [
      ...validateText(`${path}.scope`, scope, validateResourceScope),
      ...(names.indexOf(scope) < index
        ? [createApplicationDefinitionFieldError(`${path}.scope`, createApplicationDefinitionErrorDetail('twice'))]
        : []),
      ...(description === null
        ? []
        : validateText(`${path}.description`, description, (text) => validateDisplayText(text, maxDescriptionLength))),
      ...Object.keys(rest).map((member) =>
        createApplicationDefinitionFieldError(
          `${path}.${member}`,
          createApplicationDefinitionErrorDetail('resource_scope_object'),
        ),
      ),
    ]
  })
}

/** Whether a scope is one of this server's own, which no resource has. */
export const isServerScope = (scope: string): scope is OAuthScope => (ownScopes as readonly string[]).includes(scope)

/** The members of a definition that differ, in one line each. */
export function describeResourceServerChanges(
  before: ResourceServerDefinition,
  after: ResourceServerDefinition,
): string[] {
  const plain = (['name', 'openTo', 'tokenLifetimeSeconds', 'algorithm', 'tokenType', 'subjects'] as const).flatMap(
    (member) =>
      before[member] === after[member] ? [] : [`${member} ${before[member] ?? 'none'} → ${after[member] ?? 'none'}`],
  )
  const listed = (['scopes', 'claims'] as const).flatMap((member) => {
    const [one, other] = [before[member], after[member]]
    if (JSON.stringify(one) === JSON.stringify(other)) return []
    const inWords = (list: readonly (ResourceScope | ResourceAccessTokenClaimName)[]): string =>
      list.map((item) => (typeof item === 'string' ? item : item.scope)).join(' ') || 'none'
    const words = [inWords(one), inWords(other)]
    return [words[0] === words[1] ? `descriptions of ${member} changed` : `${member} ${words[0]} → ${words[1]}`]
  })
  return [...plain, ...listed]
}
