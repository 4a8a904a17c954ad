// Tests how the server is operated: graceful shutdown, invalid settings, and commands.
import { expect, test } from '@playwright/test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { createHttpTestBrowser, signTestChallenge } from '../src/http-test-browser.ts'
import { runCountersignCommand } from '../src/run-countersign-command.ts'
import { startServerForTests } from '../src/start-server-for-tests.ts'

let folder: string
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-operation-'))
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a graceful stop finishes the running request, accepts no other, and exits with 0', async () => {
  const server = await startServerForTests()
  try {
    const body = JSON.stringify({ purpose: 'sign-in' })
    const { socket, received } = await openRequest(server.origin, body.length)
    socket.write(body.slice(0, 5))
    const stopped = server.stop()
    await expect.poll(() => server.log.join('\n')).toContain('stopping; running requests finish first')
    await expect
      .poll(() =>
        fetch(`${server.origin}/health/live`).then(
          (response) => response.status,
          () => 'no connection',
        ),
      )
      .toBe('no connection')
    socket.write(body.slice(5))
    expect(await received).toMatch(/\r\nHTTP\/1\.1 20[01] [^]*"nonce":"/)
    expect(await stopped).toBe(0)
    expect(server.log.at(-1)).toContain('stopped')
  } finally {
    await server.remove()
  }
})

test('a sign-in started before a stop completes after the next start', async () => {
  const server = await startServerForTests()
  try {
    const client = createHttpTestBrowser(server.origin)
    const signed = signTestChallenge(await client.createChallenge(), createEthereumTestKey(80))
    expect(await server.stop()).toBe(0)
    await server.start()
    expect((await client.signIn(signed)).status).toBe(200)
    expect((await client.signIn(signed)).status).toBe(401)
  } finally {
    await server.remove()
  }
})

const unusable: [string, Record<string, string>, RegExp, exitCode?: number][] = [
  ['an invalid port', { COUNTERSIGN_PORT: 'eighty' }, /COUNTERSIGN_PORT is "eighty"; allowed: a port from 1 to 65535/],
  [
    'an origin without https',
    { COUNTERSIGN_ORIGIN: 'http://sign-in.example' },
    /COUNTERSIGN_ORIGIN is "http:\/\/sign-in\.example"; allowed: an https origin/,
  ],
  [
    'an out-of-range limit',
    { COUNTERSIGN_CHALLENGE_LIFETIME_SECONDS: '1' },
    /COUNTERSIGN_CHALLENGE_LIFETIME_SECONDS is "1"; allowed: a whole number from 30/,
  ],
  ['an unknown setting', { COUNTERSIGN_PROT: '3000' }, /COUNTERSIGN_PROT is not a setting/],
  [
    'two contradictory limits',
    { COUNTERSIGN_SESSION_IDLE_TIMEOUT_SECONDS: '7200', COUNTERSIGN_SESSION_LIFETIME_SECONDS: '3600' },
    /COUNTERSIGN_SESSION_IDLE_TIMEOUT_SECONDS \(7200\) must not be larger/,
  ],
  [
    'a missing settings file',
    { COUNTERSIGN_SETTINGS_FILE: '/nowhere/countersign.json' },
    /COUNTERSIGN_SETTINGS_FILE: the file "\/nowhere\/countersign\.json" cannot be read/,
  ],
  [
    'an unreachable database',
    { COUNTERSIGN_DATABASE: 'postgres://nobody:hush-hush@127.0.0.1:1/nothing' },
    /COUNTERSIGN_DATABASE: the database cannot be opened/,
    9,
  ],
]

for (const [name, settings, words, code = 2] of unusable) {
  test(`starting with ${name} exits with ${code} and names the setting`, async () => {
    const { exitCode, output } = await runCountersignCommand(['start'], settings, folder)
    expect(output).toMatch(words)
    expect(output).not.toContain('hush-hush')
    expect(output).not.toMatch(/^\s+at /m)
    expect(exitCode).toBe(code)
  })
}

test('starting on a port in use exits with 7 and names the port', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const { exitCode, output } = await runCountersignCommand(
    ['start'],
    { COUNTERSIGN_PORT: String(port), COUNTERSIGN_DATABASE: `sqlite:${join(folder, 'taken.db')}` },
    folder,
  )
  other.close()
  expect(output).toContain(`COUNTERSIGN_PORT: port ${port} is in use`)
  expect(exitCode).toBe(7)
})

test('"countersign settings" prints every setting with its value and source, but no passwords', async () => {
  const file = join(folder, 'settings.json')
  writeFileSync(file, JSON.stringify({ sessionIdleTimeoutSeconds: 3600 }))
  const settings = {
    COUNTERSIGN_SETTINGS_FILE: file,
    COUNTERSIGN_PORT: '8080',
    COUNTERSIGN_DATABASE: 'postgres://me:hush-hush@db.example/countersign',
  }
  const { exitCode, output } = await runCountersignCommand(['settings'], settings, folder)
  expect(exitCode).toBe(0)
  expect(output).toContain('COUNTERSIGN_PORT=8080  (environment)')
  expect(output).toContain('COUNTERSIGN_ORIGIN=http://localhost:8080  (default)')
  expect(output).toContain('COUNTERSIGN_SESSION_IDLE_TIMEOUT_SECONDS=3600  (file)')
  expect(output).not.toContain('hush-hush')
  const report = JSON.parse((await runCountersignCommand(['settings', '--json'], settings, folder)).output) as {
    variable: string
  }[]
  expect(output.match(/^COUNTERSIGN_\w+=/gm)).toEqual(report.map(({ variable }) => `${variable}=`))
})

test('an unknown command exits with 2 and points to --help', async () => {
  const { exitCode, output } = await runCountersignCommand(['begin'], {}, folder)
  expect(exitCode).toBe(2)
  expect(output).toContain("error: unknown command 'begin'")
  expect(output).toContain('— run "npx countersign --help"')
  expect((await runCountersignCommand(['--help'], {}, folder)).output).toContain('start')
})

/** Sends a challenge request without its body, and waits for 100 Continue (RFC 9110 §10.1.1). */
async function openRequest(origin: string, bodyLength: number): Promise<{ socket: Socket; received: Promise<string> }> {
  const { port, host } = new URL(origin)
  const socket = connect({ port: Number(port), host: '127.0.0.1' })
  await new Promise((resolve) => socket.once('connect', resolve))
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk) => (text += String(chunk)))
  const received = new Promise<string>((resolve) => socket.once('close', () => resolve(text)))
  const lines = [
    'POST /api/challenges HTTP/1.1',
    `host: ${host}`,
    `origin: ${origin}`,
    'content-type: application/json',
    'expect: 100-continue',
    `content-length: ${bodyLength}`,
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  await expect.poll(() => text).toContain('100 Continue')
  return { socket, received }
}
