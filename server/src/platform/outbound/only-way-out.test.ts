// The guard is worth nothing beside a second way out.
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const server = join(import.meta.dirname, '../..')

/** Everything with which Node sends a request or opens a connection. Types may be imported from anywhere. */
const waysOut = [
  /(?<![.\w])fetch\(/,
  /\bglobalThis\.fetch\b/,
  /^import (?!type )[^\n]*\b(request|get|Agent|ClientRequest|connect|createConnection|Socket|TLSSocket)\b[^\n]*'node:(https?|http2|net|tls)'/m,
  /^import (?!type )(\w+|\* as \w+)[^\n]* from 'node:(https?|http2|net|tls|dgram)'/m,
  /'undici'/,
  // Mail goes to the one server that the operator names (mail.ts).
  /^import (?!type )[^\n]*'nodemailer'/m,
  /\bnew (WebSocket|EventSource)\(/,
  /\bimport\('node:/,
]

const findWaysOut = (text: string): boolean => waysOut.some((way) => way.test(text))

/** The operator's own tools, which ask the server that they name, or the one on this machine; each runs by itself. */
const ofTheCommandLine = ['commands/remote-client.ts', 'commands/server.ts']

test('O9 nothing that the server runs imports what the command line sends requests with', () => {
  const importers = globSync('**/*.ts', { cwd: server }).filter(
    (path) =>
      !path.startsWith('commands/') &&
      !path.includes('.test.') &&
      /\/remote\//.test(readFileSync(join(server, path), 'utf8')),
  )
  expect(importers).toEqual([])
})

test('O9 no other file of the server sends requests', () => {
  const files = globSync('**/*.ts', { cwd: server })
    .map((path) => relative(server, join(server, path)))
    .filter(
      (path) =>
        !path.includes('.test.') &&
        !path.startsWith('testing/') &&
        !path.startsWith('platform/outbound/') &&
        !ofTheCommandLine.includes(path),
    )
  expect(files.length).toBeGreaterThan(40)
  expect(files.filter((path) => findWaysOut(readFileSync(join(server, path), 'utf8')))).toEqual([])
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
])('O9 the look at the files finds %s', (line) => expect(findWaysOut(line)).toBe(true))

test.each([
  'await outbound.fetch(url)',
  "import { isIP } from 'node:net'",
  "import type { IncomingMessage } from 'node:http'",
  'fetchLogo(outbound, url)',
])('O9 the look at the files leaves %s', (line) => expect(findWaysOut(line)).toBe(false))
