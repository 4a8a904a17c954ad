// Process metrics without personal data, served only to the operator's networks.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { stripPortFromIpAddress } from './ip-network-prefix.ts'
import { createIpNetworkMatcher } from './outbound/public-ip-address-check.ts'
import { ApiError } from './api-error.ts'
import type { ServerSettings } from './server-setting-definitions.ts'

export type MetricsRegistry = Registry

export const createMetricsRegistry = (): MetricsRegistry => new Registry()

/** Samples the event loop every 10 ms. Must be called only once per process. */
export const collectProcessMetrics = (metrics: MetricsRegistry): void => collectDefaultMetrics({ register: metrics })

export type MetricsAccessCheck = (request: FastifyRequest) => boolean

/** If no proxies are trusted, forwarded requests are refused. */
export function createMetricsAccessCheck({
  metricsNetworks,
  trustedProxies,
}: Pick<ServerSettings, 'metricsNetworks' | 'trustedProxies'>): MetricsAccessCheck {
  const isAllowed = createIpNetworkMatcher(metricsNetworks)
  return (request) => isAllowed(stripPortFromIpAddress(request.ip ?? '')) && !isForwarded(request, trustedProxies)
}

/** `beforeFirstRead` starts sampling the process, which a server without monitoring never needs. */
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

// A local proxy that is not configured would make every client look local (THREATS N6).
const isForwarded = ({ headers }: FastifyRequest, trustedProxies: readonly string[]): boolean =>
  trustedProxies.length === 0 &&
  ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined)
