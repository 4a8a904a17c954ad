// The SSRF guard is worthless if any code sends requests without it.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const server = join(import.meta.dirname, '../..')

/** Types may be imported anywhere. */
const requestApis = [
  /(?<![.\w])fetch\(/,
  /\bglobalThis\.fetch\b/,
  /^import (?!type )[^\n]*\b(request|get|Agent|ClientRequest|connect|createConnection|Socket|TLSSocket)\b[^\n]*'node:(https?|http2|net|tls)'/m,
  /^import (?!type )(\w+|\* as \w+)[^\n]* from 'node:(https?|http2|net|tls|dgram)'/m,
  /'undici'/,
  // Mail is sent only to the server that the operator configures (smtp-client.ts).
  /^import (?!type )[^\n]*'nodemailer'/m,
  /\bnew (WebSocket|EventSource)\(/,
  /\bimport\('node:/,
]

const sendsRequests = (text: string): boolean => requestApis.some((way) => way.test(text))

/** These clients connect only to the server that the operator names, and to the local server. */
const commandLineClients = ['cli/remote-admin-api-client.ts', 'cli/probe-server-health.ts']

const importsCommandLineClient = (text: string): boolean =>
  commandLineClients.some((path) => text.includes(`/${basename(path)}'`))

const read = (path: string): string => readFileSync(join(server, path), 'utf8')

const sources = globSync('**/*.ts', { cwd: server }).filter((path) => !path.includes('.test.'))

test('O9: server code does not import the command-line HTTP clients', () => {
  const serverFiles = sources.filter((path) => !path.startsWith('cli/'))
  expect(serverFiles).toEqual(
    expect.arrayContaining(['create-server-app.ts', 'run-server-process.ts', 'npm-start-entry.ts']),
  )
  expect(serverFiles.filter((path) => importsCommandLineClient(read(path)))).toEqual([])
})

test('O9: the source check detects imports of the command-line HTTP clients', () => {
  for (const path of commandLineClients) {
    expect(importsCommandLineClient(`const client = await import('../${path}')`)).toBe(true)
    expect(sendsRequests(read(path))).toBe(true)
  }
  expect(sources.filter((path) => importsCommandLineClient(read(path))).toSorted()).toEqual([
    'cli/cli-command-actions.ts',
    'cli/login-cli-commands.ts',
    'cli/server-cli-commands.ts',
  ])
})

test('O9: no server code outside platform/outbound and the command-line clients sends requests', () => {
  const files = sources.filter(
    (path) =>
      !path.startsWith('testing/') && !path.startsWith('platform/outbound/') && !commandLineClients.includes(path),
  )
  expect(files.length).toBeGreaterThan(40)
  expect(files.filter((path) => sendsRequests(read(path)))).toEqual([])
})

test.each([
  "await fetch('https://partner.example')",
  'return globalThis.fetch',
  "import { request } from 'node:http'",
  "import { Agent, get as read } from 'node:https'",
  "import http from 'node:http'",
  "import * as net from 'node:net'",
  "import { request } from 'undici'",
  "import { createTransport } from 'nodemailer'",
  'new WebSocket(url)',
])('O9: the source check detects %s', (line) => expect(sendsRequests(line)).toBe(true))

test.each([
  'await outbound.fetch(url)',
  "import { isIP } from 'node:net'",
  "import type { IncomingMessage } from 'node:http'",
  'fetchApplicationLogo(outbound, url)',
])('O9: the source check allows %s', (line) => expect(sendsRequests(line)).toBe(false))
