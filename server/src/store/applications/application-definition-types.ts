// What an application is: the one object that operators write in files, the command line makes from options, the
// database keeps, and the OpenID Connect provider is configured from.
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

/** Another service that an application may ask access tokens for (RFC 8707), and the scopes of that service. */
export interface ApplicationResource {
  resource: string
  scopes: string[]
}

/** A claim or scope that an application cannot work without. */
export interface RequiredClaim {
  claim: RequirableClaim
  /** Why, as a sentence that people read on the consent page. */
  reason?: string
}

/** An application with nothing left open. */
export interface ApplicationDefinition {
  /** The client id. */
  id: string
  /** What people read when it asks them to sign in. */
  name: string
  kind: ApplicationKind
  /** Its home page. */
  uri: string | null
  /** Its privacy policy and its terms, linked on the consent page. */
  policyUri: string | null
  termsUri: string | null
  /** Where people may be sent after sign-in; compared character for character. */
  redirectUris: string[]
  /** Of a site without a login of its own: where people open it, each host with its port where that is not the usual one. */
  hosts: string[]
  /** Of a site: paths that need no sign-in, by method (`match-unprotected-site-path.ts`): `/manifest.json`, `GET,POST /hooks/`, `OPTIONS /`. */
  openPaths: string[]
  /** Where people may be sent after sign-out. */
  postLogoutUris: string[]
  /** Where this server tells it that a session has ended (OpenID Connect Back-Channel Logout). */
  backchannelLogoutUri: string | null
  /** What it may ask to be told about a person. */
  scopes: OAuthScope[]
  grantTypes: GrantType[]
  /** How it proves that it is itself. */
  authentication: ClientAuthMethod
  /** Its public keys (JSON Web Key Set), or where they are: for `private_key_jwt`. */
  jwks: { keys: Record<string, unknown>[] } | null
  jwksUri: string | null
  /** Whether people have a name of their own with it, or the same with all public ones (OpenID Connect Core §8). */
  subjectType: 'pairwise' | 'public'
  sectorIdentifierUri: string | null
  idTokenAlgorithm: TokenSigningAlgorithm
  /** Where it reads what it is told: it asks for it (userinfo), or finds it in the ID token. */
  claimsIn: 'userinfo' | 'id-token'
  /** What it finds under other names, in another place, or beside what it is told of a person. */
  claims: ClaimMapping
  /** What the claim `preferred_username` is: what a person calls themselves here, which changes, has spaces and is not theirs alone; or
   * their user name, which is (decision 0037). */
  preferredUsername: 'display-name' | 'user-name'
  /** What it is told by the scope `email`: nothing, so that the scope is ignored; the address that a person has verified; or an alias at a domain of
   * the operator's own, at which nobody reads (decision 0038). */
  email: 'none' | 'verified' | 'alias'
  /** Whether a request must be bound to the browser by PKCE; with `nonce`, by PKCE or an OpenID Connect `nonce` (RFC 9700 §2.1.1). */
  pkce: 'required' | 'nonce' | 'optional'
  /** What a person cannot leave out at consent if the application requests it, and enters there if they have none (decision 0069). */
  requires: RequiredClaim[]
  /** A security profile whose rules hold for it as a whole: that of FAPI 2.0 (fapi-security-profile.ts). */
  profile: 'none' | 'fapi2'
  resources: ApplicationResource[]
  /** Which tokens it may introspect besides its own, as a service does that is called with them. */
  introspection: IntrospectionAccess
  /** Whether its tokens work only together with a key that it holds (RFC 9449). */
  dpopRequired: boolean
  /** Whether its refresh tokens are replaced at each use, as those of an application without a secret always are. */
  rotateRefreshTokens: boolean
  /** Whether it must send its requests to this server first, past the browser (RFC 9126). */
  pushedRequestRequired: boolean
  /** How long ago a person may have signed in at most; null for any time. */
  maxAgeSeconds: number | null
  /** The ids of groups of which a person must belong to one; empty for everybody. */
  allowedGroups: string[]
  /** The ways of signing in that it accepts; a passkey is needed where it is the only one. */
  signInMethods: SignInMethod[]
  /** The chains of which it accepts contract wallets; empty for all. */
  chains: string[]
  /** The colour of the main action on its sign-in screen, by mode; null for that of the site. */
  colors: { light: string | null; dark: string | null }
}

/** What an operator writes: the rest follows from the kind. */
export type ApplicationDefinitionInput = Pick<ApplicationDefinition, 'id' | 'name' | 'kind'> &
  Partial<ApplicationDefinition>

/** Whether it proves itself with a secret that this server made. */
export const usesClientSecret = ({ authentication }: Pick<ApplicationDefinition, 'authentication'>): boolean =>
  authentication === 'client_secret_basic' || authentication === 'client_secret_post'
