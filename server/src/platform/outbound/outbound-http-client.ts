// Outbound HTTP client that prevents SSRF and DNS rebinding (THREATS O8, O9).
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
  /** Reads the whole response, whatever its status. @throws OutboundHttpError */
  fetch: (url: string, request: OutboundRequest) => Promise<OutboundResponse>
}

export type ResolveHostAddresses = (host: string) => Promise<readonly LookupAddress[]>

const resolveWithDns: ResolveHostAddresses = (host) => lookup(host, { all: true, verbatim: true })

interface OutboundSettings {
  allowedPrivateNetworks: readonly string[]
  limits: Pick<ServerLimitValues, 'outboundTimeoutSeconds' | 'outboundResponseBytes'>
}

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

// The URL parser has normalized every spelling of an IPv4 address (decimal, octal, hexadecimal).
function parseTargetUrl(address: string, createError: CreateOutboundError): URL {
  if (!URL.canParse(address)) throw createError('address_invalid', '(an invalid address)')
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw createError('scheme_not_allowed', url.host)
  if (url.username !== '' || url.password !== '') throw createError('credentials_in_address', url.host)
  return url
}

/** A second DNS response could differ from the one that was checked. */
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

/** A public name that resolves to a private address is never legitimate. */
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
