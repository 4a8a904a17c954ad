import type { OAuthScope } from '@countersign/api/api-endpoints'
import { applicationKinds } from '../../platform/database/database-column-types.ts'
import type { ApplicationKind } from '../../platform/database/database-column-types.ts'
import { emptyClaimMapping } from './claim-mapping.ts'
import { validateApplicationDefinitionFields } from './validate-application-definition-fields.ts'
import { validateApplicationFieldCombinations } from './validate-application-field-combinations.ts'
import { deviceCodeGrantType, signInMethods } from './application-definition-types.ts'
import {
  createApplicationDefinitionFieldError,
  createApplicationDefinitionErrorDetail,
} from '../definition-errors/create-application-definition-error.ts'
import type { CodedApplicationDefinitionFieldError } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinition } from './application-definition-types.ts'
import { getFapiDefinitionFields } from './fapi-security-profile.ts'

type KindDefaults = Pick<ApplicationDefinition, 'grantTypes' | 'authentication'> & { scopes: OAuthScope[] }

const defaultPersonScopes: OAuthScope[] = ['openid', 'profile', 'wallet', 'offline_access']

const defaultsByKind: Readonly<Record<ApplicationKind, KindDefaults>> = {
  web: {
    grantTypes: ['authorization_code', 'refresh_token'],
    authentication: 'client_secret_basic',
    scopes: defaultPersonScopes,
  },
  // Browser and native applications cannot keep a secret (RFC 6749 §2.1, RFC 8252 §8.4).
  'single-page': {
    grantTypes: ['authorization_code', 'refresh_token'],
    authentication: 'none',
    scopes: defaultPersonScopes,
  },
  native: { grantTypes: ['authorization_code', 'refresh_token'], authentication: 'none', scopes: defaultPersonScopes },
  device: { grantTypes: [deviceCodeGrantType, 'refresh_token'], authentication: 'none', scopes: defaultPersonScopes },
  machine: { grantTypes: ['client_credentials'], authentication: 'client_secret_basic', scopes: [] },
  site: { grantTypes: ['authorization_code'], authentication: 'none', scopes: ['openid', 'profile'] },
}

const createKindDefaults = (kind: ApplicationKind): Omit<ApplicationDefinition, 'id' | 'name'> => ({
  kind,
  uri: null,
  policyUri: null,
  termsUri: null,
  redirectUris: [],
  hosts: [],
  openPaths: [],
  postLogoutUris: [],
  backchannelLogoutUri: null,
  ...structuredClone(defaultsByKind[kind]),
  jwks: null,
  jwksUri: null,
  subjectType: 'pairwise',
  sectorIdentifierUri: null,
  product: null,
  firstParty: false,
  idTokenAlgorithm: 'RS256',
  claimsIn: 'userinfo',
  claims: emptyClaimMapping,
  preferredUsername: 'user-name',
  email: 'none',
  requires: [],
  pkce: 'required',
  profile: 'none',
  resources: [],
  introspection: 'own',
  dpopRequired: false,
  rotateRefreshTokens: false,
  pushedRequestRequired: false,
  maxAgeSeconds: null,
  allowedGroups: [],
  signInMethods: [...signInMethods],
  chains: [],
  colors: { light: null, dark: null },
})

export type ValidateAndFillApplicationDefinitionResult =
  | { outcome: 'complete'; definition: ApplicationDefinition }
  | { outcome: 'invalid'; errors: CodedApplicationDefinitionFieldError[] }

export function validateAndFillApplicationDefinition(input: unknown): ValidateAndFillApplicationDefinitionResult {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return {
      outcome: 'invalid',
      errors: [createApplicationDefinitionFieldError('', createApplicationDefinitionErrorDetail('object'))],
    }
  }
  const given = input as Record<string, unknown>
  const kind = applicationKinds.find((name) => name === given.kind)
  const preset = {
    ...createKindDefaults(kind ?? 'web'),
    ...(given.profile === 'fapi2' && getFapiDefinitionFields(kind ?? 'web')),
    id: given.id,
    name: given.name,
  }
  const pkce = given.profile === 'fapi2' ? preset.pkce : defaultPkce({ ...preset, ...given })
  const filled = { ...preset, pkce, ...given, kind: given.kind }
  const errors = validateApplicationDefinitionFields(filled)
  if (errors.length > 0) return { outcome: 'invalid', errors }
  const definition = sortDefinitionMembers(filled as ApplicationDefinition)
  const between = validateApplicationFieldCombinations(definition)
  return between.length > 0 ? { outcome: 'invalid', errors: between } : { outcome: 'complete', definition }
}

/** Confidential clients may use `nonce` in place of PKCE (RFC 9700 §2.1.1; decision 0070). */
const defaultPkce = ({ authentication, grantTypes }: Record<string, unknown>): ApplicationDefinition['pkce'] =>
  authentication !== 'none' && Array.isArray(grantTypes) && grantTypes.includes('authorization_code')
    ? 'nonce'
    : 'required'

/** Uses a fixed order, so that equal definitions have equal JSON. */
function sortDefinitionMembers(definition: ApplicationDefinition): ApplicationDefinition {
  const { id, name } = definition
  const names = Object.keys(createKindDefaults(definition.kind)) as (keyof ApplicationDefinition)[]
  return {
    id,
    name,
    ...Object.fromEntries(names.map((member) => [member, definition[member]])),
  } as ApplicationDefinition
}
