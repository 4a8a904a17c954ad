// An MCP client that uses the official SDK: it discovers the authorization server, sends the person
// there, and requests more scopes if a tool needs them. It is a public client (RFC 8252).
import { createServer } from 'node:http'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'

/** The client ID was registered by an operator, or is the URL of a client metadata document. */
const resource = new URL(process.env['RESOURCE'] ?? 'http://localhost:3002/mcp')
const clientId = process.env['CLIENT_ID'] ?? 'example-mcp-client'
const callback = new URL(process.env['CALLBACK'] ?? 'http://127.0.0.1:3003/callback')

let tokens: OAuthTokens | undefined
let verifier = ''
let state = ''

/** The provider stores nothing, so each start asks the person again. */
const provider: OAuthClientProvider = {
  redirectUrl: callback,
  clientMetadata: { redirect_uris: [callback.href], client_name: 'Example MCP client' },
  clientInformation: () => ({ client_id: clientId }),
  // Checked in the response, so no one can inject another person's code (RFC 6749 §10.12).
  state: () => (state = crypto.randomUUID()),
  tokens: () => tokens,
  saveTokens: (given) => void (tokens = given),
  saveCodeVerifier: (given) => void (verifier = given),
  codeVerifier: () => verifier,
  redirectToAuthorization: (address) => console.log(`Open  ${address.href}`),
}

/** Waits for the browser to return with a code. */
let arrive: (code: string) => void = () => {}
const pages = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', callback)
  const code = searchParams.get('code')
  const isOurs = pathname === callback.pathname && state !== '' && searchParams.get('state') === state
  response.writeHead(isOurs ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(isOurs ? 'Done. You can close this page.' : 'No sign-in is waiting for this response.')
  if (!isOurs) return
  state = ''
  if (code !== null) return arrive(code)
  console.error(`Refused: ${searchParams.get('error')}: ${searchParams.get('error_description')}`)
  process.exit(1)
})
await new Promise<void>((resolve) => pages.listen(Number(callback.port), callback.hostname, resolve))

/** Runs `work`, and runs it again after the person has authorized the client, if this is needed. */
async function use<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
  for (;;) {
    const transport = new StreamableHTTPClientTransport(resource, { authProvider: provider })
    const client = new Client({ name: 'example-mcp-client', version: '1.0.0' })
    const arrived = new Promise<string>((resolve) => (arrive = resolve))
    try {
      await client.connect(transport as Transport)
      return await work(client)
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) throw error
      await transport.finishAuth(await arrived)
    } finally {
      await client.close()
    }
  }
}

const call = (name: string): Promise<string> =>
  use(async (client) => {
    const { content } = (await client.callTool({ name })) as { content: { text?: string }[] }
    return content.map(({ text = '' }) => text).join('\n')
  })

for (const tool of process.argv.slice(2)) console.log(`${tool}: ${await call(tool)}`)
pages.close()
