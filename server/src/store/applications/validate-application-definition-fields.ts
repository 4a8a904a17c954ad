import { computeMinAccentContrast, isHexColor, minTextContrast } from '@countersign/api/accent-colors'
import type { ColorMode } from '@countersign/api/accent-colors'
import { supportedOAuthScopes } from '@countersign/api/api-endpoints'
import { requirableClaims } from '@countersign/api/oauth-scopes'
import { findGroupIdError } from '../groups/group-definition.ts'
import { applicationKinds, tokenSigningAlgorithms } from '../../platform/database/database-column-types.ts'
import type { ApplicationKind } from '../../platform/database/database-column-types.ts'
import { hasInvisibleCharacters, hasStackedCombiningMarks } from '../../platform/detect-deceptive-text.ts'
import { validateClaimMapping } from './validate-claim-mapping.ts'
import { validateJwks } from './validate-jwks.ts'
import { clientAuthMethods, grantTypes, signInMethods } from './application-definition-types.ts'
import { isClientMetadataDocumentUrl } from './client-metadata-document-url.ts'
import {
  createApplicationDefinitionFieldError,
  createApplicationDefinitionErrorDetail,
} from '../definition-errors/create-application-definition-error.ts'
import type {
  CodedApplicationDefinitionFieldError,
  ApplicationDefinitionErrorDetail,
} from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinition } from './application-definition-types.ts'
import { parseIntrospectionAccessClientId } from './token-introspection-access-rules.ts'
import { validateLegalLink } from './validate-and-describe-legal-links.ts'
import { validateUnprotectedSitePath } from './match-unprotected-site-path.ts'
import { validateRedirectUri, validateWebUrl } from './validate-redirect-uri.ts'
import { validateResourceIdentifier, validateResourceScope } from '../resources/validate-resource-reference.ts'
import { validateProductId } from '../products/product-definition.ts'
import { validateProtectedSiteHost } from './protected-site-hosts-and-urls.ts'

type FieldValidator = (
  value: unknown,
  path: string,
  kind: ApplicationKind | null,
) => CodedApplicationDefinitionFieldError[]

const createErrors = (
  path: string,
  ...told: Parameters<typeof createApplicationDefinitionErrorDetail>
): CodedApplicationDefinitionFieldError[] => [
  createApplicationDefinitionFieldError(path, createApplicationDefinitionErrorDetail(...told)),
]

const quoted = (values: readonly string[]): string => values.map((value) => `"${value}"`).join(', ')

const text =
  (rule: (value: string, kind: ApplicationKind) => ApplicationDefinitionErrorDetail | null): FieldValidator =>
  (value, path, kind) => {
    if (typeof value !== 'string') return createErrors(path, 'text')
    const errorDetail = kind === null ? null : rule(value, kind)
    return errorDetail === null ? [] : [createApplicationDefinitionFieldError(path, errorDetail)]
  }

const oneOfField =
  (values: readonly string[]): FieldValidator =>
  (value, path) =>
    values.includes(value as string) ? [] : createErrors(path, 'one_of', { values: quoted(values) })

const nullableField =
  (check: FieldValidator): FieldValidator =>
  (value, path, kind) =>
    value === null ? [] : check(value, path, kind)

const booleanField: FieldValidator = (value, path) => (typeof value === 'boolean' ? [] : createErrors(path, 'truth'))

const integerField =
  (min: number, max: number): FieldValidator =>
  (value, path) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max
      ? []
      : createErrors(path, 'number', { min, max })

const listField =
  (max: number, check: FieldValidator, nameOf: (item: unknown) => unknown = (item) => item): FieldValidator =>
  (value, path, kind) => {
    if (!Array.isArray(value)) return createErrors(path, 'list')
    if (value.length > max) return createErrors(path, 'many', { max })
    const names = value.map(nameOf)
    return value.flatMap((item, index) => {
      const wrong = check(item, `${path}[${index}]`, kind)
      if (wrong.length > 0) return wrong
      return names.indexOf(names[index]) < index ? createErrors(`${path}[${index}]`, 'twice') : []
    })
  }

