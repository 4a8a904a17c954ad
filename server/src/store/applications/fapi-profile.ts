// What the FAPI 2.0 Security Profile (Final) requires of an application. The profile sets these members, and nothing may contradict them. What it
// requires of requests is in openid/client-assertion.ts (audience, algorithms) and provider.ts (life of a code).
import type { ApplicationKind } from '../../platform/database/column-types.ts'
import { tell } from '../definition-errors/definition-fault.ts'
import type { ToldFault } from '../definition-errors/definition-fault.ts'
import type { ApplicationDefinition } from './definition.ts'

type FapiMembers = Pick<
  ApplicationDefinition,
  'authentication' | 'pkce' | 'dpopRequired' | 'pushedRequestRequired' | 'rotateRefreshTokens' | 'idTokenAlgorithm'
>

/** The longest life of an authorization code, in seconds (FAPI 2.0 Security Profile §5.3.2.1). */
export const fapiCodeLifeSeconds = 60

/** The members that the profile sets (§5.3.2.1, §5.4.1). A program without a person has no request to push. */
export const fapiMembers = (kind: ApplicationKind): FapiMembers => ({
  authentication: 'private_key_jwt',
  pkce: 'required',
  dpopRequired: true,
  pushedRequestRequired: kind !== 'machine',
  rotateRefreshTokens: false,
  idTokenAlgorithm: 'ES256',
})

type Rule = readonly [keyof ApplicationDefinition, (definition: ApplicationDefinition) => ToldFault | false]

const isFapi = ({ profile }: ApplicationDefinition): boolean => profile === 'fapi2'

const setMembers = Object.keys(fapiMembers('web')) as (keyof FapiMembers)[]

/** What contradicts the profile. */
export const fapiRules: readonly Rule[] = [
  ['profile', (all) => isFapi(all) && all.kind !== 'web' && all.kind !== 'machine' && tell('fapi_kind')],
  ...setMembers.map((member): Rule => [
    member,
    (all) => {
      const wanted = fapiMembers(all.kind)[member]
      return isFapi(all) && all[member] !== wanted && tell('fapi_member', { value: String(wanted) })
    },
  ]),
  [
    'redirectUris',
    (all) => isFapi(all) && all.redirectUris.some((uri) => !uri.startsWith('https:')) && tell('fapi_https'),
  ],
]
