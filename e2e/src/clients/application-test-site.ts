// A site of an application, on a port of its own. It is on 127.0.0.1 while the server under test is on localhost: for
// the browser these are two sites, as they are in life.
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A site that listens; its address is known before there is anything to serve, because applications must be told it. */
export interface ApplicationTestSite {
  readonly origin: string
  /** What the site answers with from now on; before that, every page is empty. */
  serve: (listener: RequestListener) => void
  close: () => Promise<void>
}

/**
 * Opens a site on a free port.
 * @param host `localhost` is the site of the server under test, and `127.0.0.1` another one
 */
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
