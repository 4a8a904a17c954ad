// Reverse proxies of Debian before pages that have no login of their own, each with the configuration that docs/guides/forward-auth.md shows: in the
// foreground, on ports of this machine, with nothing changed but hosts, ports and certificates.
import { findFreePort } from '@countersign/testing/free-port'
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as sendRequest } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const root = join(import.meta.dirname, '../../..')
const readyTimeoutMs = 30_000

export const proxyNames = ['caddy', 'nginx', 'haproxy'] as const
export type ProxyName = (typeof proxyNames)[number]

const programs: Readonly<Record<ProxyName, string>> = {
  caddy: '/usr/bin/caddy',
  nginx: '/usr/sbin/nginx',
  haproxy: '/usr/sbin/haproxy',
}

/** Whether Debian's package of a proxy is there. */
export const hasProxy = (name: ProxyName): boolean => existsSync(programs[name])

/** Where a proxy serves the pages: Caddy as in life, by https and under a name; the others under a name of this machine. */
export interface ProxiedSite {
  host: string
  origin: string
  port: number
}

/** Chooses where a proxy will be; its host is registered before it starts. */
export async function chooseSite(name: ProxyName): Promise<ProxiedSite> {
  const port = await findFreePort()
  const host = name === 'caddy' ? `wiki.corp.example:${port}` : `${name}.localhost:${port}`
  return { host, port, origin: `${name === 'caddy' ? 'https' : 'http'}://${host}` }
}

export interface RunningProxy {
  stop: () => Promise<void>
}

/** @param issuerPort of the server under test */
export async function startProxy(
  name: ProxyName,
  { host, port }: ProxiedSite,
  { issuerPort, pagesPort }: { issuerPort: number; pagesPort: number },
): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), `countersign-${name}-`))
  // Its workers run as somebody else.
  chmodSync(folder, 0o755)
  const shown = blockOf(name === 'caddy' ? 'caddyfile' : name)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${issuerPort}`)
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${pagesPort}`)
  const file = join(folder, 'proxy.conf')
  writeFileSync(file, configurations[name]({ shown, host, port, folder }))
  const log: string[] = []
  const running = spawn(programs[name], parametersOf[name](file), {
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
  while (!(await listens(port))) {
    if (running.exitCode !== null || Date.now() > end) {
      await stop()
      throw new Error(`${name} did not start:\n${log.join('')}`)
    }
    await wait(25)
  }
  return { stop }
}

/** What the guide shows for a proxy. */
function blockOf(language: string): string {
  const guide = readFileSync(join(root, 'docs/guides/forward-auth.md'), 'utf8')
  const [, block] = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(guide) ?? []
  if (block === undefined) throw new Error(`The guide shows nothing in ${language}`)
  return block
}

interface Shown {
  shown: string
  host: string
  port: number
  folder: string
}

/** Replaces what stands there once; a guide that says otherwise by now is found out. */
function replaced(text: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((before, [from, to]) => {
    if (before.split(from).length !== 2) throw new Error(`"${from}" does not stand in the guide once`)
    return before.replace(from, to)
  }, text)
}

const configurations: Readonly<Record<ProxyName, (shown: Shown) => string>> = {
  // Beside the site, a sibling under the same domain, with a page of its own.
  caddy: ({ shown, host, port }) =>
    `{\n admin off\n skip_install_trust\n auto_https disable_redirects\n local_certs\n}\n${replaced(shown, [['wiki.example {', `${host} {\n bind 127.0.0.1`]])}
     evil.corp.example:${port} {\n bind 127.0.0.1\n header Content-Type text/html\n respond "<title>Evil</title>"\n}\n`,
  nginx: ({ shown, host, port, folder }) =>
    `${process.getuid?.() === 0 ? 'user www-data;' : ''} daemon off; pid ${folder}/pid; error_log stderr; worker_processes 1; events {}
     http { access_log off; ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
     ${replaced(shown, [
       ['listen 443 ssl;', `listen 127.0.0.1:${port};`],
       ['server_name wiki.example;', 'server_name nginx.localhost;'],
       ['  ssl_certificate /etc/ssl/wiki.example.pem;\n  ssl_certificate_key /etc/ssl/wiki.example.key;\n', ''],
     ]).replaceAll('wiki.example', host)} }`,
  haproxy: ({ shown, host, port }) =>
    replaced(shown, [
      ['bind :443 ssl crt /etc/haproxy/wiki.example.pem', `bind 127.0.0.1:${port}`],
      ['/etc/haproxy/countersign.lua', join(root, 'deploy/haproxy/countersign.lua')],
    ]).replaceAll('wiki.example', host),
}

const parametersOf: Readonly<Record<ProxyName, (file: string) => string[]>> = {
  caddy: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
  nginx: (file) => ['-c', file, '-e', 'stderr'],
  haproxy: (file) => ['-db', '-f', file],
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('close', () => socket.destroy())
    socket.once('connect', () => socket.destroy())
  })

/** Pages without a login: they show which headers about who somebody is have reached them. */
export async function openPages(): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer(({ url, headers }, response) => {
    const told = Object.entries(headers).filter(([name]) => /^remote[-_]/.test(name))
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(`<title>Inside</title><h1>Inside ${url}</h1><pre>${JSON.stringify(Object.fromEntries(told))}</pre>`)
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

/** A request as no browser makes it, to whatever listens on a port of this machine. */
export const sendRaw = (
  { host, port }: ProxiedSite,
  path: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> =>
  new Promise((resolve, reject) => {
    const sent = sendRequest({ host: '127.0.0.1', port, path, method, headers: { host, ...headers } }, (response) => {
      let body = ''
      response.on('data', (chunk) => (body += String(chunk)))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    sent.once('error', reject).end()
  })
