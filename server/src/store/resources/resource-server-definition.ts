// Resource servers (RFC 8707), such as APIs and MCP servers, that accept our access tokens.
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
import { validateProductId } from '../products/product-definition.ts'
import { validateResourceIdentifier, validateResourceScope } from './validate-resource-reference.ts'

/** `applications` excludes metadata document clients; `everyone` includes them. */
export const resourceAccessModes = ['listed', 'applications', 'everyone'] as const
export type ResourceAccessMode = (typeof resourceAccessModes)[number]

/** Each claim requires the person's consent to the scope of the same name. */
export const resourceAccessTokenClaimNames = ['wallet', 'groups'] as const satisfies readonly OAuthScope[]
export type ResourceAccessTokenClaimName = (typeof resourceAccessTokenClaimNames)[number]

/** Whether all clients see the same subject, or each application a different one. */
export const resourceSubjectSectorModes = ['by-resource', 'by-application'] as const
export type ResourceSubjectSectorMode = (typeof resourceSubjectSectorModes)[number]

/** The `typ` header: `at+jwt` (RFC 9068 §2.1), or `JWT` for libraries that do not support it. */
export const resourceAccessTokenTypHeaders = ['at+jwt', 'JWT'] as const
export type ResourceAccessTokenTypHeader = (typeof resourceAccessTokenTypHeaders)[number]

export interface ResourceScope {
  scope: string
  description: string | null
}

export interface ResourceServerDefinition {
  /** The URI that tokens for this resource have as their audience. */
  resource: string
  name: string
  scopes: ResourceScope[]
  openTo: ResourceAccessMode
  /** Null means the default access token lifetime. */
  tokenLifetimeSeconds: number | null
  claims: ResourceAccessTokenClaimName[]
  algorithm: TokenSigningAlgorithm
  tokenType: ResourceAccessTokenTypHeader
  subjects: ResourceSubjectSectorMode
  /** The product that the resource belongs to: both know a person by one subject (decision 0091). */
  product: string | null
}

export type ResourceServerDefinitionValidationResult =
  | { outcome: 'complete'; definition: ResourceServerDefinition }
  | { outcome: 'invalid'; errors: CodedApplicationDefinitionFieldError[] }

const maxNameLength = 80
const maxDescriptionLength = 200
const maxScopes = 50

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
  product: null,
})

const deriveResourceName = (resource: string): string =>
  resource
    .replace(/^[a-z][a-z0-9+.-]*:\/*/i, '')
    .replace(/\/$/, '')
    .slice(0, maxNameLength) || resource.slice(0, maxNameLength)

export function validateResourceServerDefinition(input: unknown): ResourceServerDefinitionValidationResult {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return {
      outcome: 'invalid',
      errors: [createApplicationDefinitionFieldError('', createApplicationDefinitionErrorDetail('resource_no_object'))],
    }
  const given = input as Record<string, unknown>
  const members = createResourceDefaults(given.resource)
  const all: Record<string, unknown> = { ...members, ...given }
  const { resource, name, scopes, openTo, tokenLifetimeSeconds, claims, algorithm, tokenType, subjects, product } = all
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
    ...validateProduct(product, { subjects, openTo }),
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
  const errorDetail = rule(value)
  return errorDetail === null ? [] : [createApplicationDefinitionFieldError(path, errorDetail)]
}

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

function validateProduct(
  product: unknown,
  { subjects, openTo }: { subjects: unknown; openTo: unknown },
): CodedApplicationDefinitionFieldError[] {
  if (product === null) return []
  const errors = validateText('product', product, validateProductId)
  if (errors.length > 0) return errors
  const code = subjects === 'by-application' ? 'product_subjects' : openTo !== 'listed' ? 'product_open_to' : null
  return code === null
    ? []
    : [createApplicationDefinitionFieldError('product', createApplicationDefinitionErrorDetail(code))]
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

export const isServerScope = (scope: string): scope is OAuthScope => (ownScopes as readonly string[]).includes(scope)

/** Whether the resource would know people by other subject identifiers. */
export const changesResourceSubjects = (
  before: Pick<ResourceServerDefinition, 'subjects' | 'product'>,
  after: Pick<ResourceServerDefinition, 'subjects' | 'product'>,
): boolean => before.subjects !== after.subjects || before.product !== after.product

export function describeResourceServerChanges(
  before: ResourceServerDefinition,
  after: ResourceServerDefinition,
): string[] {
  const plain = (
    ['name', 'openTo', 'tokenLifetimeSeconds', 'algorithm', 'tokenType', 'subjects', 'product'] as const
  ).flatMap((member) =>
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
