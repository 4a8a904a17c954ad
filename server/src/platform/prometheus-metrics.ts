// Metrics: figures of this process for whoever watches over it (Prometheus): how it is, never who was here. They tell how busy a server is
// and what it runs into, which is the operator's own affair, so that only their networks may read them.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { stripPortFromIpAddress } from './ip-network-prefix.ts'
import { createIpNetworkMatcher } from './outbound/public-ip-address-check.ts'
import { ApiError } from './api-error.ts'
import type { ServerSettings } from './server-setting-definitions.ts'

/** Where rooms register what they count. */
export type MetricsRegistry = Registry

export const createMetricsRegistry = (): MetricsRegistry => new Registry()

/** Adds what Node knows of its process: memory, time, the event loop. It samples the event loop every 10 ms. Once in a process. */
export const collectProcessMetrics = (metrics: MetricsRegistry): void => collectDefaultMetrics({ register: metrics })

/** Whether what this process tells of itself is for who asks. */
export type MetricsAccessCheck = (request: FastifyRequest) => boolean

/** @returns who may read how this process is: the operator's own networks, and nobody that a proxy speaks for unless it is listed */
export function createMetricsAccessCheck({
  metricsNetworks,
  trustedProxies,
}: Pick<ServerSettings, 'metricsNetworks' | 'trustedProxies'>): MetricsAccessCheck {
  const isAllowed = createIpNetworkMatcher(metricsNetworks)
  return (request) => isAllowed(stripPortFromIpAddress(request.ip ?? '')) && !isForwarded(request, trustedProxies)
}

/**
 * `/metrics`, in the text format of Prometheus; for everybody else there is no such page.
 * @param beforeFirstRead runs once, before the figures are first read: a server that nothing monitors does not sample its process
 */
export function registerMetricsEndpoint(
  http: FastifyInstance,
  canReadMetrics: MetricsAccessCheck,
  metrics: MetricsRegistry,
  beforeFirstRead: (metrics: MetricsRegistry) => void = () => {},
): void {
  let isFirst = true
  http.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!canReadMetrics(request)) throw new ApiError('request.not_found')
    if (isFirst) beforeFirstRead(metrics)
    isFirst = false
    return reply
      .header('content-type', metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.metrics())
  })
}

/** A proxy on this machine that nobody told us of would make everybody a neighbour (THREATS N6): what it passes on is told by its headers. */
const isForwarded = ({ headers }: FastifyRequest, trustedProxies: readonly string[]): boolean =>
  trustedProxies.length === 0 &&
  ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined)
