// Configured as in docs/guides/forward-auth.md, except for hosts, ports and certificates.
import { findFreePort } from '@countersign/testing/find-free-port'
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as sendRequest } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { request as sendSecureRequest } from 'node:https'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const root = join(import.meta.dirname, '../../..')
const readyTimeoutMs = 30_000

export const reverseProxyNames = ['caddy', 'nginx', 'haproxy', 'envoy'] as const
export type ReverseProxyName = (typeof reverseProxyNames)[number]

/** All are Debian packages except Envoy, which is used if it is on the PATH. */
const findProgram = (name: ReverseProxyName): string | undefined =>
  ['/usr/bin', '/usr/sbin', ...(process.env['PATH'] ?? '').split(delimiter)]
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

export const isReverseProxyInstalled = (name: ReverseProxyName): boolean => findProgram(name) !== undefined

/** Where a proxy serves the pages: Caddy over HTTPS under a host name, the others on localhost. */
export interface ProxiedSite {
  host: string
  origin: string
  port: number
}

/** Reserves an address, because the host must be registered before the proxy starts. */
export async function chooseProxiedSiteAddress(name: ReverseProxyName): Promise<ProxiedSite> {
  const port = await findFreePort()
  const host = name === 'caddy' ? `wiki.corp.example:${port}` : `${name}.localhost:${port}`
  return { host, port, origin: `${name === 'caddy' ? 'https' : 'http'}://${host}` }
}

export interface RunningReverseProxy {
  stop: () => Promise<void>
}

/** `without` matches lines to omit from the guide's configuration. */
export async function startReverseProxy(
  name: ReverseProxyName,
  { host, port }: ProxiedSite,
  { issuerPort, pagesPort }: { issuerPort: number; pagesPort: number },
  without?: RegExp,
): Promise<RunningReverseProxy> {
  const folder = mkdtempSync(join(tmpdir(), `countersign-${name}-`))
  // The workers run as another user, who must be able to read the folder.
  chmodSync(folder, 0o755)
  const shown = readProxyConfigurationFromGuide(name)
    .replaceAll(without ?? /^$/g, '')
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${issuerPort}`)
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${pagesPort}`)
  const file = join(folder, name === 'envoy' ? 'proxy.yaml' : 'proxy.conf')
  writeFileSync(file, proxyConfigurations[name]({ shown, host, port, folder, issuerPort, pagesPort }))
  const log: string[] = []
  const running = spawn(findProgram(name) as string, programArguments[name](file), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  for (const stream of [running.stdout, running.stderr]) stream.on('data', (chunk) => log.push(String(chunk)))
  const ended = new Promise((resolve) => running.once('exit', resolve))
  const stop = async (): Promise<void> => {
    running.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const end = Date.now() + readyTimeoutMs
  while (!(await isListening(port))) {
    if (running.exitCode !== null || Date.now() > end) {
      await stop()
      throw new Error(`${name} did not start:\n${log.join('')}`)
    }
    await wait(25)
  }
  return { stop }
}

export function readProxyConfigurationFromGuide(name: string): string {
  const guide = readFileSync(join(root, 'docs/guides/forward-auth.md'), 'utf8')
  const [, block] = new RegExp(`^## ${name}\\n[^]*?\`\`\`[a-z]+\\n([^]*?)\`\`\``, 'im').exec(guide) ?? []
  if (block === undefined) throw new Error(`The guide has no configuration for ${name}`)
  return block
}

interface GuideValues {
  shown: string
  host: string
  port: number
  folder: string
  issuerPort: number
  pagesPort: number
}

/** Throws if a text does not occur exactly once, so that changes in the guide are noticed. */
export function replaceTextsExactlyOnce(
  text: string,
  changes: readonly (readonly [from: string, to: string])[],
): string {
  return changes.reduce((before, [from, to]) => {
    if (before.split(from).length !== 2) throw new Error(`"${from}" does not occur exactly once in the guide`)
    return before.replace(from, to)
  }, text)
}

const proxyConfigurations: Readonly<Record<ReverseProxyName, (shown: GuideValues) => string>> = {
  // Adds a sibling site under the same domain, with its own page.
  caddy: ({ shown, host, port }) =>
    `{\n admin off\n skip_install_trust\n auto_https disable_redirects\n local_certs\n}\n${replaceTextsExactlyOnce(shown, [['wiki.example {', `${host} {\n bind 127.0.0.1`]])}
     evil.corp.example:${port} {\n bind 127.0.0.1\n header Content-Type text/html\n respond "<title>Evil</title>"\n}\n`,
  nginx: ({ shown, host, port, folder }) =>
    `${process.getuid?.() === 0 ? 'user www-data;' : ''} daemon off; pid ${folder}/pid; error_log stderr; worker_processes 1; events {}
     http { access_log off; ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
     ${replaceTextsExactlyOnce(shown, [
       ['listen 443 ssl;', `listen 127.0.0.1:${port};`],
       ['server_name wiki.example;', 'server_name nginx.localhost;'],
       ['  ssl_certificate /etc/ssl/wiki.example.pem;\n  ssl_certificate_key /etc/ssl/wiki.example.key;\n', ''],
     ]).replaceAll('wiki.example', host)} }`,
  haproxy: ({ shown, host, port }) =>
    replaceTextsExactlyOnce(shown, [
      ['bind :443 ssl crt /etc/haproxy/wiki.example.pem', `bind 127.0.0.1:${port}`],
      ['/etc/haproxy/countersign.lua', join(root, 'deploy/haproxy/countersign.lua')],
    ]).replaceAll('wiki.example', host),
  // The guide shows only forward authentication; the listener and clusters are added here.
  envoy: ({ shown, host, port, issuerPort, pagesPort }) => `
static_resources:
  listeners:
    - address: { socket_address: { address: 127.0.0.1, port_value: ${port} } }
      filter_chains:
        - filters:
            - name: envoy.filters.network.http_connection_manager
              typed_config:
                "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
                stat_prefix: wiki
                use_remote_address: true
${shown.replaceAll('wiki.example', host).replace(/^(?=.)/gm, ' '.repeat(16))}
  clusters:
    - ${envoyCluster('countersign', issuerPort)}
    - ${envoyCluster('wiki', pagesPort)}
`,
}

const envoyCluster = (name: string, port: number): string =>
  JSON.stringify({
    name,
    load_assignment: {
      cluster_name: name,
      endpoints: [
        {
          lb_endpoints: [{ endpoint: { address: { socket_address: { address: '127.0.0.1', port_value: port } } } }],
        },
      ],
    },
  })

const programArguments: Readonly<Record<ReverseProxyName, (file: string) => string[]>> = {
  caddy: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
  nginx: (file) => ['-c', file, '-e', 'stderr'],
  haproxy: (file) => ['-db', '-f', file],
  envoy: (file) => ['--use-dynamic-base-id', '--log-level', 'error', '-c', file],
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('close', () => socket.destroy())
    socket.once('connect', () => socket.destroy())
  })

/** All values of each header that reached the pages, by CGI name. */
export type EchoedRequestHeaders = Record<string, string[] | undefined>

/** CGI programs fold all but letters and digits into `_` (RFC 3875 §4.1.18). */
function foldHeaderNames(raw: readonly string[]): EchoedRequestHeaders {
  const folded: Record<string, string[]> = {}
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = `HTTP_${(raw[index] ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '_')}`
    ;(folded[name] ??= []).push(raw[index + 1] ?? '')
  }
  return folded
}

