// The health check of `countersign health`: a liveness probe of the server on this machine.
import { get } from 'node:http'

const timeoutMs = 3000

/** A server that listens on all addresses answers at this machine's own. */
export const toLocalHealthProbeHost = (host: string): string => ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[host] ?? host

/** @returns the HTTP status of `/health/live`, or why there is none */
export function probeServerHealth(host: string, port: number): Promise<number | string> {
  return new Promise((resolve) => {
    const request = get({ host, port, path: '/health/live', agent: false, timeout: timeoutMs }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 'no status')
    })
    request.once('timeout', () => request.destroy(new Error(`nothing within ${timeoutMs / 1000} seconds`)))
    request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
}
