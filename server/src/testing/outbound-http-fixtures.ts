// A local server, and an outbound HTTP client with fake DNS.
import type { LookupAddress } from 'node:dns'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished, vi } from 'vitest'
import { OutboundHttpError } from '../platform/outbound/outbound-http-error.ts'
import { createOutboundHttpClient } from '../platform/outbound/outbound-http-client.ts'
import type { OutboundResponse } from '../platform/outbound/outbound-http-types.ts'
import type { OutboundHttpClient, ResolveHostAddresses } from '../platform/outbound/outbound-http-client.ts'

const limits = { outboundTimeoutSeconds: 10, outboundResponseBytes: 1024 }

export const createFakeDnsResolver = (...addresses: string[]) =>
  vi.fn<ResolveHostAddresses>(async () =>
    addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
  )

export const createTestOutboundClient = ({
  networks = [] as string[],
  resolve = createFakeDnsResolver('93.184.215.14'),
  ...changed
}: { networks?: string[]; resolve?: ResolveHostAddresses; outboundTimeoutSeconds?: number } = {}): OutboundHttpClient =>
  createOutboundHttpClient({ allowedPrivateNetworks: networks, limits: { ...limits, ...changed } }, resolve)

export const fetchWithOpenidPurpose = (outbound: OutboundHttpClient, url: string): Promise<OutboundResponse> =>
  outbound.fetch(url, { purpose: 'openid' })

export const readOutboundFailureReason = async (attempt: Promise<unknown>): Promise<string> => {
  const error: unknown = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof OutboundHttpError) return error.reason
  throw error ?? new Error('The request succeeded.')
}

export async function listenOnLoopback(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

export async function startLoopbackHttpServer(
  answer: RequestListener,
): Promise<{ url: string; port: number; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = []
  const port = await listenOnLoopback(
    createServer((request, response) => {
      requests.push(request)
      answer(request, response)
    }),
  )
  return { url: `http://127.0.0.1:${port}/`, port, requests }
}
