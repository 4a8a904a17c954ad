// Metrics: figures of this process for whoever watches over it (Prometheus): how it is, never who was here. They tell how busy a server is
// and what it runs into, which is the operator's own affair, so that only their networks may read them.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { withoutPort } from './network-prefix.ts'
import { createNetworks } from './outbound/reachable.ts'
import { Refusal } from './refusal.ts'
import type { Settings } from './settings.ts'

/** Where rooms register what they count. */
export type Metrics = Registry

export const createMetrics = (): Metrics => new Registry()

/** Adds what Node knows of its process: memory, time, the event loop. It samples the event loop every 10 ms. Once in a process. */
export const measureProcess = (metrics: Metrics): void => collectDefaultMetrics({ register: metrics })

/** Whether what this process tells of itself is for who asks. */
export type MayMeasure = (request: FastifyRequest) => boolean

/** @returns who may read how this process is: the operator's own networks, and nobody that a proxy speaks for unless it is listed */
export function createMayMeasure({
  metricsNetworks,
  trustedProxies,
}: Pick<Settings, 'metricsNetworks' | 'trustedProxies'>): MayMeasure {
  const isAllowed = createNetworks(metricsNetworks)
  return (request) => isAllowed(withoutPort(request.ip ?? '')) && !isForwarded(request, trustedProxies)
}

/**
 * `/metrics`, in the text format of Prometheus; for everybody else there is no such page.
 * @param beforeFirstRead runs once, before the figures are first read: a server that nothing monitors does not sample its process
 */
export function serveMetrics(
  http: FastifyInstance,
  mayMeasure: MayMeasure,
  metrics: Metrics,
  beforeFirstRead: (metrics: Metrics) => void = () => {},
): void {
  let isFirst = true
  http.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayMeasure(request)) throw new Refusal('request.not_found')
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
