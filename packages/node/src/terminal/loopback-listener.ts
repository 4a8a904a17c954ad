// Receives the redirect of the browser on 127.0.0.1, on a port that the system chooses.
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LoopbackListener {
  readonly redirectUri: string
  /** The address of the redirect, with its parameters. */
  readonly callback: Promise<URL>
  readonly close: () => Promise<void>
}

/** Requests with another state are refused, and do not end the wait: any page can send them. */
export async function startLoopbackListener({
  path,
  state,
  signal,
}: {
  path: string
  state: string
  signal: AbortSignal
}): Promise<LoopbackListener> {
  signal.throwIfAborted()
  let receive: (address: URL) => void
  let fail: (reason: unknown) => void
  const callback = new Promise<URL>((resolve, reject) => {
    receive = resolve
    fail = reject
  })
  // The caller may never wait for it.
  callback.catch(() => undefined)
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo
    const origin = `http://127.0.0.1:${port}`
    const address = URL.canParse(request.url ?? '', origin) ? new URL(request.url ?? '', origin) : new URL(origin)
    if (request.headers.host !== new URL(origin).host) return respond(response, 421, 'Wrong host.')
    if (request.method !== 'GET' || address.origin !== origin || address.pathname !== path)
      return respond(response, 404, 'Not found.')
    if (address.searchParams.get('state') !== state)
      return respond(response, 400, 'This sign-in was not started by the program that waits here.')
    const isDenied = address.searchParams.has('error')
    // The listener closes then, which must not cut the page off.
    response.once('close', () => receive(address))
    return respond(
      response,
      200,
      isDenied
        ? 'The sign-in was not completed. You can close this page.'
        : 'You are signed in. You can close this page and return to the terminal.',
    )
  })
  const abort = (): void => fail(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    redirectUri: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    callback,
    close: async () => {
      signal.removeEventListener('abort', abort)
      const closed = new Promise((resolve) => server.close(resolve))
      // Browsers open connections in advance, which are not idle for Node until their first request.
      server.closeAllConnections()
      await closed
    },
  }
}

function respond(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    })
    .end(`${text}\n`)
}
