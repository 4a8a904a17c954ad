import type { LookupAddress } from 'node:dns'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Mock } from 'vitest'
import { createTestCertificate } from '@countersign/testing/test-certificate'
import { OutboundError } from './outbound-error.ts'
import { createOutboundHttpClient } from './outbound-http-client.ts'
import type { OutboundResponse } from './outbound-request.ts'
import type { OutboundHttpClient, ResolveHost } from './outbound-http-client.ts'
import { createGuardedFetch } from './guarded-fetch.ts'

const loopback = ['127.0.0.0/8', '::1/128']

const limits = { outboundSeconds: 10, outboundBytes: 1024 }

/** A name server that knows one answer, and counts how often it is asked. */
const resolveTo = (...addresses: string[]) =>
  vi.fn<ResolveHost>(async () =>
    addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
  )

const create = ({
  networks = [] as string[],
  resolve = resolveTo('93.184.215.14'),
  ...changed
}: { networks?: string[]; resolve?: ResolveHost; outboundSeconds?: number } = {}): OutboundHttpClient =>
  createOutboundHttpClient({ outboundNetworks: networks, limits: { ...limits, ...changed } }, resolve)

const get = (outbound: OutboundHttpClient, url: string): Promise<OutboundResponse> =>
  outbound.fetch(url, { purpose: 'openid' })

const reasonOf = async (attempt: Promise<unknown>): Promise<string> => {
  const error: unknown = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof OutboundError) return error.reason
  throw error ?? new Error('The request succeeded.')
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** A server on this machine; what it was asked is kept. */
async function serve(answer: RequestListener): Promise<{ url: string; port: number; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = []
  const port = await listen(
    createServer((request, response) => {
      requests.push(request)
      answer(request, response)
    }),
  )
  return { url: `http://127.0.0.1:${port}/`, port, requests }
}

describe('O9 an address is refused before anything is sent', () => {
  test.each([
    ['not an address', 'address_invalid'],
    ['//partner.example/', 'address_invalid'],
    ['https://', 'address_invalid'],
    ['file:///etc/passwd', 'scheme_not_allowed'],
    ['ftp://partner.example/', 'scheme_not_allowed'],
    ['gopher://127.0.0.1:6379/_FLUSHALL', 'scheme_not_allowed'],
    ['data:text/plain,hello', 'scheme_not_allowed'],
    ['https://user@partner.example/', 'credentials_in_address'],
    ['https://:word@partner.example/', 'credentials_in_address'],
    ['http://partner.example/', 'plain_http'],
  ])('%s', async (url, reason) => {
    expect(await reasonOf(get(create(), url))).toBe(reason)
  })

  test.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://0x7f.0.1/',
    'https://127.0.0.1./',
    'https://%31%32%37.0.0.1/',
    'https://①②⑦.0.0.1/',
    'https://0/',
    'https://169.254.169.254/latest/meta-data/',
    'https://0xa9fea9fe/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://[2002:7f00:1::]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'http://127.0.0.1/',
    'http://[::1]/',
  ])('the spelling %s of a private address', async (url) => {
    const resolve = resolveTo('93.184.215.14')
    expect(await reasonOf(get(create({ resolve }), url))).toBe('private_network')
    expect(resolve).not.toHaveBeenCalled()
  })

  test.each([
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:10.0.0.1']],
    [['93.184.215.14', '10.0.0.1']],
    [['2606:4700::1111', 'fe80::1%eth0']],
  ])('a name that leads to %j', async (addresses) => {
    expect(await reasonOf(get(create({ resolve: resolveTo(...addresses) }), 'https://partner.example/'))).toBe(
      'private_network',
    )
  })

  test('and says what to do, without the path and query of the address', async () => {
    const error: unknown = await get(create(), 'https://10.0.0.1:8443/path?secret=1').catch((thrown: unknown) => thrown)
    expect(String(error)).toBe(
      'OutboundError: The request to 10.0.0.1:8443 (openid) came to nothing: the address belongs to a private network; COUNTERSIGN_OUTBOUND_NETWORKS can allow it.',
    )
    expect((error as OutboundError).isRefused).toBe(true)
  })
})

