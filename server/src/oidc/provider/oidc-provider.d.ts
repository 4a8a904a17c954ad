// Types of the parts of oidc-provider that are used here; the package has none.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export interface Client {
    clientId: string
    clientAuthMethod: string
    applicationType: string
    redirectUris: string[]
    subjectType: 'public' | 'pairwise'
    postLogoutRedirectUriAllowed: (uri: string) => boolean
  }

  export interface ProviderSession {
    uid: string
    accountId?: string
    authorizationFor: (clientId: string) => { persistsLogout?: boolean }
    sidFor: (clientId: string, sid: string) => void
    ensureClientContainer: (clientId: string) => void
    grantIdFor: (clientId: string, grantId: string) => void
  }

  export interface GrantModel {
    getOIDCScopeFiltered: (scopes: ReadonlySet<string>) => string
    getResourceScopeFiltered: (resource: string, scopes: ReadonlySet<string>) => string
    getRejectedOIDCScope: () => string
    jti: string
    accountId: string
    clientId: string
  }

  export interface RefreshTokenModel {
    jti: string
    /** Epoch seconds, as is `iiat`, the issue time of the first token in the family. */
    exp: number
    iiat: number
    getValueAndPayload: () => Promise<{ payload: Record<string, unknown> }>
  }

  export interface OidcContext {
    provider: Provider
    route: string
    client?: Client
    params?: Record<string, string | undefined>
    claims?: { id_token?: { sub?: { value?: unknown } | null } }
    body?: unknown
    getAccessToken: () => string
    session?: ProviderSession
    account?: { accountId: string }
    grant?: GrantModel
    result?: { consent?: object; login?: object }
    entities: Record<string, unknown>
    entity: (name: string, value: unknown) => void
    requestParamScopes: Set<string>
    requestParamOIDCScopes: Set<string>
    prompts: ReadonlySet<string>
    resourceServers: Record<string, { scopes: ReadonlySet<string> }>
  }

  export interface KoaContext {
    oidc: OidcContext
    req: IncomingMessage
    res: ServerResponse
    path: string
    query: Readonly<Record<string, string | string[] | undefined>>
    status: number
    type: string
    body: unknown
    redirect: (url: string) => void
    set: (name: string, value: string) => void
    remove: (name: string) => void
  }

  export interface ProviderClaims {
    client: Client
    available: Readonly<Record<string | symbol, unknown>>
  }

  export interface SavedTokenModel {
    IN_PAYLOAD: readonly string[]
    prototype: { save: () => Promise<string> }
  }

  export class Provider {
    constructor(issuer: string, configuration: object)
    readonly issuer: string
    static readonly ctx: KoaContext | undefined
    proxy: boolean
    silent: boolean
    Client: {
      find: (id: string) => Promise<Client | undefined>
      prototype: {
        compareClientSecret: (actual: string) => boolean | Promise<boolean>
        redirectUriAllowed: (uri: string) => boolean
        responseTypeAllowed: (type: string) => boolean
        grantTypeAllowed: (type: string) => boolean
        includeSid: () => boolean
      }
    }
    DeviceCode: { prototype: { consume: (this: { error?: string }) => Promise<void> } }
    AuthorizationCode: SavedTokenModel
    AccessToken: SavedTokenModel
    RefreshToken: SavedTokenModel
    IdToken: {
      validate: (hint: string, client: Client) => Promise<object>
      prototype: { set: (name: string, value: unknown) => void; issue: (options: object) => Promise<string> }
    }
    OIDCContext: { prototype: object }
    Claims: { prototype: { result: (this: ProviderClaims) => Promise<Record<string, unknown>> } }
    Grant: { new (payload: object): GrantModel; find: (id: string) => Promise<GrantModel | undefined> }
    ReplayDetection: { unique: (issuer: string, jti: string, exp: number) => Promise<boolean> }
    use: (middleware: (context: KoaContext, next: () => Promise<void>) => Promise<void>) => this
    callback: () => (request: IncomingMessage, response: ServerResponse) => Promise<void>
    emit: (event: string, ...values: unknown[]) => boolean
    on: (event: string, listener: (...values: never[]) => void) => this
  }

  export default Provider

  interface ProviderError extends Error {
    error: string
    error_description?: string
    error_detail?: string
    statusCode: number
    allow_redirect: boolean
  }

  type ErrorClass = new (description?: string, detail?: string) => ProviderError

  export const errors: Readonly<
    Record<
      | 'InvalidGrant'
      | 'InvalidRequest'
      | 'InvalidRequestUri'
      | 'InvalidTarget'
      | 'SessionNotFound'
      | 'InvalidRedirectUri'
      | 'InvalidClient'
      | 'InvalidClientMetadata'
      | 'AccessDenied'
      | 'LoginRequired'
      | 'InvalidScope'
      | 'InvalidToken'
      | 'InvalidClientAuth'
      | 'SlowDown'
      | 'TemporarilyUnavailable'
      | 'UnmetAuthenticationRequirements',
      ErrorClass
    >
  >
  export interface Check {
    reason: string
  }

  interface Policy extends Array<object> {
    get: (name: string) => { checks: { add: (check: Check) => void; remove: (reason: string) => void } }
    add: (prompt: object, index?: number) => void
  }

  export const interactionPolicy: {
    base: () => Policy
    Prompt: new (options: { name: string; requestable: boolean }, ...checks: Check[]) => object
    Check: (new (
      reason: string,
      description: string,
      error: string,
      check: (ctx: KoaContext) => boolean | Promise<boolean>,
    ) => Check) & {
      REQUEST_PROMPT: boolean
      NO_NEED_TO_PROMPT: boolean
    }
  }
}
