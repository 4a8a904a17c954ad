// Every request that this server sends to another one goes through here (against SSRF and DNS rebinding; THREATS O8, O9): the address comes
// from a stranger, so the name is resolved once, every address it leads to is judged, and exactly those are connected to. No redirect is
// followed, and time and size are bounded.
import { lookup } from 'node:dns/promises'
import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import type { ServerLimitValues } from '@countersign/api/server-limits'
import { sendHttpRequest } from './send-http-request.ts'
import { OutboundHttpError } from './outbound-http-error.ts'
import type { OutboundResponse, OutboundRequest } from './outbound-http-types.ts'
import { createIpNetworkMatcher, isGloballyReachableIpAddress } from './public-ip-address-check.ts'
import type { IpAddressMatcher } from './public-ip-address-check.ts'

export interface OutboundHttpClient {
  /**
   * Sends one request and reads the whole answer, whatever its status; a redirect is an answer like any other.
   * @throws OutboundHttpError where the address is not allowed or the other server does not answer as it must
   */
  fetch: (url: string, request: OutboundRequest) => Promise<OutboundResponse>
}

/** Finds every address of a host name. */
export type ResolveHostAddresses = (host: string) => Promise<readonly LookupAddress[]>

const resolveWithDns: ResolveHostAddresses = (host) => lookup(host, { all: true, verbatim: true })

interface OutboundSettings {
  allowedPrivateNetworks: readonly string[]
  limits: Pick<ServerLimitValues, 'outboundTimeoutSeconds' | 'outboundResponseBytes'>
}

/**
 * The one way out.
 * @param resolve for tests; by default as the operating system resolves names
 */
export function createOutboundHttpClient(
  { allowedPrivateNetworks, limits }: OutboundSettings,
  resolve: ResolveHostAddresses = resolveWithDns,
): OutboundHttpClient {
  const isAllowed = createIpNetworkMatcher(allowedPrivateNetworks)
  return {
    fetch: async (address, { purpose, method = 'GET', headers = {}, body, signal }) => {
      const createError = (reason: OutboundHttpError['reason'], host: string, code?: string) =>
        new OutboundHttpError(reason, purpose, host, code)
      const url = parseTargetUrl(address, createError)
      const deadline = AbortSignal.timeout(limits.outboundTimeoutSeconds * 1000)
      const end = signal === undefined ? deadline : AbortSignal.any([deadline, signal])
      const host = url.hostname.replace(/^\[|\]$/g, '')
      const addresses = await resolveOnce(host, resolve, end, (reason) => createError(reason, url.host))
      assertAddressesAllowed(url, addresses, isAllowed, createError)
      return sendHttpRequest(
        { url, target: addresses, method, headers, body, signal: end, maxBytes: limits.outboundResponseBytes },
        (reason, code) => createError(reason, url.host, code),
      )
    },
  }
}

type CreateOutboundError = (reason: OutboundHttpError['reason'], host: string) => OutboundHttpError

/** The URL parser has already written every spelling of an IPv4 address (decimal, octal, hexadecimal) as four numbers. */
function parseTargetUrl(address: string, createError: CreateOutboundError): URL {
  if (!URL.canParse(address)) throw createError('address_invalid', '(an address that cannot be read)')
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw createError('scheme_not_allowed', url.host)
  if (url.username !== '' || url.password !== '') throw createError('credentials_in_address', url.host)
  return url
}

/** The addresses of a host: resolved once, so that a second answer cannot differ from the one that was judged. */
async function resolveOnce(
  host: string,
  resolve: ResolveHostAddresses,
  end: AbortSignal,
  createError: (reason: 'name_unknown' | 'timed_out') => OutboundHttpError,
): Promise<readonly LookupAddress[]> {
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  const over = Promise.withResolvers<never>()
  const onEnd = (): void => over.reject(createError('timed_out'))
  end.addEventListener('abort', onEnd)
  try {
    const resolved = resolve(host).catch(() => [])
    const addresses = await (end.aborted
      ? Promise.reject(createError('timed_out'))
      : Promise.race([resolved, over.promise]))
    if (addresses.length === 0) throw createError('name_unknown')
    return addresses
  } finally {
    end.removeEventListener('abort', onEnd)
  }
}

/** One address that is not allowed is enough to refuse: nobody who means well gives a public name a private address. */
function assertAddressesAllowed(
  { protocol, host }: URL,
  addresses: readonly LookupAddress[],
  isAllowed: IpAddressMatcher,
  createError: CreateOutboundError,
): void {
  for (const { address } of addresses) {
    if (isAllowed(address)) continue
    if (!isGloballyReachableIpAddress(address)) throw createError('private_network', host)
    if (protocol === 'http:') throw createError('plain_http', host)
  }
}