/** Serves pages that have no login and show the received identity headers. */
export async function startProxiedTestSite(): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const reached = Object.entries(foldHeaderNames(request.rawHeaders)).filter(([name]) =>
      name.startsWith('HTTP_REMOTE'),
    )
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(
      `<title>Inside</title><h1>Inside ${request.url}</h1><pre>${JSON.stringify(Object.fromEntries(reached))}</pre>`,
    )
  })
  // Minimal WebSocket upgrade with the key of RFC 6455 §1.3, followed by the identity.
  server.on('upgrade', (request, socket) => {
    socket.end(
      `HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n${JSON.stringify(foldHeaderNames(request.rawHeaders))}`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/** Resolves to the data that arrives after the protocol switch. */
export const sendHttpUpgradeRequest = (
  { host, port, origin }: ProxiedSite,
  { path, cookie, upgrade }: { path: string; cookie: string; upgrade: string },
): Promise<string> =>
  new Promise((resolve, reject) => {
    const send = origin.startsWith('https:') ? sendSecureRequest : sendRequest
    const headers = {
      host,
      cookie,
      connection: 'Upgrade',
      upgrade,
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    }
    const options = { host: '127.0.0.1', port, path, headers, agent: false as const }
    const sent = send({ ...options, servername: host.split(':')[0] ?? host, rejectUnauthorized: false })
    sent.once('response', ({ statusCode }) => reject(new Error(`responded with ${statusCode}`)))
    sent.once('upgrade', (_response, socket, head) => {
      let said = String(head)
      socket.on('data', (chunk) => (said += String(chunk)))
      socket.once('end', () => resolve(said))
    })
    sent.once('error', reject).end()
  })

/** Sends requests that browsers would not send. A list of names and values can repeat a header. */
export const sendRawHttpRequest = (
  { host, port, origin }: ProxiedSite,
  path: string,
  headers: Record<string, string> | readonly string[],
  method = 'GET',
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> =>
  new Promise((resolve, reject) => {
    const rows = Array.isArray(headers) ? headers : Object.entries(headers).flat()
    const options = {
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: ['host', host, ...rows],
      agent: false as const,
      servername: host.split(':')[0] ?? host,
      rejectUnauthorized: false,
    }
    const send = origin.startsWith('https:') ? sendSecureRequest : sendRequest
    const sent = send(options, (response) => {
      let body = ''
      response.on('data', (chunk) => (body += String(chunk)))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    sent.once('error', reject).end()
  })
