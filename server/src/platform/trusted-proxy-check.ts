// Everyone behind an unlisted proxy shares one rate limit, so the proxy is logged (THREATS N6, N7).
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  isUnparsableIpAddressNetwork,
  resolveRateLimitIpNetworks,
  stripPortFromIpAddress,
} from './ip-network-prefix.ts'
import { createIpNetworkMatcher, isGloballyReachableIpAddress } from './outbound/public-ip-address-check.ts'

/** @returns false if no proxies are configured; the check accepts addresses with a port */
export function createTrustedProxyCheck(
  trustedProxies: readonly string[],
): false | ((address: string | undefined) => boolean) {
  if (trustedProxies.length === 0) return false
  const isListed = createIpNetworkMatcher(trustedProxies)
  return (address) => address !== undefined && isListed(stripPortFromIpAddress(address))
}

const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const

export function warnAboutUntrustedProxies(http: FastifyInstance, trustedProxies: readonly string[]): void {
  const trust = createTrustedProxyCheck(trustedProxies)
  const loggedWarnings = new Set<string>()
  const tellOnce = (request: FastifyRequest, what: string, details: object): void => {
    if (loggedWarnings.has(what)) return
    loggedWarnings.add(what)
    request.log.warn(details, what)
  }
  http.addHook('onRequest', async (request) => {
    const header = forwardingHeaders.find((name) => request.headers[name] !== undefined)
    if (header === undefined) return
    const peer = request.raw.socket.remoteAddress
    if (trust === false || !trust(peer)) {
      // Anyone can send the header, but a local peer that sends it is probably the proxy.
      const isNear = peer !== undefined && !isGloballyReachableIpAddress(peer)
      const what = isNear
        ? 'a request was forwarded by a proxy that COUNTERSIGN_TRUSTED_PROXIES does not list; everyone behind this proxy counts as one client'
        : 'a request with proxy headers came from an internet address that COUNTERSIGN_TRUSTED_PROXIES does not list'
      tellOnce(request, what, { header, ...(isNear && { peer }) })
    } else if (header === 'x-forwarded-for' && isUnparsableIpAddressNetwork(resolveRateLimitIpNetworks(request.ip))) {
      tellOnce(
        request,
        'a trusted proxy sends no IP address in X-Forwarded-For; everyone behind this proxy counts as one client',
        {
          peer,
        },
      )
    }
  })
}
