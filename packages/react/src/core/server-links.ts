// Where the client sends the browser, and the revocation of a token.
import { calculatePKCECodeChallenge } from 'oauth4webapi'
import type { ClientEnvironment } from './client-environment.ts'
import { CountersignError } from './countersign-error.ts'
import type { OauthRequests } from './oauth-requests.ts'
import type { SignInRequest } from './sign-in-request.ts'

export interface ServerLinkOptions {
  readonly clientId: string
  readonly redirectUri: () => string
  readonly api?: string
}

export function createServerLinks(
  { clientId, redirectUri, api }: ServerLinkOptions,
  { discover, createTimeout }: Pick<OauthRequests, 'discover' | 'createTimeout'>,
  environment: Pick<ClientEnvironment, 'fetch'>,
) {
  return {
    /** @throws CountersignError if the server cannot be reached */
    createAuthorizationUrl: async (request: SignInRequest): Promise<string> => {
      const { authorization_endpoint: endpoint } = await discover()
      if (endpoint === undefined) throw new CountersignError('configuration', { reason: 'no authorization_endpoint' })
      const url = new URL(endpoint)
      const parameters = {
        client_id: clientId,
        redirect_uri: redirectUri(),
        response_type: 'code',
        scope: request.scope,
        state: request.state,
        nonce: request.nonce,
        code_challenge: await calculatePKCECodeChallenge(request.verifier),
        code_challenge_method: 'S256',
        ...(api !== undefined && { resource: api }),
      }
      url.search = String(new URLSearchParams(parameters))
      return url.href
    },

    revoke: async (token: string): Promise<void> => {
      const { revocation_endpoint: endpoint } = await discover()
      const body = new URLSearchParams({ client_id: clientId, token })
      // The page may close at once.
      const init = { method: 'POST', body, keepalive: true, ...createTimeout() }
      if (endpoint !== undefined) await environment.fetch(endpoint, init)
    },

    createEndSessionUrl: async (idToken: string | null, returnUri: string | undefined): Promise<string | null> => {
      const { end_session_endpoint: endpoint } = await discover()
      if (endpoint === undefined) return null
      const url = new URL(endpoint)
      url.searchParams.set('client_id', clientId)
      if (idToken !== null) url.searchParams.set('id_token_hint', idToken)
      if (returnUri !== undefined) url.searchParams.set('post_logout_redirect_uri', returnUri)
      return url.href
    },
  }
}
