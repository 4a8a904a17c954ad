// CCIP Read, gateway (ERC-3668): the servers that an operator allows to answer for names, the only ones that a contract can make this server
// ask, each by its exact host. What it may cost is bounded here: the answer, the time, how many at once and how many in a minute (THREATS S10).
import type { Limits } from '@countersign/api/limits'
import type { Hex } from '@countersign/proof/chain-reader'
import { Counter } from 'prom-client'
import type { Clock } from '../../platform/clock.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { OutboundFault } from '../../platform/outbound/fault.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { createMemoryCounters } from '../../platform/rate-limits/memory-counters.ts'
import { createBreaker } from '../../chains/reader/breaker.ts'
import type { Breaker } from '../../chains/reader/breaker.ts'
import { createConcurrencyLimit } from '../../chains/reader/concurrency-limit.ts'
import { readGatewayAnswer, requestFor } from './offchain-lookup.ts'
import type { Lookup } from './offchain-lookup.ts'

export interface Gateways {
  /**
   * Asks those of a lookup's servers that are allowed, one after the other.
   * @param hosts that are allowed
   * @returns null where none is allowed, or one says that there is nothing
   * @throws GatewayUnavailable where that cannot be said now
   */
  ask: (lookup: Lookup, hosts: readonly string[], end: AbortSignal) => Promise<Hex | null>
}

/** No gateway that is allowed has answered: that says nothing about a name. */
export class GatewayUnavailable extends Error {
  override readonly name = 'GatewayUnavailable'
}

interface GatewaysWorld {
  /** One that reaches no private network, whatever the operator allows for applications: a contract writes the address. */
  outbound: Outbound
  clock: Clock
  limits: Pick<Limits, 'nameLookupsPerMinute'>
  metrics: Metrics
}

/** How long the longest answer is that is read: that of a proof in hexadecimal digits. */
export const gatewayBytes = 65_536

/** Half of the names that are read at once: the others are never held up by a slow gateway. */
const size = { places: 4, waiting: 8 }

/** Of one lookup so many servers are asked. */
const mostTries = 2

type Outcome = 'answered' | 'nothing' | 'failed' | 'resting' | 'busy'

export function createGateways({ outbound, clock, limits, metrics }: GatewaysWorld): Gateways {
  const lookups = new Counter({
    name: 'countersign_name_lookups_total',
    help: 'Lookups of names at gateways (ERC-3668).',
    labelNames: ['gateway', 'outcome'],
    registers: [metrics],
  })
  const places = createConcurrencyLimit(size)
  const counters = createMemoryCounters()
  const budget = { key: 'name lookups', name: 'lookups of names', most: limits.nameLookupsPerMinute, yields: false }
  const breakers = new Map<string, Breaker>()
  const breakerOf = (host: string): Breaker => {
    const breaker = breakers.get(host) ?? createBreaker(clock)
    breakers.set(host, breaker)
    return breaker
  }

  async function tryOne(lookup: Lookup, url: string, host: string, end: AbortSignal): Promise<[Outcome, Hex | null]> {
    const breaker = breakerOf(host)
    const leave = await places.enter(end)
    if (leave === null) return ['busy', null]
    try {
      if (!breaker.allow()) return ['resting', null]
      if (counters.count({ counters: [budget], pool: null }, clock()).length > 0) return ['busy', null]
      const { url: address, method, body } = requestFor(lookup, url)
      const answer = await outbound.fetch(address, {
        purpose: 'name',
        method,
        headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body }),
        signal: end,
      })
      breaker.succeeded()
      const { status } = answer
      const data = status >= 200 && status < 300 ? readGatewayAnswer(answer.body) : null
      if (data !== null) return ['answered', data]
      return [status >= 400 && status < 500 && !isPassing(status) ? 'nothing' : 'failed', null]
    } catch (error) {
      if (!(error instanceof OutboundFault)) throw error
      // Who came when the time of the name was nearly over has learnt nothing about the gateway.
      if (!end.aborted) breaker.failed()
      return ['failed', null]
    } finally {
      leave()
    }
  }

  return {
    ask: async (lookup, hosts, end) => {
      const allowed = lookup.urls.flatMap((url) => {
        const host = hostOf(requestFor(lookup, url).url)
        return host !== null && hosts.includes(host) ? [{ url, host }] : []
      })
      if (allowed.length === 0) return null
      for (const { url, host } of allowed.slice(0, mostTries)) {
        const [outcome, data] = await tryOne(lookup, url, host, end)
        lookups.inc({ gateway: host, outcome })
        // ERC-3668 §Client Lookup Protocol: an error of the client's ends it, one of the server's has the next one asked.
        if (data !== null || outcome === 'nothing') return data
      }
      throw new GatewayUnavailable('no gateway of the name answered')
    },
  }
}

/** Told to come later: it may answer otherwise next time (RFC 9110 §15.5.9, RFC 6585 §4). */
const isPassing = (status: number): boolean => status === 408 || status === 429

/** The host with its port, as the address leads to it once everything is in its place; null for what is not https, or has somebody's name in it. */
function hostOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, host, username, password } = new URL(address)
  return protocol === 'https:' && username === '' && password === '' ? host : null
}
