// Responses from other servers that are read, refused, aborted or not awaited.
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createOutboundHttpClient } from './outbound-http-client.ts'
import { createSsrfGuardedFetch } from './ssrf-guarded-fetch.ts'
import {
  startLoopbackHttpServer,
  createTestOutboundClient,
  fetchWithOpenidPurpose,
  readOutboundFailureReason,
  listenOnLoopback,
} from '../../testing/outbound-http-fixtures.ts'

const loopback = ['127.0.0.0/8', '::1/128']

const limits = { outboundTimeoutSeconds: 10, outboundResponseBytes: 1024 }

describe('O9: outbound HTTP response', () => {
  test('is read in full from an allowed network, with minimal request headers', async () => {
    const { url, requests } = await startLoopbackHttpServer((_request, response) =>
      response.writeHead(201, { 'content-type': 'text/plain' }).end('x'.repeat(limits.outboundResponseBytes)),
    )
    const answer = await createTestOutboundClient({ networks: loopback }).fetch(url, {
      purpose: 'logout',
      method: 'POST',
      headers: {
        accept: '*/*',
        'content-type': 'text/plain',
        cookie: 'a=b',
        'user-agent': 'me',
        authorization: 'x',
      } as object,
      body: 'grüße',
    })
    expect([answer.status, answer.headers['content-type'], answer.body.length]).toEqual([
      201,
      'text/plain',
      limits.outboundResponseBytes,
    ])
    expect(requests[0]?.headers).toEqual({
      host: new URL(url).host,
      accept: '*/*',
      'accept-encoding': 'identity',
      connection: 'close',
      'content-length': '7',
      'content-type': 'text/plain',
      'user-agent': 'countersign',
    })
  })

  test('is accepted from localhost if loopback is allowed', async () => {
    const { port } = await startLoopbackHttpServer((_request, response) => response.end('here'))
    const outbound = createOutboundHttpClient({ allowedPrivateNetworks: loopback, limits })
    expect((await fetchWithOpenidPurpose(outbound, `http://localhost:${port}/`)).body.toString()).toBe('here')
    expect(
      await readOutboundFailureReason(
        fetchWithOpenidPurpose(
          createOutboundHttpClient({ allowedPrivateNetworks: [], limits }),
          `https://localhost:${port}/`,
        ),
      ),
    ).toBe('private_network')
  })

  test('with a redirect is returned, and the redirect is not followed', async () => {
    const inside = await startLoopbackHttpServer((_request, response) => response.end('inside'))
    for (const status of [301, 302, 303, 307, 308]) {
      const { url } = await startLoopbackHttpServer((_request, response) =>
        response.writeHead(status, { location: inside.url }).end(),
      )
      expect((await fetchWithOpenidPurpose(createTestOutboundClient({ networks: loopback }), url)).status).toBe(status)
    }
    expect(inside.requests).toEqual([])
  })

  test.each<[string, RequestListener, string]>([
    [
      'with a Content-Length above the limit',
      (_, response) => response.writeHead(200, { 'content-length': '1025' }).end('x'.repeat(1025)),
      'too_large',
    ],
    [
      'with a body above the limit',
      (_, response) => {
        response.write('x'.repeat(1000))
        response.end('x'.repeat(25))
      },
      'too_large',
    ],
    [
      'with an endless body',
      (_, response) => {
        const write = (): void => void response.write('x'.repeat(500), () => response.destroyed || setImmediate(write))
        write()
      },
      'too_large',
    ],
    [
      'with oversized headers',
      (_, response) => {
        response.socket?.write(`HTTP/1.1 200 OK\r\na: ${'x'.repeat(70_000)}\r\n`)
      },
      'connection_failed',
    ],
    [
      'with a compressed body',
      (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(100_000))),
      'answer_encoded',
    ],
    [
      'with a truncated body',
      (_, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('x')
        setImmediate(() => response.destroy())
      },
      'connection_failed',
    ],
    [
      'that is not HTTP',
      (_, response) => {
        response.socket?.end('SSH-2.0-OpenSSH\r\n')
      },
      'connection_failed',
    ],
    [
      'from a server that hangs up',
      (request) => {
        request.socket.destroy()
      },
      'connection_failed',
    ],
    [
      'that switches protocols',
      (_, response) => {
        response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n')
      },
      'connection_failed',
    ],
  ])('%s is refused', async (_name, listener, reason) => {
    const { url } = await startLoopbackHttpServer(listener)
    expect(
      await readOutboundFailureReason(fetchWithOpenidPurpose(createTestOutboundClient({ networks: loopback }), url)),
    ).toBe(reason)
  })

  test.each<[string, RequestListener]>([
    ['never arrives', () => undefined],
    [
      'stops after the headers',
      (_, response) => {
        response.writeHead(200, { 'content-length': '10' }).flushHeaders()
      },
    ],
    [
      'arrives byte by byte',
      (_, response) => {
        const drip = (): void => void (response.destroyed || response.write('x', () => setTimeout(drip, 5)))
        drip()
      },
    ],
  ])('that %s times out', async (_name, listener) => {
    const { url } = await startLoopbackHttpServer(listener)
    expect(
      await readOutboundFailureReason(
        fetchWithOpenidPurpose(createTestOutboundClient({ networks: loopback, outboundTimeoutSeconds: 0.05 }), url),
      ),
    ).toBe('timed_out')
  })

  test('is reported as a connection failure if no server listens', async () => {
    const server = createServer()
    const port = await listenOnLoopback(server)
    server.close()
    const error: unknown = await fetchWithOpenidPurpose(
      createTestOutboundClient({ networks: loopback }),
      `http://127.0.0.1:${port}/`,
    ).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ reason: 'connection_failed', isRefused: false })
    expect(String(error)).toContain('(ECONNREFUSED)')
  })

  test('is not awaited after the caller aborts', async () => {
    const { url } = await startLoopbackHttpServer(() => undefined)
    const signal = AbortSignal.timeout(5)
    expect(
      await readOutboundFailureReason(
        createTestOutboundClient({ networks: loopback }).fetch(url, { purpose: 'openid', signal }),
      ),
    ).toBe('timed_out')
    expect(
      await readOutboundFailureReason(
        createTestOutboundClient({ networks: loopback }).fetch('https://partner.example/', {
          purpose: 'openid',
          signal: AbortSignal.abort(),
        }),
      ),
    ).toBe('timed_out')
  })
})

