// Every request that this server sends to another one goes through here (against SSRF and DNS rebinding; THREATS O8, O9): the address comes
// from a stranger, so the name is resolved once, every address it leads to is judged, and exactly those are connected to. No redirect is
// followed, and time and size are bounded.
import { lookup } from 'node:dns/promises'
import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import type { Limits } from '@countersign/api/limits'
import { exchange } from './exchange.ts'
import { OutboundFault } from './fault.ts'
import type { OutboundAnswer, OutboundRequest } from './outbound-request.ts'
import { createNetworks, isGloballyReachable } from './reachable.ts'
import type { AddressTest } from './reachable.ts'

export interface Outbound {
  /**
   * Sends one request and reads the whole answer, whatever its status; a redirect is an answer like any other.
   * @throws OutboundFault where the address is not allowed or the other server does not answer as it must
   */
  fetch: (url: string, request: OutboundRequest) => Promise<OutboundAnswer>
}

/** Finds every address of a host name. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>

const resolveByName: Resolve = (host) => lookup(host, { all: true, verbatim: true })

interface OutboundSettings {
  outboundNetworks: readonly string[]
  limits: Pick<Limits, 'outboundSeconds' | 'outboundBytes'>
}

/**
 * The one way out.
 * @param resolve for tests; by default as the operating system resolves names
 */
export function createOutbound(
  { outboundNetworks, limits }: OutboundSettings,
  resolve: Resolve = resolveByName,
): Outbound {
  const isAllowed = createNetworks(outboundNetworks)
  return {
    fetch: async (address, { purpose, method = 'GET', headers = {}, body, signal }) => {
      const fault = (reason: OutboundFault['reason'], host: string, code?: string) =>
        new OutboundFault(reason, purpose, host, code)
      const url = readAddress(address, fault)
      const deadline = AbortSignal.timeout(limits.outboundSeconds * 1000)
      const end = signal === undefined ? deadline : AbortSignal.any([deadline, signal])
      const host = url.hostname.replace(/^\[|\]$/g, '')
      const addresses = await resolveOnce(host, resolve, end, (reason) => fault(reason, url.host))
      judge(url, addresses, isAllowed, fault)
      return exchange(
        { url, over: addresses, method, headers, body, signal: end, maxBytes: limits.outboundBytes },
        (reason, code) => fault(reason, url.host, code),
      )
    },
  }
}

type MakeFault = (reason: OutboundFault['reason'], host: string) => OutboundFault

/** The URL parser has already written every spelling of an IPv4 address (decimal, octal, hexadecimal) as four numbers. */
function readAddress(address: string, fault: MakeFault): URL {
  if (!URL.canParse(address)) throw fault('address_invalid', '(an address that cannot be read)')
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw fault('scheme_not_allowed', url.host)
  if (url.username !== '' || url.password !== '') throw fault('credentials_in_address', url.host)
  return url
}

/** The addresses of a host: resolved once, so that a second answer cannot differ from the one that was judged. */
async function resolveOnce(
  host: string,
  resolve: Resolve,
  end: AbortSignal,
  fault: (reason: 'name_unknown' | 'timed_out') => OutboundFault,
): Promise<readonly LookupAddress[]> {
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  const over = Promise.withResolvers<never>()
  const onEnd = (): void => over.reject(fault('timed_out'))
  end.addEventListener('abort', onEnd)
  try {
    const resolved = resolve(host).catch(() => [])
    const addresses = await (end.aborted ? Promise.reject(fault('timed_out')) : Promise.race([resolved, over.promise]))
    if (addresses.length === 0) throw fault('name_unknown')
    return addresses
  } finally {
    end.removeEventListener('abort', onEnd)
  }
}

/** One address that is not allowed is enough to refuse: nobody who means well gives a public name a private address. */
function judge(
  { protocol, host }: URL,
  addresses: readonly LookupAddress[],
  isAllowed: AddressTest,
  fault: MakeFault,
): void {
  for (const { address } of addresses) {
    if (isAllowed(address)) continue
    if (!isGloballyReachable(address)) throw fault('private_network', host)
    if (protocol === 'http:') throw fault('plain_http', host)
  }
}
