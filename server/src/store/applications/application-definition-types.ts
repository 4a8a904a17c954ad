import type { OAuthScope } from '@countersign/api/api-endpoints'
import type { RequirableClaim } from '@countersign/api/oauth-scopes'
import { signInMethods } from '@countersign/api/sign-in-methods'
import type { SignInMethod } from '@countersign/api/sign-in-methods'
import type { ClaimMapping } from './claim-mapping.ts'
import type { IntrospectionAccess } from './token-introspection-access-rules.ts'
import type { ApplicationKind, TokenSigningAlgorithm } from '../../platform/database/database-column-types.ts'

export const deviceCodeGrantType = 'urn:ietf:params:oauth:grant-type:device_code'

export const grantTypes = ['authorization_code', 'refresh_token', deviceCodeGrantType, 'client_credentials'] as const
export type GrantType = (typeof grantTypes)[number]

export const clientAuthMethods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const
export type ClientAuthMethod = (typeof clientAuthMethods)[number]

export { signInMethods }
export type { SignInMethod }

/** A resource server for which the application may request tokens (RFC 8707). */
export interface ApplicationResource {
  resource: string
  scopes: string[]
}

export interface RequiredClaim {
  claim: RequirableClaim
  reason?: string
}

export interface ApplicationDefinition {
  id: string
  name: string
  kind: ApplicationKind
  uri: string | null
  policyUri: string | null
  termsUri: string | null
  /** A redirect URI must match one of these character by character. */
  redirectUris: string[]
  /** For a site: its hosts, with the port unless it is the default port. */
  hosts: string[]
  /** For a site: paths without sign-in, such as `GET,POST /hooks/`. */
  openPaths: string[]
  postLogoutUris: string[]
  backchannelLogoutUri: string | null
  scopes: OAuthScope[]
  grantTypes: GrantType[]
  authentication: ClientAuthMethod
  /** Public keys for `private_key_jwt`, either here or at a URL. */
  jwks: { keys: Record<string, unknown>[] } | null
  jwksUri: string | null
  /** Whether the person has a different ID in each sector (OpenID Connect Core §8). */
  subjectType: 'pairwise' | 'public'
  sectorIdentifierUri: string | null
  /** The product whose applications share one subject per person (decision 0091). */
  product: string | null
  /** Needs no consent page where first-party-consent.ts allows it (decision 0085). */
  firstParty: boolean
  idTokenAlgorithm: TokenSigningAlgorithm
  claimsIn: 'userinfo' | 'id-token'
  claims: ClaimMapping
  /** The value of the claim. The display name is not unique and can change (decision 0037). */
  preferredUsername: 'display-name' | 'user-name'
  /** The value of the `email` claim: none, the verified address, or an alias (decision 0038). */
  email: 'none' | 'verified' | 'alias'
  /** `nonce` accepts an OpenID Connect nonce in place of PKCE (RFC 9700 §2.1.1). */
  pkce: 'required' | 'nonce' | 'optional'
  /** Claims that the person cannot deny and must enter if missing (decision 0069). */
  requires: RequiredClaim[]
  /** `fapi2` sets and restricts other fields (fapi-security-profile.ts). */
  profile: 'none' | 'fapi2'
  resources: ApplicationResource[]
  introspection: IntrospectionAccess
  /** RFC 9449. */
  dpopRequired: boolean
  /** Refresh tokens of public clients are always rotated. */
  rotateRefreshTokens: boolean
  /** RFC 9126. */
  pushedRequestRequired: boolean
  /** Null for no limit. */
  maxAgeSeconds: number | null
  /** The person must be a member of one of these groups; empty if everyone may sign in. */
  allowedGroups: string[]
  signInMethods: SignInMethod[]
  /** Chain IDs that are accepted for contract wallets; empty if all chains are accepted. */
  chains: string[]
  /** Null for the color of the server. */
  colors: { light: string | null; dark: string | null }
}

export type ApplicationDefinitionInput = Pick<ApplicationDefinition, 'id' | 'name' | 'kind'> &
  Partial<ApplicationDefinition>

export const usesClientSecret = ({ authentication }: Pick<ApplicationDefinition, 'authentication'>): boolean =>
  authentication === 'client_secret_basic' || authentication === 'client_secret_post'