describe('O9 rebinding', () => {
  test('a name is resolved once, and what was judged is what is connected to', async () => {
    const { port, requests } = await serve((_request, response) => response.end('inside'))
    // Answers an allowed address first; whoever asks again is led to one that is not.
    const resolve: Mock<ResolveHost> = vi.fn(async () => [
      { address: resolve.mock.calls.length === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 },
    ])
    const answer = await get(create({ networks: ['127.0.0.1/32'], resolve }), `http://partner.example:${port}/path?a=1`)
    expect(answer.body.toString()).toBe('inside')
    expect(resolve.mock.calls).toEqual([['partner.example']])
    expect([requests[0]?.headers.host, requests[0]?.url]).toEqual([`partner.example:${port}`, '/path?a=1'])
  })

  test('a name that nobody knows, and a name server that does not answer', async () => {
    expect(
      await reasonOf(
        get(create({ resolve: async () => Promise.reject(new Error('ENOTFOUND')) }), 'https://partner.example/'),
      ),
    ).toBe('name_unknown')
    expect(await reasonOf(get(create({ resolve: resolveTo() }), 'https://partner.example/'))).toBe('name_unknown')
    const never = new Promise<never>(() => undefined)
    expect(
      await reasonOf(get(create({ resolve: () => never, outboundSeconds: 0.01 }), 'https://partner.example/')),
    ).toBe('timed_out')
  })
})

