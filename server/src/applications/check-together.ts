// What the members of a definition say about each other: which flows a kind of application can have, and what each flow
// needs and what would be without effect.
import type { ApplicationKind } from '../platform/database/schema.ts'
import { deviceGrant, ways } from './definition.ts'
import type { ApplicationDefinition, DefinitionFault, GrantType } from './definition.ts'

/** The flow that makes each kind what it is, and those it can have beside. */
const flows: Readonly<Record<ApplicationKind, { needed: GrantType; possible: readonly GrantType[] }>> = {
  web: { needed: 'authorization_code', possible: ['refresh_token', deviceGrant, 'client_credentials'] },
  'single-page': { needed: 'authorization_code', possible: ['refresh_token'] },
  native: { needed: 'authorization_code', possible: ['refresh_token', deviceGrant] },
  device: { needed: deviceGrant, possible: ['refresh_token'] },
  machine: { needed: 'client_credentials', possible: [] },
}

type Rule = (definition: ApplicationDefinition) => string | false

const hasCode = ({ grantTypes }: ApplicationDefinition): boolean => grantTypes.includes('authorization_code')
const isMachine = ({ kind }: ApplicationDefinition): boolean => kind === 'machine'
const isPublic = ({ authentication }: ApplicationDefinition): boolean => authentication === 'none'
const byKey = ({ authentication }: ApplicationDefinition): boolean => authentication === 'private_key_jwt'

/** Each rule answers what is wrong with its member, or false. */
const rules: readonly (readonly [keyof ApplicationDefinition, Rule])[] = [
  ['grantTypes', ({ kind, grantTypes }) => !grantTypes.includes(flows[kind].needed) && `must contain "${flows[kind].needed}" for an application of kind "${kind}"`],
  [
    'grantTypes',
    ({ kind, grantTypes }) => {
      const { needed, possible } = flows[kind]
      const other = grantTypes.find((grantType) => grantType !== needed && !possible.includes(grantType))
      return other !== undefined && `must not contain "${other}" for an application of kind "${kind}"`
    },
  ],
  ['redirectUris', (all) => hasCode(all) && all.redirectUris.length === 0 && 'must have at least one entry: where people are sent after sign-in'],
  ['redirectUris', (all) => !hasCode(all) && all.redirectUris.length > 0 && `must be empty: nobody is redirected to an application of kind "${all.kind}"`],
  ['postLogoutUris', (all) => !hasCode(all) && all.postLogoutUris.length > 0 && `must be empty: nobody is redirected to an application of kind "${all.kind}"`],
  ['backchannelLogoutUri', (all) => isMachine(all) && all.backchannelLogoutUri !== null && 'must be null: nobody signs in to an application of kind "machine"'],
  // What runs in everybody's browser holds no secret; what runs on a server can, and then must (RFC 6749 §2.1, §4.4).
  ['authentication', (all) => all.kind === 'single-page' && !isPublic(all) && 'must be "none": every visitor could read a secret'],
  ['authentication', (all) => (all.kind === 'web' || isMachine(all)) && isPublic(all) && `must not be "none" for an application of kind "${all.kind}"; without a secret it is "single-page" or "native"`],
  ['jwks', (all) => byKey(all) && (all.jwks === null) === (all.jwksUri === null) && 'must be there for "private_key_jwt", or else jwksUri, and not both'],
  ['jwks', (all) => !byKey(all) && all.jwks !== null && 'must be null unless authentication is "private_key_jwt"'],
  ['jwksUri', (all) => !byKey(all) && all.jwksUri !== null && 'must be null unless authentication is "private_key_jwt"'],
  ['scopes', (all) => isMachine(all) && all.scopes.length > 0 && 'must be empty: a machine is told about nobody; what it may do stands in resources'],
  ['scopes', (all) => !isMachine(all) && !all.scopes.includes('openid') && 'must contain "openid": without it nobody can be signed in'],
  ['scopes', (all) => all.scopes.includes('offline_access') && !all.grantTypes.includes('refresh_token') && 'must not contain "offline_access" without the grant type "refresh_token"'],
  ['resources', (all) => isMachine(all) && all.resources.length === 0 && all.introspection === 'own' && 'must name a service: a machine that may look at no token but its own needs one to call'],
  // Without a secret, the code is bound to the application by PKCE alone (RFC 9700 §2.1.1).
  ['pkce', (all) => isPublic(all) && all.pkce === 'optional' && 'must be "required" for an application without a secret (RFC 9700 §2.1.1)'],
  ['introspection', (all) => isPublic(all) && all.introspection === 'all' && 'must be "own" for an application that does not prove itself'],
  ['sectorIdentifierUri', (all) => all.sectorIdentifierUri !== null && !all.sectorIdentifierUri.startsWith('https:') && 'must begin with "https://" (OpenID Connect Core §8.1)'],
  ['sectorIdentifierUri', (all) => all.sectorIdentifierUri !== null && !hasCode(all) && 'must be null: without redirect addresses there is nothing to join'],
  ['pushedRequestRequired', (all) => all.pushedRequestRequired && !hasCode(all) && 'must be false: only sign-ins through a browser are pushed (RFC 9126)'],
  ['maximumAgeSeconds', (all) => isMachine(all) && all.maximumAgeSeconds !== null && 'must be null: nobody signs in to an application of kind "machine"'],
  ['allowedGroups', (all) => isMachine(all) && all.allowedGroups.length > 0 && 'must be empty: nobody signs in to an application of kind "machine"'],
  ['ways', (all) => all.ways.length === 0 && 'must have at least one entry: nobody could sign in'],
  ['ways', (all) => isMachine(all) && all.ways.length < ways.length && 'must be left out: nobody signs in to an application of kind "machine"'],
  ['chains', (all) => all.chains.length > 0 && !all.ways.includes('contract') && 'must be empty where "ways" does not contain "contract": only contract wallets belong to a chain'],
  ['chains', (all) => isMachine(all) && all.chains.length > 0 && 'must be empty: nobody signs in to an application of kind "machine"'],
]

/** Everything that is wrong between the members of a definition whose members are each right. */
export const checkTogether = (definition: ApplicationDefinition): DefinitionFault[] =>
  rules.flatMap(([path, rule]) => {
    const message = rule(definition)
    return message === false ? [] : [{ path, message }]
  })
