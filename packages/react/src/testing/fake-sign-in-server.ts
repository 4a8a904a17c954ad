// A sign-in server and an API for unit tests, as a fetch function.

export const issuer = 'https://sign-in.example'
export const page = 'https://shop.example'
export const api = 'https://api.shop.example/'

export interface FakeRequest {
  readonly url: string
  readonly headers: Headers
  readonly body: URLSearchParams
  readonly redirect: RequestRedirect | undefined
}

export interface FakeSignInServer {
  readonly fetch: typeof fetch
  /** Requests to the token endpoint, oldest first. */
  readonly tokenRequests: FakeRequest[]
  readonly apiRequests: FakeRequest[]
  readonly revoked: string[]
  /** Requests to this server that can wait forever. */
  readonly withoutTimeout: string[]
  /** Replaced by tests to change the next answers. */
  readonly answers: {
    /** Members that replace those of the ID token. */
    idToken: Record<string, unknown>
    userinfo: Record<string, unknown>
    tokenType: string
    token: ((request: FakeRequest) => Response | null) | null
    /** Whether the person withholds the refresh token. */
    isRefreshTokenWithheld: boolean
    api: ((request: FakeRequest) => Response) | null
    discovery: (() => Response) | null
  }
  /** The nonce of the next code exchange, as in the authorization request. */
  nonce: string
}

const encode = (value: unknown): string =>
  btoa(JSON.stringify(value)).replace(/=/g, '').replace(/\+/g, '-').replace(/\//g, '_')

export function createFakeSignInServer(now: () => number, clientId = 'shop'): FakeSignInServer {
  const answers: FakeSignInServer['answers'] = {
    idToken: {},
    userinfo: {},
    tokenType: 'DPoP',
    token: null,
    isRefreshTokenWithheld: false,
    api: null,
    discovery: null,
  }
  let issued = 0

  function createIdToken(nonce: string | undefined): string {
    const seconds = Math.floor(now() / 1000)
    const claims = { iss: issuer, aud: clientId, sub: 'person-1', iat: seconds, exp: seconds + 3600, nonce }
    return `${encode({ alg: 'RS256' })}.${encode({ ...claims, ...answers.idToken })}.${encode('signature')}`
  }

  function answerToken(request: FakeRequest): Response {
    server.tokenRequests.push(request)
    const own = answers.token?.(request)
    if (own) return own
    issued += 1
    const isExchange = request.body.get('grant_type') === 'authorization_code'
    return Response.json({
      access_token: `${request.body.get('resource') ?? 'userinfo'}-${issued}`,
      token_type: answers.tokenType,
      expires_in: 300,
      ...(!answers.isRefreshTokenWithheld && { refresh_token: `refresh-${issued}` }),
      id_token: createIdToken(isExchange ? server.nonce : undefined),
    })
  }

  const server: FakeSignInServer = {
    tokenRequests: [],
    apiRequests: [],
    revoked: [],
    withoutTimeout: [],
    answers,
    nonce: '',
    fetch: async (input, init) => {
      const url = String(input)
      const body = new URLSearchParams(init?.body instanceof URLSearchParams ? init.body : '')
      const request = { url, headers: new Headers(init?.headers), body, redirect: init?.redirect }
      if (url.startsWith(issuer) && !init?.signal) server.withoutTimeout.push(url)
      switch (url) {
        case `${issuer}/.well-known/openid-configuration`:
          return answers.discovery?.() ?? Response.json(metadata)
        case metadata.token_endpoint:
          return answerToken(request)
        case metadata.userinfo_endpoint:
          return Response.json({ sub: 'person-1', wallet: 'eip155:1:0xAbc', groups: ['members'], ...answers.userinfo })
        case metadata.revocation_endpoint:
          server.revoked.push(body.get('token') ?? '')
          return new Response()
        default:
          server.apiRequests.push(request)
          return answers.api?.(request) ?? Response.json('answer')
      }
    },
  }
  return server
}

const metadata = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  revocation_endpoint: `${issuer}/revoke`,
  end_session_endpoint: `${issuer}/end-session`,
}
