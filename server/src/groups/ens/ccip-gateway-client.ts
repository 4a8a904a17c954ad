// CCIP Read, gateway (ERC-3668): the servers that an operator allows to answer for names, the only ones that a contract can make this server
// ask, each by its exact host. What it may cost is bounded here: the answer, the time, how many at once and how many in a minute (THREATS S10).
import type { ServerLimitValues } from '@countersign/api/server-limits'
import type { Hex } from '@countersign/proof/chain-reader'
import { Counter } from 'prom-client'
import type { Clock } from '../../platform/clock.ts'
import type { MetricsRegistry } from '../../platform/prometheus-metrics.ts'
import { OutboundHttpError } from '../../platform/outbound/outbound-http-error.ts'
import type { OutboundHttpClient } from '../../platform/outbound/outbound-http-client.ts'
import { createMemoryRateLimitStore } from '../../platform/rate-limits/memory-rate-limit-store.ts'
import { createCircuitBreaker } from '../../chains/reader/circuit-breaker.ts'
import type { CircuitBreaker } from '../../chains/reader/circuit-breaker.ts'
import { createChainReadConcurrencyLimit } from '../../chains/reader/chain-read-concurrency-limit.ts'
import { decodeCcipGatewayResponse, buildCcipGatewayRequest } from './ccip-offchain-lookup.ts'
import type { OffchainLookup } from './ccip-offchain-lookup.ts'

export interface CcipGatewayClient {
  /**
   * Asks those of a lookup's servers that are allowed, one after the other.
   * @param hosts that are allowed
   * @returns null where none is allowed, or one says that there is nothing
   * @throws GatewayUnavailableError where that cannot be said now
   */
  fetchData: (lookup: OffchainLookup, hosts: readonly string[], end: AbortSignal) => Promise<Hex | null>
}

/** No gateway that is allowed has answered: that says nothing about a name. */
export class CcipGatewayUnavailableError extends Error {
  override readonly name = 'CcipGatewayUnavailableError'
}

interface CcipGatewaysContext {
  /** One that reaches no private network, whatever the operator allows for applications: a contract writes the address. */
  outbound: OutboundHttpClient
  clock: Clock
  limits: Pick<ServerLimitValues, 'ensNameLookupsPerMinute'>
  metrics: MetricsRegistry
}

/** How long the longest answer is that is read: that of a proof in hexadecimal digits. */
export const maxCcipResponseBytes = 65_536

/** Half of the names that are read at once: the others are never held up by a slow gateway. */
const gatewayConcurrency = { maxConcurrent: 4, maxQueued: 8 }

/** Of one lookup so many servers are asked. */
const maxGatewayAttempts = 2

type Outcome = 'answered' | 'nothing' | 'failed' | 'resting' | 'busy'

export function createCcipGatewayClient({ outbound, clock, limits, metrics }: CcipGatewaysContext): CcipGatewayClient {
  const lookups = new Counter({
    name: 'countersign_name_lookups_total',
    help: 'Lookups of names at gateways (ERC-3668).',
    labelNames: ['gateway', 'outcome'],
    registers: [metrics],
  })
  const places = createChainReadConcurrencyLimit(gatewayConcurrency)
  const counters = createMemoryRateLimitStore()
  const budget = {
    key: 'name lookups',
    name: 'lookups of names',
    limit: limits.ensNameLookupsPerMinute,
    exemptsKnownCallers: false,
  }
  const breakers = new Map<string, CircuitBreaker>()
  const breakerOf = (host: string): CircuitBreaker => {
    const breaker = breakers.get(host) ?? createCircuitBreaker(clock)
    breakers.set(host, breaker)
    return breaker
  }

  async function tryOne(
    lookup: OffchainLookup,
    url: string,
    host: string,
    signal: AbortSignal,
  ): Promise<[Outcome, Hex | null]> {
    const breaker = breakerOf(host)
    const leave = await places.acquire(signal)
    if (leave === null) return ['busy', null]
    try {
      if (!breaker.allowsRequest()) return ['resting', null]
      if (counters.increment({ counters: [budget], pool: null }, clock()).length > 0) return ['busy', null]
      const { url: address, method, body } = buildCcipGatewayRequest(lookup, url)
      const answer = await outbound.fetch(address, {
        purpose: 'name',
        method,
        headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body }),
        signal,
      })
      breaker.recordSuccess()
      const { status } = answer
      const data = status >= 200 && status < 300 ? decodeCcipGatewayResponse(answer.body) : null
      if (data !== null) return ['answered', data]
      return [status >= 400 && status < 500 && !isTransientStatus(status) ? 'nothing' : 'failed', null]
    } catch (error) {
      if (!(error instanceof OutboundHttpError)) throw error
      // Who came when the time of the name was nearly over has learnt nothing about the gateway.
      if (!signal.aborted) breaker.recordFailure()
      return ['failed', null]
    } finally {
      leave()
    }
  }

  return {
    fetchData: async (lookup, hosts, end) => {
      const allowed = lookup.urls.flatMap((url) => {
        const host = parseGatewayHost(buildCcipGatewayRequest(lookup, url).url)
        return host !== null && hosts.includes(host) ? [{ url, host }] : []
      })
      if (allowed.length === 0) return null
      for (const { url, host } of allowed.slice(0, maxGatewayAttempts)) {
        const [outcome, data] = await tryOne(lookup, url, host, end)
        lookups.inc({ gateway: host, outcome })
        // ERC-3668 §Client Lookup Protocol: an error of the client's ends it, one of the server's has the next one asked.
        if (data !== null || outcome === 'nothing') return data
      }
      throw new CcipGatewayUnavailableError('no gateway of the name answered')
    },
  }
}

/** Told to come later: it may answer otherwise next time (RFC 9110 §15.5.9, RFC 6585 §4). */
const isTransientStatus = (status: number): boolean => status === 408 || status === 429

/** The host with its port, as the address leads to it once everything is in its place; null for what is not https, or has somebody's name in it. */
function parseGatewayHost(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, host, username, password } = new URL(address)
  return protocol === 'https:' && username === '' && password === '' ? host : null
}