/** Operators often expect `email` here, but it is a separate setting (decision 0038). */
const scopeField: FieldValidator = (value, path, kind) =>
  value === 'email' ? createErrors(path, 'scope_email') : oneOfField(supportedOAuthScopes)(value, path, kind)

const scopesField: FieldValidator = (value, path, kind) =>
  Array.isArray(value) && value.length > supportedOAuthScopes.length
    ? [
        ...value.flatMap((item, index) => scopeField(item, `${path}[${index}]`, kind)),
        ...createErrors(path, 'scopes_many', { values: quoted(supportedOAuthScopes) }),
      ]
    : listField(supportedOAuthScopes.length, scopeField)(value, path, kind)

const clientIdPattern = /^[a-z0-9][a-z0-9._-]{1,63}$/

export const validateClientId = (value: string): ApplicationDefinitionErrorDetail | null =>
  clientIdPattern.test(value) ? null : createApplicationDefinitionErrorDetail('id_form')

export const isPossibleClientId = (text: string): boolean =>
  validateClientId(text) === null || isClientMetadataDocumentUrl(text)

const maxNameLength = 80
const maxReasonLength = 200

/** People rely on the name, so it must not contain deceptive characters. */
export function validateApplicationName(value: string): ApplicationDefinitionErrorDetail | null {
  const length = [...value].length
  if (length === 0 || length > maxNameLength)
    return createApplicationDefinitionErrorDetail('length', { max: maxNameLength })
  return validateDisplayLine(value)
}

function validateDisplayLine(value: string): ApplicationDefinitionErrorDetail | null {
  if (value !== value.trim() || value.includes('  ')) return createApplicationDefinitionErrorDetail('name_spaces')
  if (hasInvisibleCharacters(value)) return createApplicationDefinitionErrorDetail('name_unseen')
  if (/(?! )\p{Zs}/u.test(value)) return createApplicationDefinitionErrorDetail('name_space')
  if (hasStackedCombiningMarks(value)) return createApplicationDefinitionErrorDetail('name_marks')
  return null
}

function validateRequirementReason(value: string): ApplicationDefinitionErrorDetail | null {
  const length = [...value].length
  return length === 0 || length > maxReasonLength
    ? createApplicationDefinitionErrorDetail('length', { max: maxReasonLength })
    : validateDisplayLine(value)
}

const requiredClaimField: FieldValidator = (value, path, kind) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return createErrors(path, 'requires_object')
  const { claim, reason, ...rest } = value as Record<string, unknown>
  return [
    ...oneOfField(requirableClaims)(claim, `${path}.claim`, kind),
    ...(reason === undefined ? [] : text(validateRequirementReason)(reason, `${path}.reason`, kind)),
    ...Object.keys(rest).flatMap((name) => createErrors(`${path}.${name}`, 'requires_object')),
  ]
}

const maxMaximumAgeSeconds = 31_536_000

const resourceField: FieldValidator = (value, path, kind) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return createErrors(path, 'resource_object')
  const { resource: address, scopes: allowed, ...rest } = value as Record<string, unknown>
  return [
    ...text(validateResourceIdentifier)(address, `${path}.resource`, kind),
    ...listField(50, text(validateResourceScope))(allowed, `${path}.scopes`, kind),
    ...Object.keys(rest).flatMap((name) => createErrors(`${path}.${name}`, 'resource_unknown')),
  ]
}

function validateIntrospectionEntry(value: string): ApplicationDefinitionErrorDetail | null {
  if (value === 'all') return createApplicationDefinitionErrorDetail('introspection_all')
  const id = parseIntrospectionAccessClientId(value)
  if (id === null) return validateResourceIdentifier(value)
  return isPossibleClientId(id) ? null : createApplicationDefinitionErrorDetail('introspection_application')
}

const introspectionField: FieldValidator = (value, path, kind) => {
  if (value === 'own') return []
  if (value === 'all') return createErrors(path, 'introspection_all')
  if (!Array.isArray(value) || value.length === 0) return createErrors(path, 'introspection_form')
  return listField(50, text(validateIntrospectionEntry))(value, path, kind)
}

const validateChainId = (value: string): ApplicationDefinitionErrorDetail | null =>
  /^[1-9][0-9]{0,15}$/.test(value) ? null : createApplicationDefinitionErrorDetail('chain_form')

