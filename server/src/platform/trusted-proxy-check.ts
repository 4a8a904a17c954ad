// Which reverse proxies are believed (X-Forwarded-For) when they say for whom they pass a request on, and a word to the operator about
// those that are not: behind a proxy that nobody told us of all people come from one address, and share one budget of the rate limits
// (THREATS N6, N7).
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  isUnparsableIpAddressNetwork,
  resolveRateLimitIpNetworks,
  stripPortFromIpAddress,
} from './ip-network-prefix.ts'
import { createIpNetworkMatcher, isGloballyReachableIpAddress } from './outbound/public-ip-address-check.ts'

/** @returns whether an address is that of a listed proxy, also where another proxy wrote a port after it; false where none is listed */
export function createTrustedProxyCheck(
  trustedProxies: readonly string[],
): false | ((address: string | undefined) => boolean) {
  if (trustedProxies.length === 0) return false
  const isListed = createIpNetworkMatcher(trustedProxies)
  return (address) => address !== undefined && isListed(stripPortFromIpAddress(address))
}

const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const

/** Says once what is amiss with how requests are passed on. */
export function warnAboutUntrustedProxies(http: FastifyInstance, trustedProxies: readonly string[]): void {
  const trust = createTrustedProxyCheck(trustedProxies)
  const told = new Set<string>()
  const tellOnce = (request: FastifyRequest, what: string, details: object): void => {
    if (told.has(what)) return
    told.add(what)
    request.log.warn(details, what)
  }
  http.addHook('onRequest', async (request) => {
    const header = forwardingHeaders.find((name) => request.headers[name] !== undefined)
    if (header === undefined) return
    const peer = request.raw.socket.remoteAddress
    if (trust === false || !trust(peer)) {
      // Anybody on the internet can send the header; a neighbour that does is most likely the proxy.
      const isNear = peer !== undefined && !isGloballyReachableIpAddress(peer)
      const what = isNear
        ? 'a proxy passes requests on that COUNTERSIGN_TRUSTED_PROXIES does not list: all people behind it count as one'
        : 'somebody on the internet sends requests like a proxy that COUNTERSIGN_TRUSTED_PROXIES does not list'
      tellOnce(request, what, { header, ...(isNear && { peer }) })
    } else if (header === 'x-forwarded-for' && isUnparsableIpAddressNetwork(resolveRateLimitIpNetworks(request.ip))) {
      tellOnce(request, 'a listed proxy writes no IP address into X-Forwarded-For: all people behind it count as one', {
        peer,
      })
    }
  })
}
