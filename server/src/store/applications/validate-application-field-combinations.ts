import type { ApplicationKind } from '../../platform/database/database-column-types.ts'
import { emptyClaimMapping } from './claim-mapping.ts'
import { deviceCodeGrantType } from './application-definition-types.ts'
import {
  createApplicationDefinitionFieldError,
  createApplicationDefinitionErrorDetail,
} from '../definition-errors/create-application-definition-error.ts'
import type {
  CodedApplicationDefinitionFieldError,
  ApplicationDefinitionErrorDetail,
} from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinition, GrantType } from './application-definition-types.ts'
import { fapiValidationRules } from './fapi-security-profile.ts'
import { validateFirstPartyCombination } from './first-party-consent.ts'
import { validateProductCombination } from './product-membership.ts'
import { validateRequiredClaims } from './validate-required-claims.ts'
import { protectedSiteValidationRules } from './protected-site-hosts-and-urls.ts'

const grantTypesByKind: Readonly<Record<ApplicationKind, { needed: GrantType; possible: readonly GrantType[] }>> = {
  web: { needed: 'authorization_code', possible: ['refresh_token', deviceCodeGrantType, 'client_credentials'] },
  'single-page': { needed: 'authorization_code', possible: ['refresh_token'] },
  native: { needed: 'authorization_code', possible: ['refresh_token', deviceCodeGrantType] },
  device: { needed: deviceCodeGrantType, possible: ['refresh_token'] },
  machine: { needed: 'client_credentials', possible: [] },
  site: { needed: 'authorization_code', possible: [] },
}

type CombinationRule = (definition: ApplicationDefinition) => ApplicationDefinitionErrorDetail | false

const hasCode = ({ grantTypes }: ApplicationDefinition): boolean => grantTypes.includes('authorization_code')
const isMachine = ({ kind }: ApplicationDefinition): boolean => kind === 'machine'
const isSite = ({ kind }: ApplicationDefinition): boolean => kind === 'site'
const isPublic = ({ authentication }: ApplicationDefinition): boolean => authentication === 'none'
const authenticatesByKey = ({ authentication }: ApplicationDefinition): boolean => authentication === 'private_key_jwt'

