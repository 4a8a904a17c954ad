// What the FAPI 2.0 Security Profile (Final) requires of an application. The profile sets these members, and nothing may contradict them. What it
// requires of requests is in provider/validate-client-assertion.ts (audience, algorithms) and create-oidc-provider.ts (life of a code).
import type { ApplicationKind } from '../../platform/database/database-column-types.ts'
import { createApplicationDefinitionErrorDetail } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinitionErrorDetail } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinition } from './application-definition-types.ts'

type FapiMembers = Pick<
  ApplicationDefinition,
  'authentication' | 'pkce' | 'dpopRequired' | 'pushedRequestRequired' | 'rotateRefreshTokens' | 'idTokenAlgorithm'
>

/** The longest life of an authorization code, in seconds (FAPI 2.0 Security Profile §5.3.2.1). */
export const fapiCodeLifetimeSeconds = 60

/** The members that the profile sets (§5.3.2.1, §5.4.1). A program without a person has no request to push. */
export const getFapiDefinitionFields = (kind: ApplicationKind): FapiMembers => ({
  authentication: 'private_key_jwt',
  pkce: 'required',
  dpopRequired: true,
  pushedRequestRequired: kind !== 'machine',
  rotateRefreshTokens: false,
  idTokenAlgorithm: 'ES256',
})

type FapiValidationRule = readonly [
  keyof ApplicationDefinition,
  (definition: ApplicationDefinition) => ApplicationDefinitionErrorDetail | false,
]

const isFapi = ({ profile }: ApplicationDefinition): boolean => profile === 'fapi2'

const fapiMemberNames = Object.keys(getFapiDefinitionFields('web')) as (keyof FapiMembers)[]

/** What contradicts the profile. */
export const fapiValidationRules: readonly FapiValidationRule[] = [
  [
    'profile',
    (all) =>
      isFapi(all) &&
      all.kind !== 'web' &&
      all.kind !== 'machine' &&
      createApplicationDefinitionErrorDetail('fapi_kind'),
  ],
  ...fapiMemberNames.map((member): FapiValidationRule => [
    member,
    (all) => {
      const wanted = getFapiDefinitionFields(all.kind)[member]
      return (
        isFapi(all) &&
        all[member] !== wanted &&
        createApplicationDefinitionErrorDetail('fapi_member', { value: String(wanted) })
      )
    },
  ]),
  [
    'redirectUris',
    (all) =>
      isFapi(all) &&
      all.redirectUris.some((uri) => !uri.startsWith('https:')) &&
      createApplicationDefinitionErrorDetail('fapi_https'),
  ],
]
