// Receives the redirect on localhost (RFC 8252).
import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { assertThat } from './integration-test-assertions.ts'
import type { TestPerson } from './integration-test-types.ts'

export interface NativeOAuthTestClientTokens {
  access: string
  refresh: string
}

export interface NativeOAuthTestClient {
  address: string
  tokens: () => Promise<NativeOAuthTestClientTokens>
  refresh: (token: string) => Promise<NativeOAuthTestClientTokens>
  close: () => void
}

/** The application must be `native`, with the redirect address `http://127.0.0.1/callback`. */
export async function startNativeOAuthTestClient(
  origin: string,
  id: string,
  scopes: string,
): Promise<NativeOAuthTestClient> {
  const verifier = randomBytes(32).toString('base64url')
  let code: string | null = null
  const server = createServer((request, response) => {
    code = new URL(request.url ?? '/', origin).searchParams.get('code') ?? code
    response.end('Signed in')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const redirect = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  const ask = async (body: Record<string, string>): Promise<NativeOAuthTestClientTokens> => {
    const answer = await fetch(`${origin}/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: id, ...body }),
    })
    const text = await answer.text()
    assertThat(answer.ok, `no tokens: ${text}`)
    const { access_token: access, refresh_token: refresh = '' } = JSON.parse(text) as Record<string, string>
    return { access: access ?? '', refresh }
  }
  const query = new URLSearchParams({
    client_id: id,
    response_type: 'code',
    redirect_uri: redirect,
    scope: scopes,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  return {
    address: `${origin}/authorize?${query}`,
    tokens: async () => {
      assertThat(code !== null, 'the browser did not return')
      return ask({ grant_type: 'authorization_code', code, redirect_uri: redirect, code_verifier: verifier })
    },
    refresh: (token) => ask({ grant_type: 'refresh_token', refresh_token: token }),
    close: () => void server.close(),
  }
}

export async function signInWithNativeOAuthTestClient(
  person: TestPerson,
  client: NativeOAuthTestClient,
): Promise<NativeOAuthTestClientTokens> {
  await person.signInAt(client.address)
  return client.tokens()
}
