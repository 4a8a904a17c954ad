// What the members of a definition say about each other: which flows a kind of application can have, and what each flow
// needs and what would be without effect.
import type { ApplicationKind } from '../../platform/database/database-column-types.ts'
import { emptyClaimMapping } from './claim-mapping.ts'
import { deviceCodeGrantType } from './application-definition.ts'
import { createDefinitionError, createDefinitionErrorDetail } from '../definition-errors/definition-error.ts'
import type { CodedDefinitionError, DefinitionErrorDetail } from '../definition-errors/definition-error.ts'
import type { ApplicationDefinition, GrantType } from './application-definition.ts'
import { fapiValidationRules } from './fapi-profile.ts'
import { validateRequiredClaims } from './required-claims.ts'
import { siteValidationRules } from './protected-site.ts'

/** The flow that makes each kind what it is, and those it can have beside. */
const grantTypesByKind: Readonly<Record<ApplicationKind, { needed: GrantType; possible: readonly GrantType[] }>> = {
  web: { needed: 'authorization_code', possible: ['refresh_token', deviceCodeGrantType, 'client_credentials'] },
  'single-page': { needed: 'authorization_code', possible: ['refresh_token'] },
  native: { needed: 'authorization_code', possible: ['refresh_token', deviceCodeGrantType] },
  device: { needed: deviceCodeGrantType, possible: ['refresh_token'] },
  machine: { needed: 'client_credentials', possible: [] },
  site: { needed: 'authorization_code', possible: [] },
}

type CombinationRule = (definition: ApplicationDefinition) => DefinitionErrorDetail | false

const hasCode = ({ grantTypes }: ApplicationDefinition): boolean => grantTypes.includes('authorization_code')
const isMachine = ({ kind }: ApplicationDefinition): boolean => kind === 'machine'
const isSite = ({ kind }: ApplicationDefinition): boolean => kind === 'site'
const isPublic = ({ authentication }: ApplicationDefinition): boolean => authentication === 'none'
const authenticatesByKey = ({ authentication }: ApplicationDefinition): boolean => authentication === 'private_key_jwt'

