// Sign-in, use and refresh with the TypeScript SDK of the Model Context Protocol as the client.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { auth } from '@modelcontextprotocol/sdk/client/auth.js'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { createPrivateKeyJwtAuth } from '@modelcontextprotocol/sdk/client/auth-extensions.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { mcpClientMetadataExamples } from '@countersign/testing/mcp-client-metadata-examples'
import type { McpClientMetadata } from '@countersign/testing/mcp-client-metadata-examples'
import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify } from 'jose'
import type { JSONWebKeySet, JWK } from 'jose'
import { expect, test } from 'vitest'
import { listSequencedAuditEntryTexts } from '../../../testing/inspect-test-database.ts'
import {
  clientMetadataEnvironmentVariables,
  createJsonDocumentResponder,
  startClientMetadataSite,
} from '../../../testing/client-metadata-test-server.ts'
import {
  submitOidcConsent,
  createOidcTestServerWithRsaKey,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  signInToOidcInteraction,
} from '../../../testing/oidc-application-test-steps.ts'
import { addTestResource, testResourceUri } from '../../../testing/oauth-resource-fixtures.ts'

type App = Awaited<ReturnType<typeof createOidcTestServerWithRsaKey>>
type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

const origin = 'https://sign-in.example'
const metadataUrl = 'https://mcp.example/.well-known/oauth-protected-resource/mcp'

/** This server, and an MCP server that verifies tokens by RFC 9068. */
function createNetwork(app: App): { fetch: Fetch; refused: () => number; refreshes: () => number } {
  let refused = 0
  let refreshes = 0
  const ask = async (request: Request): Promise<Response> => {
    const payload = await request.text()
    if (payload.includes('grant_type=refresh_token')) refreshes += 1
    const { statusCode, headers, body } = await app.http.inject({
      method: request.method as 'GET',
      url: request.url.slice(origin.length),
      headers: Object.fromEntries(request.headers),
      payload,
    })
    return new Response(body, { status: statusCode, headers: headers as Record<string, string> })
  }
  const isAllowed = async (token: string): Promise<boolean> => {
    const keys = (await app.http.inject({ url: '/jwks' })).json<JSONWebKeySet>()
    const expected = { issuer: origin, audience: testResourceUri, typ: 'at+jwt', currentDate: new Date(app.clock.now) }
    return jwtVerify(token, createLocalJWKSet(keys), expected).then(
      () => true,
      () => false,
    )
  }
  const serve = async (request: Request): Promise<Response> => {
    if (request.url === metadataUrl)
      return Response.json({ resource: testResourceUri, authorization_servers: [origin] })
    const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '') ?? []
    if (!(await isAllowed(token))) {
      refused += 1
      const headers = { 'www-authenticate': `Bearer resource_metadata="${metadataUrl}"` }
      return new Response(null, { status: 401, headers })
    }
    const server = new McpServer({ name: 'notes', version: '1.0.0' })
    server.registerTool('list-notes', {}, () => ({ content: [{ type: 'text', text: 'No note yet.' }] }))
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport as Transport)
    return transport.handleRequest(request)
  }
  return {
    refused: () => refused,
    refreshes: () => refreshes,
    fetch: (url, init) => {
      const request = new Request(url, init)
      return request.url.startsWith(`${origin}/`) ? ask(request) : serve(request)
    },
  }
}

interface Kept {
  tokens?: OAuthTokens
  verifier: string
  address: string
}

function createProgram(
  { redirectUri, document }: McpClientMetadata,
  id: string,
  kept: Kept,
  privateKey: JWK,
): OAuthClientProvider {
  const redirectUrl = redirectUri(58_135)
  const { token_endpoint_auth_method: method } = document(id)
  let client: { client_id: string } | undefined
  return {
    redirectUrl,
    clientMetadataUrl: id,
    // OpenID Connect Core §11: programs that want to stay signed in request `offline_access`.
    clientMetadata: { redirect_uris: [redirectUrl], scope: 'read offline_access' },
    clientInformation: () => client,
    saveClientInformation: (given) => void (client = given),
    tokens: () => kept.tokens,
    saveTokens: (given) => void (kept.tokens = given),
    saveCodeVerifier: (given) => void (kept.verifier = given),
    codeVerifier: () => kept.verifier,
    redirectToAuthorization: (address) => void (kept.address = address.href),
    ...(method === 'private_key_jwt' && {
      addClientAuthentication: createPrivateKeyJwtAuth({ issuer: id, subject: id, privateKey, alg: 'RS256' }),
    }),
  }
}

