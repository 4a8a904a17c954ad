// This site uses 127.0.0.1 and the server localhost, so browsers treat them as different sites.
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The origin is known before the site serves anything, so that applications can be registered. */
export interface ApplicationTestSite {
  readonly origin: string
  serve: (listener: RequestListener) => void
  close: () => Promise<void>
}

/** @param host `localhost` is same-site with the server under test, `127.0.0.1` is cross-site */
export async function startApplicationTestSite(
  host: '127.0.0.1' | 'localhost' = '127.0.0.1',
): Promise<ApplicationTestSite> {
  let listener: RequestListener = (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Empty</title>')
  const server = createServer((request, response) => listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://${host}:${port}`,
    serve: (given) => (listener = given),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
