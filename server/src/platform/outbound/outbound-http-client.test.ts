import { createServer as createTlsServer } from 'node:https'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Mock } from 'vitest'
import { createTestCertificate } from '@countersign/testing/create-test-certificate'
import { OutboundHttpError } from './outbound-http-error.ts'
import type { ResolveHostAddresses } from './outbound-http-client.ts'
import {
  readOutboundFailureReason,
  fetchWithOpenidPurpose,
  createTestOutboundClient,
  createFakeDnsResolver,
  startLoopbackHttpServer,
  listenOnLoopback,
} from '../../testing/outbound-http-fixtures.ts'

const loopback = ['127.0.0.0/8', '::1/128']

describe('O9: outbound HTTP client refuses before sending anything', () => {
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
    expect(await readOutboundFailureReason(fetchWithOpenidPurpose(createTestOutboundClient(), url))).toBe(reason)
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
  ])('a private address spelled %s', async (url) => {
    const resolve = createFakeDnsResolver('93.184.215.14')
    expect(await readOutboundFailureReason(fetchWithOpenidPurpose(createTestOutboundClient({ resolve }), url))).toBe(
      'private_network',
    )
    expect(resolve).not.toHaveBeenCalled()
  })

  test.each([
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:10.0.0.1']],
    [['93.184.215.14', '10.0.0.1']],
    [['2606:4700::1111', 'fe80::1%eth0']],
  ])('a name that resolves to %j', async (addresses) => {
    expect(
      await readOutboundFailureReason(
        fetchWithOpenidPurpose(
          createTestOutboundClient({ resolve: createFakeDnsResolver(...addresses) }),
          'https://partner.example/',
        ),
      ),
    ).toBe('private_network')
  })

  test('with an error that names the setting, not the path and query', async () => {
    const error: unknown = await fetchWithOpenidPurpose(
      createTestOutboundClient(),
      'https://10.0.0.1:8443/path?secret=1',
    ).catch((thrown: unknown) => thrown)
    expect(String(error)).toBe(
      'OutboundHttpError: The request to 10.0.0.1:8443 (openid) failed: the address is in a private network; COUNTERSIGN_ALLOWED_PRIVATE_NETWORKS can allow it.',
    )
    expect((error as OutboundHttpError).isRefused).toBe(true)
  })
})

describe('O9: outbound HTTP client DNS resolution', () => {
  test('resolves a name once and connects to the address that was checked', async () => {
    const { port, requests } = await startLoopbackHttpServer((_request, response) => response.end('inside'))
    // Resolving the name a second time would return a private address.
    const resolve: Mock<ResolveHostAddresses> = vi.fn(async () => [
      { address: resolve.mock.calls.length === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 },
    ])
    const answer = await fetchWithOpenidPurpose(
      createTestOutboundClient({ networks: ['127.0.0.1/32'], resolve }),
      `http://partner.example:${port}/path?a=1`,
    )
    expect(answer.body.toString()).toBe('inside')
    expect(resolve.mock.calls).toEqual([['partner.example']])
    expect([requests[0]?.headers.host, requests[0]?.url]).toEqual([`partner.example:${port}`, '/path?a=1'])
  })

  test('reports an unknown name and a name server that does not respond', async () => {
    expect(
      await readOutboundFailureReason(
        fetchWithOpenidPurpose(
          createTestOutboundClient({ resolve: async () => Promise.reject(new Error('ENOTFOUND')) }),
          'https://partner.example/',
        ),
      ),
    ).toBe('name_unknown')
    expect(
      await readOutboundFailureReason(
        fetchWithOpenidPurpose(
          createTestOutboundClient({ resolve: createFakeDnsResolver() }),
          'https://partner.example/',
        ),
      ),
    ).toBe('name_unknown')
    const never = new Promise<never>(() => undefined)
    expect(
      await readOutboundFailureReason(
        fetchWithOpenidPurpose(
          createTestOutboundClient({ resolve: () => never, outboundTimeoutSeconds: 0.01 }),
          'https://partner.example/',
        ),
      ),
    ).toBe('timed_out')
  })
})

describe('O9: TLS certificate', () => {
  const serveTls = async (hostname: string): Promise<{ port: number; cert: string }> => {
    const { key, cert } = createTestCertificate(hostname)
    return {
      port: await listenOnLoopback(
        createTlsServer({ key, cert }, (request, response) => response.end(request.headers.host)),
      ),
      cert,
    }
  }

  const trust = (cert: string): void => {
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, cert])
    onTestFinished(() => setDefaultCACertificates(before))
  }

  const outbound = createTestOutboundClient({ networks: loopback, resolve: createFakeDnsResolver('127.0.0.1') })

  test('is checked against the host name in the URL, not the resolved address', async () => {
    const { port, cert } = await serveTls('partner.example')
    trust(cert)
    expect((await fetchWithOpenidPurpose(outbound, `https://partner.example:${port}/`)).body.toString()).toBe(
      `partner.example:${port}`,
    )
    expect(await readOutboundFailureReason(fetchWithOpenidPurpose(outbound, `https://other.example:${port}/`))).toBe(
      'certificate_refused',
    )
    expect(await readOutboundFailureReason(fetchWithOpenidPurpose(outbound, `https://127.0.0.1:${port}/`))).toBe(
      'certificate_refused',
    )
  })

  test('is refused if it is not trusted', async () => {
    const { port } = await serveTls('partner.example')
    expect(await readOutboundFailureReason(fetchWithOpenidPurpose(outbound, `https://partner.example:${port}/`))).toBe(
      'certificate_refused',
    )
  })

  test('that a plain HTTP server does not have is reported as a connection failure', async () => {
    const { port } = await startLoopbackHttpServer((_request, response) => response.end())
    expect(await readOutboundFailureReason(fetchWithOpenidPurpose(outbound, `https://partner.example:${port}/`))).toBe(
      'connection_failed',
    )
  })
})