/** Each rule answers what is wrong with its member, or false. */
const combinationRules: readonly (readonly [keyof ApplicationDefinition, CombinationRule])[] = [
  [
    'grantTypes',
    ({ kind, grantTypes }) =>
      !grantTypes.includes(grantTypesByKind[kind].needed) &&
      createDefinitionErrorDetail('grant_needed', { grant: grantTypesByKind[kind].needed, kind }),
  ],
  [
    'grantTypes',
    ({ kind, grantTypes }) => {
      const { needed, possible } = grantTypesByKind[kind]
      const other = grantTypes.find((grantType) => grantType !== needed && !possible.includes(grantType))
      return other !== undefined && createDefinitionErrorDetail('grant_needless', { grant: other, kind })
    },
  ],
  [
    'redirectUris',
    (all) =>
      hasCode(all) && !isSite(all) && all.redirectUris.length === 0 && createDefinitionErrorDetail('redirects_needed'),
  ],
  [
    'redirectUris',
    (all) =>
      !hasCode(all) &&
      all.redirectUris.length > 0 &&
      createDefinitionErrorDetail('redirects_needless', { kind: all.kind }),
  ],
  [
    'postLogoutUris',
    (all) =>
      !hasCode(all) &&
      all.postLogoutUris.length > 0 &&
      createDefinitionErrorDetail('redirects_needless', { kind: all.kind }),
  ],
  [
    'backchannelLogoutUri',
    (all) => isMachine(all) && all.backchannelLogoutUri !== null && createDefinitionErrorDetail('machine_null'),
  ],
  // What runs in everybody's browser holds no secret; what runs on a server can, and then must (RFC 6749 §2.1, §4.4).
  [
    'authentication',
    (all) => all.kind === 'single-page' && !isPublic(all) && createDefinitionErrorDetail('authentication_public'),
  ],
  [
    'authentication',
    (all) =>
      (all.kind === 'web' || isMachine(all)) &&
      isPublic(all) &&
      createDefinitionErrorDetail('authentication_secret', { kind: all.kind }),
  ],
  [
    'jwks',
    (all) =>
      authenticatesByKey(all) &&
      (all.jwks === null) === (all.jwksUri === null) &&
      createDefinitionErrorDetail('keys_needed'),
  ],
  ['jwks', (all) => !authenticatesByKey(all) && all.jwks !== null && createDefinitionErrorDetail('keys_needless')],
  [
    'jwksUri',
    (all) => !authenticatesByKey(all) && all.jwksUri !== null && createDefinitionErrorDetail('keys_needless'),
  ],
  ['scopes', (all) => isMachine(all) && all.scopes.length > 0 && createDefinitionErrorDetail('scopes_machine')],
  [
    'scopes',
    (all) => !isMachine(all) && !all.scopes.includes('openid') && createDefinitionErrorDetail('scopes_openid'),
  ],
  [
    'scopes',
    (all) =>
      all.scopes.includes('offline_access') &&
      !all.grantTypes.includes('refresh_token') &&
      createDefinitionErrorDetail('scopes_offline'),
  ],
  [
    'resources',
    (all) =>
      isMachine(all) &&
      all.resources.length === 0 &&
      all.introspection === 'own' &&
      createDefinitionErrorDetail('resources_needed'),
  ],
  // Without a secret, the code is bound to the application by PKCE alone (RFC 9700 §2.1.1).
  ['pkce', (all) => isPublic(all) && all.pkce !== 'required' && createDefinitionErrorDetail('pkce_public')],
  [
    'introspection',
    (all) => isPublic(all) && all.introspection !== 'own' && createDefinitionErrorDetail('introspection_public'),
  ],
  [
    'sectorIdentifierUri',
    (all) =>
      all.sectorIdentifierUri !== null &&
      !all.sectorIdentifierUri.startsWith('https:') &&
      createDefinitionErrorDetail('sector_https'),
  ],
  [
    'sectorIdentifierUri',
    (all) => all.sectorIdentifierUri !== null && !hasCode(all) && createDefinitionErrorDetail('sector_needless'),
  ],
  [
    'rotateRefreshTokens',
    (all) =>
      all.rotateRefreshTokens &&
      !all.grantTypes.includes('refresh_token') &&
      createDefinitionErrorDetail('rotation_needless'),
  ],
  [
    'pushedRequestRequired',
    (all) => all.pushedRequestRequired && !hasCode(all) && createDefinitionErrorDetail('pushed_needless'),
  ],
  [
    'maxAgeSeconds',
    (all) => isMachine(all) && all.maxAgeSeconds !== null && createDefinitionErrorDetail('machine_null'),
  ],
  [
    'allowedGroups',
    (all) => isMachine(all) && all.allowedGroups.length > 0 && createDefinitionErrorDetail('machine_empty'),
  ],
  [
    'email',
    (all) =>
      all.email !== 'none' && isMachine(all) && createDefinitionErrorDetail('email_needless', { kind: all.kind }),
  ],
  ['requires', (all) => isMachine(all) && all.requires.length > 0 && createDefinitionErrorDetail('machine_empty')],
  ['requires', (all) => !isMachine(all) && validateRequiredClaims(all)],
  // What somebody belongs to is told by its scope, and what is made of it as well.
  [
    'claims',
    (all) => all.claims.roles !== null && !all.scopes.includes('groups') && createDefinitionErrorDetail('claim_groups'),
  ],
  [
    'claims',
    (all) =>
      isMachine(all) &&
      JSON.stringify(all.claims) !== JSON.stringify(emptyClaimMapping) &&
      createDefinitionErrorDetail('claim_machine'),
  ],
  ['signInMethods', (all) => all.signInMethods.length === 0 && createDefinitionErrorDetail('sign_in_methods_needed')],
  [
    'signInMethods',
    (all) =>
      isMachine(all) &&
      !legacySignInMethods.every((way) => all.signInMethods.includes(way)) &&
      createDefinitionErrorDetail('machine_sign_in_methods'),
  ],
  [
    'chains',
    (all) =>
      all.chains.length > 0 &&
      !all.signInMethods.includes('contract') &&
      createDefinitionErrorDetail('chains_needless'),
  ],
  ['chains', (all) => isMachine(all) && all.chains.length > 0 && createDefinitionErrorDetail('machine_empty')],
  ...siteValidationRules,
  ...fapiValidationRules,
]

/** A machine is nobody, and lets nobody in: its ways are not narrowed. One that was stored before there were more has these. */
const legacySignInMethods = ['key', 'contract', 'passkey'] as const

/** Everything that is wrong between the members of a definition whose members are each right. */
export const validateApplicationFieldCombinations = (definition: ApplicationDefinition): CodedDefinitionError[] =>
  combinationRules.flatMap(([path, rule]) => {
    const told = rule(definition)
    return told === false ? [] : [createDefinitionError(path, told)]
  })
