// HTTP connections that misbehave: slow, aborted, oversized or ambiguous.
import { Agent, get } from 'node:http'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { waitUntilPassing } from '@countersign/testing/wait-until-passing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestServer } from '../testing/countersign-test-server.ts'

describe('N15: HTTP client', () => {
  async function talk(bytes: string): Promise<string> {
    const { http } = await createTestServer()
    await http.listen({ host: '127.0.0.1', port: 0 })
    const { port } = http.server.address() as AddressInfo
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
      let answer = ''
      socket.on('data', (chunk) => {
        answer += String(chunk)
      })
      socket.on('close', () => resolve(answer))
      socket.on('error', reject)
      setTimeout(() => socket.end(), 1500)
    })
  }

  test.each([
    ['two Host headers', ['host: sign-in.example', 'host: evil.example']],
    ['two Host headers in different case', ['Host: sign-in.example', 'HOST: evil.example']],
    ['the same Host header twice', ['host: sign-in.example', 'host: sign-in.example']],
    ['no Host header', []],
  ])('N6 N15: that sends %s is refused on every path', async (_what, hosts) => {
    for (const path of ['/health/live', '/api/session', '/.well-known/openid-configuration', '/nothing', '/']) {
      const answer = await talk([`GET ${path} HTTP/1.1`, ...hosts, 'connection: close', '', ''].join('\r\n'))
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    }
  })

  test('N6: that sends one Host header gets a response', async () => {
    expect(await talk('GET /health/live HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('that disconnects during its request is not logged as an error', async () => {
    const app = await createTestServer()
    await app.http.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.http.server.address() as AddressInfo
    const answered = new Promise<void>((resolve) =>
      app.http.server.on('request', (_request, response) => response.on('close', resolve)),
    )
    const head = [
      'POST /api/challenges HTTP/1.1',
      'host: a',
      'origin: https://sign-in.example',
      'content-type: application/json',
      'content-length: 30',
      '',
      '{"purpose":',
    ].join('\r\n')
    const socket = connect(port, '127.0.0.1', () => socket.write(head))
    app.http.server.once('request', () => socket.destroy())
    await answered
    await waitUntilPassing(() => expect(app.log.join('')).toContain('the client disconnected'))
    expect(app.log.filter((line) => line.includes('database.unavailable') || line.includes('"level":50'))).toEqual([])
  })

  test('that has sent no request does not delay shutdown', async () => {
    const { http } = await createTestServer()
    await http.listen({ host: '127.0.0.1', port: 0 })
    // Without these timeouts, a shutdown that waits for the connection would never end.
    http.server.headersTimeout = 0
    http.server.requestTimeout = 0
    const socket = connect((http.server.address() as AddressInfo).port, '127.0.0.1')
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
    await new Promise<void>((resolve) => http.server.once('connection', () => resolve()))
    await Promise.all([http.close(), closed])
    expect(socket.destroyed).toBe(true)
  })

  test('whose response ends during shutdown does not delay the shutdown', async () => {
    const { http } = await createTestServer()
    const answering = Promise.withResolvers<ServerResponse>()
    http.server.removeAllListeners('request').on('request', (_request, response: ServerResponse) => {
      response.flushHeaders()
      answering.resolve(response)
    })
    await http.listen({ host: '127.0.0.1', port: 0 })
    http.server.keepAliveTimeout = 0
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    const { port } = http.server.address() as AddressInfo
    const ended = new Promise((resolve) => get({ agent, port }, (response) => response.resume().on('end', resolve)))
    const response = await answering.promise
    const stopped = http.close()
    await new Promise<void>((resolve) => setImmediate(resolve))
    response.end('whole')
    await Promise.all([ended, stopped])
    expect(http.server.listening).toBe(false)
  })

  test('that is slow is checked against the timeouts every second', async () => {
    const { http } = await createTestServer()
    await http.listen({ host: '127.0.0.1', port: 0 })
    const kept = Object.getOwnPropertySymbols(http.server).find(
      (symbol) => symbol.description === 'http.server.connectionsCheckingInterval',
    )
    const timer = (http.server as unknown as Record<symbol, object>)[kept ?? expect.fail()]
    expect([
      http.server.headersTimeout,
      http.server.requestTimeout,
      new Map<string, unknown>(Object.entries(timer ?? {})).get('_repeat'),
    ]).toEqual([15_000, 15_000, 1000])
  })

  test('with oversized headers is refused', async () => {
    expect(await talk(`GET /health/live HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431/,
    )
  })

  test('with both Content-Length and chunked encoding is refused', async () => {
    const smuggled =
      'POST /api/challenges HTTP/1.1\r\nhost: a\r\ncontent-length: 6\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /health/live HTTP/1.1\r\nhost: a\r\n\r\n'
    const answer = await talk(smuggled)
    expect(answer).toMatch(/^HTTP\/1\.1 400/)
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })
})