describe('O9 an answer', () => {
  test('is read whole from an allowed network, and the request tells no more than it must', async () => {
    const { url, requests } = await serve((_request, response) =>
      response.writeHead(201, { 'content-type': 'text/plain' }).end('x'.repeat(limits.outboundBytes)),
    )
    const answer = await create({ networks: loopback }).fetch(url, {
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
      limits.outboundBytes,
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

  test('comes from a name of this machine too, where that is allowed', async () => {
    const { port } = await serve((_request, response) => response.end('here'))
    const outbound = createOutboundHttpClient({ outboundNetworks: loopback, limits })
    expect((await get(outbound, `http://localhost:${port}/`)).body.toString()).toBe('here')
    expect(
      await reasonOf(get(createOutboundHttpClient({ outboundNetworks: [], limits }), `https://localhost:${port}/`)),
    ).toBe('private_network')
  })

  test('that redirects is not followed', async () => {
    const inside = await serve((_request, response) => response.end('inside'))
    for (const status of [301, 302, 303, 307, 308]) {
      const { url } = await serve((_request, response) => response.writeHead(status, { location: inside.url }).end())
      expect((await get(create({ networks: loopback }), url)).status).toBe(status)
    }
    expect(inside.requests).toEqual([])
  })

  test.each<[string, RequestListener, string]>([
    [
      'too large, as it says itself',
      (_, response) => response.writeHead(200, { 'content-length': '1025' }).end('x'.repeat(1025)),
      'too_large',
    ],
    [
      'too large without saying so',
      (_, response) => {
        response.write('x'.repeat(1000))
        response.end('x'.repeat(25))
      },
      'too_large',
    ],
    [
      'without end',
      (_, response) => {
        const write = (): void => void response.write('x'.repeat(500), () => response.destroyed || setImmediate(write))
        write()
      },
      'too_large',
    ],
    [
      'with headers without end',
      (_, response) => {
        response.socket?.write(`HTTP/1.1 200 OK\r\na: ${'x'.repeat(70_000)}\r\n`)
      },
      'connection_failed',
    ],
    [
      'compressed',
      (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(100_000))),
      'answer_encoded',
    ],
    [
      'cut short',
      (_, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('x')
        setImmediate(() => response.destroy())
      },
      'connection_failed',
    ],
    [
      'that is none',
      (_, response) => {
        response.socket?.end('SSH-2.0-OpenSSH\r\n')
      },
      'connection_failed',
    ],
    [
      'that hangs up',
      (request) => {
        request.socket.destroy()
      },
      'connection_failed',
    ],
    [
      'that changes the protocol',
      (_, response) => {
        response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n')
      },
      'connection_failed',
    ],
  ])('%s is refused', async (_name, listener, reason) => {
    const { url } = await serve(listener)
    expect(await reasonOf(get(create({ networks: loopback }), url))).toBe(reason)
  })

  test.each<[string, RequestListener]>([
    ['never comes', () => undefined],
    [
      'stops after the headers',
      (_, response) => {
        response.writeHead(200, { 'content-length': '10' }).flushHeaders()
      },
    ],
    [
      'drips',
      (_, response) => {
        const drip = (): void => void (response.destroyed || response.write('x', () => setTimeout(drip, 5)))
        drip()
      },
    ],
  ])('that %s is not waited for', async (_name, listener) => {
    const { url } = await serve(listener)
    expect(await reasonOf(get(create({ networks: loopback, outboundSeconds: 0.05 }), url))).toBe('timed_out')
  })

  test('that nobody gives is a failure, which says so', async () => {
    const server = createServer()
    const port = await listen(server)
    server.close()
    const error: unknown = await get(create({ networks: loopback }), `http://127.0.0.1:${port}/`).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toMatchObject({ reason: 'connection_failed', isRefused: false })
    expect(String(error)).toContain('(ECONNREFUSED)')
  })

  test('of a caller that gives up is not read', async () => {
    const { url } = await serve(() => undefined)
    const signal = AbortSignal.timeout(5)
    expect(await reasonOf(create({ networks: loopback }).fetch(url, { purpose: 'openid', signal }))).toBe('timed_out')
    expect(
      await reasonOf(
        create({ networks: loopback }).fetch('https://partner.example/', {
          purpose: 'openid',
          signal: AbortSignal.abort(),
        }),
      ),
    ).toBe('timed_out')
  })
})

describe('O9 a certificate', () => {
  const serveTls = async (hostname: string): Promise<{ port: number; cert: string }> => {
    const { key, cert } = createTestCertificate(hostname)
    return {
      port: await listen(createTlsServer({ key, cert }, (request, response) => response.end(request.headers.host))),
      cert,
    }
  }

  const trust = (cert: string): void => {
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, cert])
    onTestFinished(() => setDefaultCACertificates(before))
  }

  const outbound = create({ networks: loopback, resolve: resolveTo('127.0.0.1') })

  test('that is trusted is checked against the name, whatever address that leads to', async () => {
    const { port, cert } = await serveTls('partner.example')
    trust(cert)
    expect((await get(outbound, `https://partner.example:${port}/`)).body.toString()).toBe(`partner.example:${port}`)
    expect(await reasonOf(get(outbound, `https://other.example:${port}/`))).toBe('certificate_refused')
    expect(await reasonOf(get(outbound, `https://127.0.0.1:${port}/`))).toBe('certificate_refused')
  })

  test('that nobody vouches for is refused', async () => {
    const { port } = await serveTls('partner.example')
    expect(await reasonOf(get(outbound, `https://partner.example:${port}/`))).toBe('certificate_refused')
  })

  test('where there is none is a failure', async () => {
    const { port } = await serve((_request, response) => response.end())
    expect(await reasonOf(get(outbound, `https://partner.example:${port}/`))).toBe('connection_failed')
  })
})

describe('O8 what the provider fetches', () => {
  const options = {
    method: 'GET',
    headers: new Headers({ Accept: 'application/json', 'user-agent': '' }),
    dispatcher: {},
  }

  test('passes the same guard', async () => {
    const fetch = createGuardedFetch(create())
    expect(await reasonOf(fetch('https://169.254.169.254/keys.json', options))).toBe('private_network')
    expect(await reasonOf(fetch(new URL('http://partner.example/keys.json'), options))).toBe('plain_http')
    await expect(fetch('https://partner.example/', { method: 'DELETE' })).rejects.toThrow('DELETE')
  })

  test('is a standard response', async () => {
    const { url, requests } = await serve((_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'max-age=60', 'set-cookie': 'a=b' })
        .end('{"keys":[]}'),
    )
    const response = await createGuardedFetch(create({ networks: loopback }))(url, options)
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

  test('has no body where the status has none, and is told a form', async () => {
    const { url, requests } = await serve((_request, response) => response.writeHead(204).end())
    const response = await createGuardedFetch(create({ networks: loopback }))(url, {
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