describe('O8: fetch for the OpenID provider', () => {
  const options = {
    method: 'GET',
    headers: new Headers({ Accept: 'application/json', 'user-agent': '' }),
    dispatcher: {},
  }

  test('uses the same SSRF guard as the outbound HTTP client', async () => {
    const fetch = createSsrfGuardedFetch(createTestOutboundClient())
    expect(await readOutboundFailureReason(fetch('https://169.254.169.254/keys.json', options))).toBe('private_network')
    expect(await readOutboundFailureReason(fetch(new URL('http://partner.example/keys.json'), options))).toBe(
      'plain_http',
    )
    await expect(fetch('https://partner.example/', { method: 'DELETE' })).rejects.toThrow('DELETE')
  })

  test('returns a standard Response', async () => {
    const { url, requests } = await startLoopbackHttpServer((_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'max-age=60', 'set-cookie': 'a=b' })
        .end('{"keys":[]}'),
    )
    const response = await createSsrfGuardedFetch(createTestOutboundClient({ networks: loopback }))(url, options)
    expect(response).toBeInstanceOf(Response)
    expect([
      response.status,
      response.headers.get('cache-control'),
      response.headers.get('set-cookie'),
      await response.json(),
    ]).toEqual([200, 'max-age=60', null, { keys: [] }])
    expect([requests[0]?.headers.accept, requests[0]?.headers['user-agent']]).toEqual([
      'application/json',
      'countersign',
    ])
  })

  test('sends form data, and returns no body for a status without one', async () => {
    const { url, requests } = await startLoopbackHttpServer((_request, response) => response.writeHead(204).end())
    const response = await createSsrfGuardedFetch(createTestOutboundClient({ networks: loopback }))(url, {
      method: 'POST',
      body: new URLSearchParams({ a: 'b' }),
      redirect: 'manual',
    } as object)
    expect([response.status, response.body, requests[0]?.headers['content-type']]).toEqual([
      204,
      null,
      'application/x-www-form-urlencoded',
    ])
  })
})
