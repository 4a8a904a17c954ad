// What each kind of application needs, so that an operator writes only what is particular to one.
import type { Scope } from '@countersign/api/calls'
import { applicationKinds } from '../../platform/database/column-types.ts'
import type { ApplicationKind } from '../../platform/database/column-types.ts'
import { noMapping } from './claim-mapping.ts'
import { checkFields } from './check-fields.ts'
import { checkTogether } from './check-together.ts'
import { deviceGrant, ways } from './definition.ts'
import { faultAt, tell } from '../definition-errors/definition-fault.ts'
import type { CodedFault } from '../definition-errors/definition-fault.ts'
import type { ApplicationDefinition } from './definition.ts'
import { fapiMembers } from './fapi-profile.ts'

type Preset = Pick<ApplicationDefinition, 'grantTypes' | 'authentication'> & { scopes: Scope[] }

const personal: Scope[] = ['openid', 'profile', 'wallet', 'offline_access']

const presets: Readonly<Record<ApplicationKind, Preset>> = {
  web: { grantTypes: ['authorization_code', 'refresh_token'], authentication: 'client_secret_basic', scopes: personal },
  // What runs in a browser or on a person's machine cannot keep a secret (RFC 6749 §2.1, RFC 8252 §8.4).
  'single-page': { grantTypes: ['authorization_code', 'refresh_token'], authentication: 'none', scopes: personal },
  native: { grantTypes: ['authorization_code', 'refresh_token'], authentication: 'none', scopes: personal },
  device: { grantTypes: [deviceGrant, 'refresh_token'], authentication: 'none', scopes: personal },
  machine: { grantTypes: ['client_credentials'], authentication: 'client_secret_basic', scopes: [] },
  // This server itself is the client, and proves itself to nobody.
  site: { grantTypes: ['authorization_code'], authentication: 'none', scopes: ['openid', 'profile'] },
}

/** Fresh for each application: what is filled in is never shared. */
const completed = (kind: ApplicationKind): Omit<ApplicationDefinition, 'id' | 'name'> => ({
  kind,
  uri: null,
  policyUri: null,
  termsUri: null,
  redirectUris: [],
  hosts: [],
  openPaths: [],
  postLogoutUris: [],
  backchannelLogoutUri: null,
  ...structuredClone(presets[kind]),
  jwks: null,
  jwksUri: null,
  subjectType: 'pairwise',
  sectorIdentifierUri: null,
  idTokenAlgorithm: 'RS256',
  claimsIn: 'userinfo',
  claims: noMapping,
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
  maximumAgeSeconds: null,
  allowedGroups: [],
  ways: [...ways],
  chains: [],
  colours: { light: null, dark: null },
})

/** A checked definition, or everything that is wrong with it. */
export type Completed =
  | { outcome: 'complete'; definition: ApplicationDefinition }
  | { outcome: 'faulty'; faults: CodedFault[] }

/**
 * Checks what an operator wrote, and fills in the rest as the kind needs it.
 * @param input anything; nothing about it is assumed
 */
export function completeDefinition(input: unknown): Completed {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return { outcome: 'faulty', faults: [faultAt('', tell('object'))] }
  }
  const given = input as Record<string, unknown>
  const kind = applicationKinds.find((name) => name === given.kind)
  const preset = {
    ...completed(kind ?? 'web'),
    ...(given.profile === 'fapi2' && fapiMembers(kind ?? 'web')),
    id: given.id,
    name: given.name,
  }
  const pkce = given.profile === 'fapi2' ? preset.pkce : defaultPkce({ ...preset, ...given })
  const filled = { ...preset, pkce, ...given, kind: given.kind }
  const faults = checkFields(filled)
  if (faults.length > 0) return { outcome: 'faulty', faults }
  const definition = inOrder(filled as ApplicationDefinition)
  const between = checkTogether(definition)
  return between.length > 0 ? { outcome: 'faulty', faults: between } : { outcome: 'complete', definition }
}

/** A client that authenticates may rely on the `nonce` of OpenID Connect instead of PKCE (RFC 9700 §2.1.1); decision 0070. */
const defaultPkce = ({ authentication, grantTypes }: Record<string, unknown>): ApplicationDefinition['pkce'] =>
  authentication !== 'none' && Array.isArray(grantTypes) && grantTypes.includes('authorization_code')
    ? 'nonce'
    : 'required'

/** The members in one order, whatever order they were written in, so that equal definitions are equal texts. */
function inOrder(definition: ApplicationDefinition): ApplicationDefinition {
  const { id, name } = definition
  const names = Object.keys(completed(definition.kind)) as (keyof ApplicationDefinition)[]
  return {
    id,
    name,
    ...Object.fromEntries(names.map((member) => [member, definition[member]])),
  } as ApplicationDefinition
}
