// FAPI 2.0 Security Profile (Final); request rules are in provider/validate-client-assertion.ts.
import type { ApplicationKind } from '../../platform/database/database-column-types.ts'
import { createApplicationDefinitionErrorDetail } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinitionErrorDetail } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinition } from './application-definition-types.ts'

type FapiMembers = Pick<
  ApplicationDefinition,
  'authentication' | 'pkce' | 'dpopRequired' | 'pushedRequestRequired' | 'rotateRefreshTokens' | 'idTokenAlgorithm'
>

/** FAPI 2.0 Security Profile §5.3.2.1. */
export const fapiCodeLifetimeSeconds = 60

/** §5.3.2.1, §5.4.1. Machine applications have no authorization requests. */
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
