// A small MCP server (Model Context Protocol) that lets people in by access tokens of Countersign, and keeps notes of theirs: a resource
// server as RFC 9728 and RFC 8707 describe it. Plain node:http, the protocol's own SDK, and jose for the tokens. Read it from the top; each
// thing that an MCP server has to do about authorization is one function.
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { JWTPayload } from 'jose'

/** Who signs people in, and what this server is called in its tokens: exactly as in `countersign resource add`. */
const issuer = process.env['ISSUER'] ?? 'http://localhost:3000'
const resource = process.env['RESOURCE'] ?? 'http://localhost:3002/mcp'
const { port, pathname, host, origin } = new URL(resource)

/** Where clients read who signs people in (RFC 9728 §3.1: the well-known path stands in front of the path of the resource). */
const metadataPath = `/.well-known/oauth-protected-resource${pathname === '/' ? '' : pathname}`
const metadata = {
  resource,
  authorization_servers: [issuer],
  scopes_supported: ['read', 'write'],
  bearer_methods_supported: ['header'],
  resource_name: 'Notes',
}

/** What each tool needs. Whatever stands in no list needs `read`, as everything here does. */
const scopesOfTools: Readonly<Record<string, readonly string[]>> = { 'add-note': ['read', 'write'] }

/** The notes of each person, by the name that Countersign gives them here (`sub`): the same whatever program they come with. */
const notes = new Map<string, string[]>()

/** Where the keys are, asked for at the first token, and again where that failed. */
let keys: Promise<ReturnType<typeof createRemoteJWKSet>> | undefined
async function loadKeySet(): Promise<ReturnType<typeof createRemoteJWKSet>> {
  const answer = await fetch(new URL('/.well-known/oauth-authorization-server', issuer))
  const found = (await answer.json()) as { issuer: string; jwks_uri: string }
  if (found.issuer !== issuer) throw new Error(`${issuer} says that it is ${found.issuer}`)
  return createRemoteJWKSet(new URL(found.jwks_uri))
}

/** The members of a token that was signed for this server by its issuer, and still works. */
async function verifyAccessToken(token: string): Promise<JWTPayload> {
  keys ??= loadKeySet().catch((error: unknown) => {
    keys = undefined
    throw error
  })
  // Each of these is a check that must not be left out: another audience is a token of another service (RFC 9068 §4).
  const { payload } = await jwtVerify(token, await keys, {
    issuer,
    audience: resource,
    algorithms: ['ES256'],
    typ: 'at+jwt',
    requiredClaims: ['sub', 'exp', 'client_id'],
  })
  return payload
}

/** Tells a client that it has to bring a token, or another one: where to get it, and with which scopes (RFC 6750 §3, RFC 9728 §5.1). */
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

/** The person who asks, or null where they were told what is missing. */
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

/** The scopes that a request needs: those of the tools that it calls. */
function scopesOf(body: unknown): string[] {
  const messages = (Array.isArray(body) ? body : [body]) as { method?: unknown; params?: { name?: unknown } }[]
  const called = messages.flatMap((message) =>
    message?.method === 'tools/call' ? (scopesOfTools[String(message.params?.name)] ?? []) : [],
  )
  return [...new Set(['read', ...called])]
}

/** The tools for one person. */
function createTools(person: string): McpServer {
  const server = new McpServer({ name: 'notes', version: '1.0.0' })
  const own = notes.get(person) ?? []
  const say = (text: string) => ({ content: [{ type: 'text' as const, text }] })
  server.registerTool('list-notes', { description: 'Lists your notes.' }, () => say(own.join('\n') || 'No note yet.'))
  server.registerTool('add-note', { description: 'Adds a note with the time of now.' }, () => {
    notes.set(person, [...own, `Note ${own.length + 1}`])
    return say(`Note ${own.length + 1} is kept.`)
  })
  return server
}

async function answerMcp(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request)
  const person = await authorizeRequest(request, response, body)
  if (person === null) return
  // Stateless: nothing of one request is kept for the next, so that no session can be taken over.
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
  // A page elsewhere that lets its own name lead here (DNS rebinding) asks for another host.
  if (request.headers.host !== host) answerJson(response, 421, { error: 'This is another host.' })
  else if (asked === metadataPath && request.method === 'GET')
    answerJson(response, 200, metadata, { 'access-control-allow-origin': '*' })
  else if (asked !== pathname) answerJson(response, 404, { error: 'There is nothing here.' })
  else if (request.method !== 'POST') answerJson(response, 405, { error: 'POST only.' }, { allow: 'POST' })
  else
    answerMcp(request, response).catch((error: unknown) => {
      console.error(error)
      if (!response.headersSent) answerJson(response, 500, { error: 'This failed.' })
    })
}).listen(Number(port || 80), '127.0.0.1', () => console.log(`MCP server at ${resource}`))
