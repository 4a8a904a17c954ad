import { get } from 'node:http'

const timeoutMs = 3000

/** A server bound to all addresses is probed at the loopback address. */
export const toLocalHealthProbeHost = (host: string): string => ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[host] ?? host

/** @returns the HTTP status, or the error as text */
export function probeServerHealth(host: string, port: number): Promise<number | string> {
  return new Promise((resolve) => {
    const request = get({ host, port, path: '/health/live', agent: false, timeout: timeoutMs }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 'no status')
    })
    request.once('timeout', () => request.destroy(new Error(`no response within ${timeoutMs / 1000} seconds`)))
    request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
}
