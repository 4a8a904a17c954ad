// What the members of a definition say about each other: which flows a kind of application can have, and what each flow
// needs and what would be without effect.
import type { ApplicationKind } from '../../platform/database/column-types.ts'
import { noMapping } from './claim-mapping.ts'
import { deviceGrant } from './definition.ts'
import { faultAt, tell } from '../definition-errors/definition-fault.ts'
import type { CodedFault, ToldFault } from '../definition-errors/definition-fault.ts'
import type { ApplicationDefinition, GrantType } from './definition.ts'
import { fapiRules } from './fapi-profile.ts'
import { requirementFault } from './required-claims.ts'
import { siteRules } from './site.ts'

/** The flow that makes each kind what it is, and those it can have beside. */
const flows: Readonly<Record<ApplicationKind, { needed: GrantType; possible: readonly GrantType[] }>> = {
  web: { needed: 'authorization_code', possible: ['refresh_token', deviceGrant, 'client_credentials'] },
  'single-page': { needed: 'authorization_code', possible: ['refresh_token'] },
  native: { needed: 'authorization_code', possible: ['refresh_token', deviceGrant] },
  device: { needed: deviceGrant, possible: ['refresh_token'] },
  machine: { needed: 'client_credentials', possible: [] },
  site: { needed: 'authorization_code', possible: [] },
}

type Rule = (definition: ApplicationDefinition) => ToldFault | false

const hasCode = ({ grantTypes }: ApplicationDefinition): boolean => grantTypes.includes('authorization_code')
const isMachine = ({ kind }: ApplicationDefinition): boolean => kind === 'machine'
const isSite = ({ kind }: ApplicationDefinition): boolean => kind === 'site'
const isPublic = ({ authentication }: ApplicationDefinition): boolean => authentication === 'none'
const byKey = ({ authentication }: ApplicationDefinition): boolean => authentication === 'private_key_jwt'

/** Each rule answers what is wrong with its member, or false. */
const rules: readonly (readonly [keyof ApplicationDefinition, Rule])[] = [
  [
    'grantTypes',
    ({ kind, grantTypes }) =>
      !grantTypes.includes(flows[kind].needed) && tell('grant_needed', { grant: flows[kind].needed, kind }),
  ],
  [
    'grantTypes',
    ({ kind, grantTypes }) => {
      const { needed, possible } = flows[kind]
      const other = grantTypes.find((grantType) => grantType !== needed && !possible.includes(grantType))
      return other !== undefined && tell('grant_needless', { grant: other, kind })
    },
  ],
  ['redirectUris', (all) => hasCode(all) && !isSite(all) && all.redirectUris.length === 0 && tell('redirects_needed')],
  [
    'redirectUris',
    (all) => !hasCode(all) && all.redirectUris.length > 0 && tell('redirects_needless', { kind: all.kind }),
  ],
  [
    'postLogoutUris',
    (all) => !hasCode(all) && all.postLogoutUris.length > 0 && tell('redirects_needless', { kind: all.kind }),
  ],
  ['backchannelLogoutUri', (all) => isMachine(all) && all.backchannelLogoutUri !== null && tell('machine_null')],
  // What runs in everybody's browser holds no secret; what runs on a server can, and then must (RFC 6749 §2.1, §4.4).
  ['authentication', (all) => all.kind === 'single-page' && !isPublic(all) && tell('authentication_public')],
  [
    'authentication',
    (all) =>
      (all.kind === 'web' || isMachine(all)) && isPublic(all) && tell('authentication_secret', { kind: all.kind }),
  ],
  ['jwks', (all) => byKey(all) && (all.jwks === null) === (all.jwksUri === null) && tell('keys_needed')],
  ['jwks', (all) => !byKey(all) && all.jwks !== null && tell('keys_needless')],
  ['jwksUri', (all) => !byKey(all) && all.jwksUri !== null && tell('keys_needless')],
  ['scopes', (all) => isMachine(all) && all.scopes.length > 0 && tell('scopes_machine')],
  ['scopes', (all) => !isMachine(all) && !all.scopes.includes('openid') && tell('scopes_openid')],
  [
    'scopes',
    (all) =>
      all.scopes.includes('offline_access') && !all.grantTypes.includes('refresh_token') && tell('scopes_offline'),
  ],
  [
    'resources',
    (all) => isMachine(all) && all.resources.length === 0 && all.introspection === 'own' && tell('resources_needed'),
  ],
  // Without a secret, the code is bound to the application by PKCE alone (RFC 9700 §2.1.1).
  ['pkce', (all) => isPublic(all) && all.pkce !== 'required' && tell('pkce_public')],
  ['introspection', (all) => isPublic(all) && all.introspection !== 'own' && tell('introspection_public')],
  [
    'sectorIdentifierUri',
    (all) => all.sectorIdentifierUri !== null && !all.sectorIdentifierUri.startsWith('https:') && tell('sector_https'),
  ],
  ['sectorIdentifierUri', (all) => all.sectorIdentifierUri !== null && !hasCode(all) && tell('sector_needless')],
  [
    'rotateRefreshTokens',
    (all) => all.rotateRefreshTokens && !all.grantTypes.includes('refresh_token') && tell('rotation_needless'),
  ],
  ['pushedRequestRequired', (all) => all.pushedRequestRequired && !hasCode(all) && tell('pushed_needless')],
  ['maximumAgeSeconds', (all) => isMachine(all) && all.maximumAgeSeconds !== null && tell('machine_null')],
  ['allowedGroups', (all) => isMachine(all) && all.allowedGroups.length > 0 && tell('machine_empty')],
  ['email', (all) => all.email !== 'none' && isMachine(all) && tell('email_needless', { kind: all.kind })],
  ['requires', (all) => isMachine(all) && all.requires.length > 0 && tell('machine_empty')],
  ['requires', (all) => !isMachine(all) && requirementFault(all)],
  // What somebody belongs to is told by its scope, and what is made of it as well.
  ['claims', (all) => all.claims.roles !== null && !all.scopes.includes('groups') && tell('claim_groups')],
  [
    'claims',
    (all) => isMachine(all) && JSON.stringify(all.claims) !== JSON.stringify(noMapping) && tell('claim_machine'),
  ],
  ['ways', (all) => all.ways.length === 0 && tell('ways_needed')],
  ['ways', (all) => isMachine(all) && !waysOfOld.every((way) => all.ways.includes(way)) && tell('machine_ways')],
  ['chains', (all) => all.chains.length > 0 && !all.ways.includes('contract') && tell('chains_needless')],
  ['chains', (all) => isMachine(all) && all.chains.length > 0 && tell('machine_empty')],
  ...siteRules,
  ...fapiRules,
]

/** A machine is nobody, and lets nobody in: its ways are not narrowed. One that was stored before there were more has these. */
const waysOfOld = ['key', 'contract', 'passkey'] as const

/** Everything that is wrong between the members of a definition whose members are each right. */
export const checkTogether = (definition: ApplicationDefinition): CodedFault[] =>
  rules.flatMap(([path, rule]) => {
    const told = rule(definition)
    return told === false ? [] : [faultAt(path, told)]
  })