async function createScene(published: McpClientMetadata) {
  const site = await startClientMetadataSite()
  const app = await createOidcTestServerWithRsaKey({ environment: clientMetadataEnvironmentVariables })
  await addTestResource(app, { openTo: 'everyone' })
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', use: 'sig', alg: 'RS256' }] }
  site.serve('/oauth/jwks.json', () => createJsonDocumentResponder(keys))
  const id = site.serve('/client.json', (address) => createJsonDocumentResponder(published.document(address)))
  const network = createNetwork(app)
  const kept: Kept = { verifier: '', address: '' }
  const program = createProgram(published, id, kept, await exportJWK(privateKey))
  const browser = app.openBrowser()
  const use = async (): Promise<string> => {
    const transport = new StreamableHTTPClientTransport(new URL(testResourceUri), {
      authProvider: program,
      fetch: network.fetch,
    })
    const client = new Client({ name: published.client, version: '1.0.0' })
    await client.connect(transport as Transport)
    const { content } = (await client.callTool({ name: 'list-notes' })) as { content: { text: string }[] }
    await client.close()
    return content.map(({ text }) => text).join()
  }
  const signIn = async (): Promise<void> => {
    expect(await auth(program, { serverUrl: testResourceUri, fetchFn: network.fetch })).toBe('REDIRECT')
    const consent = await signInToOidcInteraction(
      browser,
      getInteractionIdFromRedirect(await browser.send('GET', kept.address.slice(origin.length))),
    )
    const back = new URL(getRedirectLocation(await submitOidcConsent(browser, getInteractionIdFromRedirect(consent))))
    expect(back.href.startsWith(`${published.redirectUri(58_135)}?`), back.href).toBe(true)
    const authorizationCode = back.searchParams.get('code') ?? ''
    expect(await auth(program, { serverUrl: testResourceUri, authorizationCode, fetchFn: network.fetch })).toBe(
      'AUTHORIZED',
    )
  }
  const stored = async (): Promise<string> => (await listSequencedAuditEntryTexts(app.database.queries)).join('\n')
  return { app, kept, network, signIn, use, stored }
}

const hasRefresh = ({ document }: McpClientMetadata): boolean =>
  (document('https://agent.example/client.json')['grant_types'] as string[] | undefined)?.includes('refresh_token') ??
  false

test.each(mcpClientMetadataExamples)(
  'the MCP SDK signs in with the metadata document of $program and uses an MCP server',
  async (one) => {
    const { signIn, use, kept } = await createScene(one)
    await signIn()
    expect(await use()).toBe('No note yet.')
    expect(kept.tokens?.refresh_token !== undefined).toBe(hasRefresh(one))
  },
)

test.each(mcpClientMetadataExamples.filter(hasRefresh))(
  'the MCP SDK stays signed in with the document of $program after access tokens expire',
  async (one) => {
    const { app, signIn, use, kept, network } = await createScene(one)
    await signIn()
    const asked = kept.address
    for (let round = 1; round <= 3; round += 1) {
      const { access_token } = kept.tokens ?? {}
      app.pass(3_600_000)
      expect(await use()).toBe('No note yet.')
      // The server refused the expired token, and the SDK refreshed it without asking the person.
      expect([network.refused(), kept.tokens?.access_token === access_token, kept.address]).toEqual([
        round,
        false,
        asked,
      ])
    }
  },
)

test.each(mcpClientMetadataExamples.filter(hasRefresh))(
  'the MCP SDK with the document of $program survives two concurrent refreshes',
  async (one) => {
    const { app, signIn, use, kept, network, stored } = await createScene(one)
    await signIn()
    const asked = kept.address
    for (const pause of [3_600_000, 3_600_000]) {
      app.pass(pause)
      const before = network.refreshes()
      expect(await Promise.all([use(), use()])).toEqual(['No note yet.', 'No note yet.'])
      expect([network.refreshes() - before, kept.address]).toEqual([2, asked])
    }
    expect(await stored()).not.toContain('token.reuse_detected')
  },
)