const validateAllowedGroup = (value: string): ApplicationDefinitionErrorDetail | null =>
  findGroupIdError(value) === null ? null : createApplicationDefinitionErrorDetail('id_form')

const colorField = (mode: ColorMode): FieldValidator =>
  text((value) => {
    if (!isHexColor(value)) return createApplicationDefinitionErrorDetail('colour_form')
    const ratio = computeMinAccentContrast(mode, value)
    return ratio >= minTextContrast
      ? null
      : createApplicationDefinitionErrorDetail('colour_contrast', {
          mode,
          ratio: ratio.toFixed(2),
          least: minTextContrast,
        })
  })

const colorsField: FieldValidator = (value, path, kind) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return createErrors(path, 'colours_object')
  const { light, dark, ...rest } = value as Record<string, unknown>
  return [
    ...nullableField(colorField('light'))(light, `${path}.light`, kind),
    ...nullableField(colorField('dark'))(dark, `${path}.dark`, kind),
    ...Object.keys(rest).flatMap((name) => createErrors(`${path}.${name}`, 'colours_unknown')),
  ]
}

const fieldValidators: Readonly<Record<keyof ApplicationDefinition, FieldValidator>> = {
  id: text((value) => (isClientMetadataDocumentUrl(value) ? null : validateClientId(value))),
  name: text(validateApplicationName),
  kind: oneOfField(applicationKinds),
  uri: nullableField(text(validateWebUrl)),
  policyUri: nullableField(text(validateLegalLink)),
  termsUri: nullableField(text(validateLegalLink)),
  redirectUris: listField(20, text(validateRedirectUri)),
  hosts: listField(20, text(validateProtectedSiteHost)),
  openPaths: listField(20, text(validateUnprotectedSitePath)),
  postLogoutUris: listField(20, text(validateRedirectUri)),
  backchannelLogoutUri: nullableField(text(validateWebUrl)),
  scopes: scopesField,
  grantTypes: listField(grantTypes.length, oneOfField(grantTypes)),
  authentication: oneOfField(clientAuthMethods),
  jwks: nullableField(validateJwks),
  jwksUri: nullableField(text(validateWebUrl)),
  subjectType: oneOfField(['pairwise', 'public']),
  sectorIdentifierUri: nullableField(text(validateWebUrl)),
  product: nullableField(text(validateProductId)),
  firstParty: booleanField,
  idTokenAlgorithm: oneOfField(tokenSigningAlgorithms),
  claimsIn: oneOfField(['userinfo', 'id-token']),
  email: oneOfField(['none', 'verified', 'alias']),
  claims: validateClaimMapping,
  preferredUsername: oneOfField(['display-name', 'user-name']),
  pkce: oneOfField(['required', 'nonce', 'optional']),
  profile: oneOfField(['none', 'fapi2']),
  requires: listField(
    requirableClaims.length,
    requiredClaimField,
    (item) => (item as { claim?: unknown } | null)?.claim,
  ),
  resources: listField(20, resourceField, (item) => (item as { resource?: unknown } | null)?.resource),
  introspection: introspectionField,
  dpopRequired: booleanField,
  rotateRefreshTokens: booleanField,
  pushedRequestRequired: booleanField,
  maxAgeSeconds: nullableField(integerField(0, maxMaximumAgeSeconds)),
  allowedGroups: listField(50, text(validateAllowedGroup)),
  signInMethods: listField(signInMethods.length, oneOfField(signInMethods)),
  chains: listField(50, text(validateChainId)),
  colors: colorsField,
}

export function validateApplicationDefinitionFields(
  value: Readonly<Record<string, unknown>>,
): CodedApplicationDefinitionFieldError[] {
  const kind = applicationKinds.find((name) => name === value.kind) ?? null
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(fieldValidators, name))
  return [
    ...Object.entries(fieldValidators).flatMap(([name, check]) => {
      if (value[name] === undefined && name !== 'kind') return createErrors(name, 'missing')
      return check(value[name], name, kind)
    }),
    ...unknown.flatMap((name) => createErrors(name, 'unknown', { names: Object.keys(fieldValidators).join(', ') })),
  ]
}
