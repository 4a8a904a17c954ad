// Client for the CCIP Read gateways (ERC-3668) that the operator allows (THREATS S10).
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
  /** Null if no allowed gateway has data. @throws CcipGatewayUnavailableError if none responded */
  fetchData: (lookup: OffchainLookup, hosts: readonly string[], end: AbortSignal) => Promise<Hex | null>
}

export class CcipGatewayUnavailableError extends Error {
  override readonly name = 'CcipGatewayUnavailableError'
}

interface CcipGatewaysContext {
  /** Must not reach private networks, not even allowed ones: the URL comes from a contract. */
  outbound: OutboundHttpClient
  clock: Clock
  limits: Pick<ServerLimitValues, 'ensNameLookupsPerMinute'>
  metrics: MetricsRegistry
}

/** Large enough for the longest proofs in hexadecimal. */
export const maxCcipResponseBytes = 65_536

/** Half as many as concurrent name reads, so that slow gateways never block all reads. */
const gatewayConcurrency = { maxConcurrent: 4, maxQueued: 8 }

const maxGatewayAttempts = 2

type Outcome = 'answered' | 'nothing' | 'failed' | 'resting' | 'busy'

export function createCcipGatewayClient({ outbound, clock, limits, metrics }: CcipGatewaysContext): CcipGatewayClient {
  const lookups = new Counter({
    name: 'countersign_name_lookups_total',
    help: 'Name lookups through gateways (ERC-3668).',
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
      // If the name's time limit aborts a request, that says nothing about the gateway.
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
        // ERC-3668 §Client Lookup Protocol: a 4xx ends the lookup, a 5xx leads to the next URL.
        if (data !== null || outcome === 'nothing') return data
      }
      throw new CcipGatewayUnavailableError('none of the name’s gateways responded')
    },
  }
}

/** With these statuses, a retry may succeed (RFC 9110 §15.5.9, RFC 6585 §4). */
const isTransientStatus = (status: number): boolean => status === 408 || status === 429

/** Host and port; null if the URL is not https or contains credentials. */
function parseGatewayHost(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, host, username, password } = new URL(address)
  return protocol === 'https:' && username === '' && password === '' ? host : null
}
