// A small MCP server that authorizes people with Countersign access tokens and stores their notes:
// a resource server (RFC 9728, RFC 8707). Each authorization duty of an MCP server is one function.
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { JWTPayload } from 'jose'

/** Both values must be exactly those registered with `countersign resource add`. */
const issuer = process.env['ISSUER'] ?? 'http://localhost:3000'
const resource = process.env['RESOURCE'] ?? 'http://localhost:3002/mcp'
const { port, pathname, host, origin } = new URL(resource)

/** RFC 9728 §3.1: the well-known path goes before the path of the resource. */
const metadataPath = `/.well-known/oauth-protected-resource${pathname === '/' ? '' : pathname}`
const metadata = {
  resource,
  authorization_servers: [issuer],
  scopes_supported: ['read', 'write'],
  bearer_methods_supported: ['header'],
  resource_name: 'Notes',
}

/** Scopes per tool; a tool that is not listed needs `read`. */
const scopesOfTools: Readonly<Record<string, readonly string[]>> = { 'add-note': ['read', 'write'] }

/** Keyed by `sub`, which is the same in every client that the person uses. */
const notes = new Map<string, string[]>()

/** Loaded when the first token arrives, and again after a failure. */
let keys: Promise<ReturnType<typeof createRemoteJWKSet>> | undefined
async function loadKeySet(): Promise<ReturnType<typeof createRemoteJWKSet>> {
  const answer = await fetch(new URL('/.well-known/oauth-authorization-server', issuer))
  const found = (await answer.json()) as { issuer: string; jwks_uri: string }
  if (found.issuer !== issuer) throw new Error(`The metadata at ${issuer} names another issuer: ${found.issuer}`)
  return createRemoteJWKSet(new URL(found.jwks_uri))
}

async function verifyAccessToken(token: string): Promise<JWTPayload> {
  keys ??= loadKeySet().catch((error: unknown) => {
    keys = undefined
    throw error
  })
  // All checks are required; for example, another audience means another service (RFC 9068 §4).
  const { payload } = await jwtVerify(token, await keys, {
    issuer,
    audience: resource,
    algorithms: ['ES256'],
    typ: 'at+jwt',
    requiredClaims: ['sub', 'exp', 'client_id'],
  })
  return payload
}

/** Says where to get a token, and with which scopes (RFC 6750 §3, RFC 9728 §5.1). */
function sendAuthenticationChallenge(
  response: ServerResponse,
  status: 401 | 403,
  details: Readonly<Record<string, string>>,
): void {
  const members = { ...details, resource_metadata: `${origin}${metadataPath}` }
  const text = Object.entries(members)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')
  answerJson(response, status, { error: details['error'] ?? 'unauthorized' }, { 'www-authenticate': `Bearer ${text}` })
}

/** Returns the person's `sub`, or null if an authentication challenge was sent. */
async function authorizeRequest(
  request: IncomingMessage,
  response: ServerResponse,
  body: unknown,
): Promise<string | null> {
  const [, token] = /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (token === undefined) {
    sendAuthenticationChallenge(response, 401, { scope: 'read' })
    return null
  }
  let payload: JWTPayload
  try {
    payload = await verifyAccessToken(token)
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
    sendAuthenticationChallenge(response, 401, { error: 'invalid_token', scope: 'read' })
    return null
  }
  const held = String(payload['scope'] ?? '').split(' ')
  const needed = scopesOf(body)
  if (!needed.every((scope) => held.includes(scope))) {
    sendAuthenticationChallenge(response, 403, { error: 'insufficient_scope', scope: needed.join(' ') })
    return null
  }
  return payload.sub ?? null
}

/** The scopes of the tools that a request calls. */
function scopesOf(body: unknown): string[] {
  const messages = (Array.isArray(body) ? body : [body]) as { method?: unknown; params?: { name?: unknown } }[]
  const called = messages.flatMap((message) =>
    message?.method === 'tools/call' ? (scopesOfTools[String(message.params?.name)] ?? []) : [],
  )
  return [...new Set(['read', ...called])]
}

function createTools(person: string): McpServer {
  const server = new McpServer({ name: 'notes', version: '1.0.0' })
  const own = notes.get(person) ?? []
  const say = (text: string) => ({ content: [{ type: 'text' as const, text }] })
  server.registerTool('list-notes', { description: 'Lists your notes.' }, () => say(own.join('\n') || 'No notes yet.'))
  server.registerTool('add-note', { description: 'Adds a numbered note.' }, () => {
    notes.set(person, [...own, `Note ${own.length + 1}`])
    return say(`Note ${own.length + 1} was saved.`)
  })
  return server
}

async function answerMcp(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request)
  const person = await authorizeRequest(request, response, body)
  if (person === null) return
  // The transport is stateless, so there is no session that an attacker could take over.
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  response.once('close', () => void transport.close())
  await createTools(person).connect(transport as Transport)
  await transport.handleRequest(request, response, body)
}

const maxBodyBytes = 65_536

async function readBody(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > maxBodyBytes) throw new Error('The request is too large')
    pieces.push(piece)
  }
  return length === 0 ? undefined : (JSON.parse(Buffer.concat(pieces).toString()) as unknown)
}

function answerJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

createServer((request, response) => {
  const { pathname: asked } = new URL(request.url ?? '/', origin)
  // A page whose own domain name resolves to this server (DNS rebinding) sends another Host header.
  if (request.headers.host !== host) answerJson(response, 421, { error: 'The Host header names another host.' })
  else if (asked === metadataPath && request.method === 'GET')
    answerJson(response, 200, metadata, { 'access-control-allow-origin': '*' })
  else if (asked !== pathname) answerJson(response, 404, { error: 'Not found.' })
  else if (request.method !== 'POST') answerJson(response, 405, { error: 'Only POST is allowed.' }, { allow: 'POST' })
  else
    answerMcp(request, response).catch((error: unknown) => {
      console.error(error)
      if (!response.headersSent) answerJson(response, 500, { error: 'Internal server error.' })
    })
}).listen(Number(port || 80), '127.0.0.1', () => console.log(`MCP server at ${resource}`))