const combinationRules: readonly (readonly [keyof ApplicationDefinition, CombinationRule])[] = [
  [
    'grantTypes',
    ({ kind, grantTypes }) =>
      !grantTypes.includes(grantTypesByKind[kind].needed) &&
      createApplicationDefinitionErrorDetail('grant_needed', { grant: grantTypesByKind[kind].needed, kind }),
  ],
  [
    'grantTypes',
    ({ kind, grantTypes }) => {
      const { needed, possible } = grantTypesByKind[kind]
      const other = grantTypes.find((grantType) => grantType !== needed && !possible.includes(grantType))
      return other !== undefined && createApplicationDefinitionErrorDetail('grant_needless', { grant: other, kind })
    },
  ],
  [
    'redirectUris',
    (all) =>
      hasCode(all) &&
      !isSite(all) &&
      all.redirectUris.length === 0 &&
      createApplicationDefinitionErrorDetail('redirects_needed'),
  ],
  [
    'redirectUris',
    (all) =>
      !hasCode(all) &&
      all.redirectUris.length > 0 &&
      createApplicationDefinitionErrorDetail('redirects_needless', { kind: all.kind }),
  ],
  [
    'postLogoutUris',
    (all) =>
      !hasCode(all) &&
      all.postLogoutUris.length > 0 &&
      createApplicationDefinitionErrorDetail('redirects_needless', { kind: all.kind }),
  ],
  [
    'backchannelLogoutUri',
    (all) =>
      isMachine(all) && all.backchannelLogoutUri !== null && createApplicationDefinitionErrorDetail('machine_null'),
  ],
  // Browser code cannot keep a secret; a server can and must have one (RFC 6749 §2.1, §4.4).
  [
    'authentication',
    (all) =>
      all.kind === 'single-page' && !isPublic(all) && createApplicationDefinitionErrorDetail('authentication_public'),
  ],
  [
    'authentication',
    (all) =>
      (all.kind === 'web' || isMachine(all)) &&
      isPublic(all) &&
      createApplicationDefinitionErrorDetail('authentication_secret', { kind: all.kind }),
  ],
  [
    'jwks',
    (all) =>
      authenticatesByKey(all) &&
      (all.jwks === null) === (all.jwksUri === null) &&
      createApplicationDefinitionErrorDetail('keys_needed'),
  ],
  [
    'jwks',
    (all) => !authenticatesByKey(all) && all.jwks !== null && createApplicationDefinitionErrorDetail('keys_needless'),
  ],
  [
    'jwksUri',
    (all) =>
      !authenticatesByKey(all) && all.jwksUri !== null && createApplicationDefinitionErrorDetail('keys_needless'),
  ],
  [
    'scopes',
    (all) => isMachine(all) && all.scopes.length > 0 && createApplicationDefinitionErrorDetail('scopes_machine'),
  ],
  [
    'scopes',
    (all) =>
      !isMachine(all) && !all.scopes.includes('openid') && createApplicationDefinitionErrorDetail('scopes_openid'),
  ],
  [
    'scopes',
    (all) =>
      all.scopes.includes('offline_access') &&
      !all.grantTypes.includes('refresh_token') &&
      createApplicationDefinitionErrorDetail('scopes_offline'),
  ],
  [
    'resources',
    (all) =>
      isMachine(all) &&
      all.resources.length === 0 &&
      all.introspection === 'own' &&
      createApplicationDefinitionErrorDetail('resources_needed'),
  ],
  // Without a secret, only PKCE binds the code to the client (RFC 9700 §2.1.1).
  ['pkce', (all) => isPublic(all) && all.pkce !== 'required' && createApplicationDefinitionErrorDetail('pkce_public')],
  [
    'introspection',
    (all) =>
      isPublic(all) && all.introspection !== 'own' && createApplicationDefinitionErrorDetail('introspection_public'),
  ],
  [
    'sectorIdentifierUri',
    (all) =>
      all.sectorIdentifierUri !== null &&
      !all.sectorIdentifierUri.startsWith('https:') &&
      createApplicationDefinitionErrorDetail('sector_https'),
  ],
  [
    'sectorIdentifierUri',
    (all) =>
      all.sectorIdentifierUri !== null && !hasCode(all) && createApplicationDefinitionErrorDetail('sector_needless'),
  ],
  ['product', validateProductCombination],
  ['firstParty', validateFirstPartyCombination],
  [
    'rotateRefreshTokens',
    (all) =>
      all.rotateRefreshTokens &&
      !all.grantTypes.includes('refresh_token') &&
      createApplicationDefinitionErrorDetail('rotation_needless'),
  ],
  [
    'pushedRequestRequired',
    (all) => all.pushedRequestRequired && !hasCode(all) && createApplicationDefinitionErrorDetail('pushed_needless'),
  ],
  [
    'maxAgeSeconds',
    (all) => isMachine(all) && all.maxAgeSeconds !== null && createApplicationDefinitionErrorDetail('machine_null'),
  ],
  [
    'allowedGroups',
    (all) => isMachine(all) && all.allowedGroups.length > 0 && createApplicationDefinitionErrorDetail('machine_empty'),
  ],
  [
    'email',
    (all) =>
      all.email !== 'none' &&
      isMachine(all) &&
      createApplicationDefinitionErrorDetail('email_needless', { kind: all.kind }),
  ],
  [
    'requires',
    (all) => isMachine(all) && all.requires.length > 0 && createApplicationDefinitionErrorDetail('machine_empty'),
  ],
  ['requires', (all) => !isMachine(all) && validateRequiredClaims(all)],
  // Roles are derived from groups, so they need the same scope.
  [
    'claims',
    (all) =>
      all.claims.roles !== null &&
      !all.scopes.includes('groups') &&
      createApplicationDefinitionErrorDetail('claim_groups'),
  ],
  [
    'claims',
    (all) =>
      isMachine(all) &&
      JSON.stringify(all.claims) !== JSON.stringify(emptyClaimMapping) &&
      createApplicationDefinitionErrorDetail('claim_machine'),
  ],
  [
    'signInMethods',
    (all) => all.signInMethods.length === 0 && createApplicationDefinitionErrorDetail('sign_in_methods_needed'),
  ],
  [
    'signInMethods',
    (all) =>
      isMachine(all) &&
      !legacySignInMethods.every((way) => all.signInMethods.includes(way)) &&
      createApplicationDefinitionErrorDetail('machine_sign_in_methods'),
  ],
  [
    'chains',
    (all) =>
      all.chains.length > 0 &&
      !all.signInMethods.includes('contract') &&
      createApplicationDefinitionErrorDetail('chains_needless'),
  ],
  [
    'chains',
    (all) => isMachine(all) && all.chains.length > 0 && createApplicationDefinitionErrorDetail('machine_empty'),
  ],
  ...protectedSiteValidationRules,
  ...fapiValidationRules,
]

/** Older releases stored only these methods for machine applications, which have no sign-in. */
const legacySignInMethods = ['key', 'contract', 'passkey'] as const

export const validateApplicationFieldCombinations = (
  definition: ApplicationDefinition,
): CodedApplicationDefinitionFieldError[] =>
  combinationRules.flatMap(([path, rule]) => {
    const errorDetail = rule(definition)
    return errorDetail === false ? [] : [createApplicationDefinitionFieldError(path, errorDetail)]
  })
