// Another site, on this machine so that the browser puts nothing of its own between it and the server: whatever is
// refused to it, the server refused.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A stranger's site with one page. */
export interface AttackerTestSite {
  /** Its page at another host: another site altogether. */
  crossSite: string
  /** Its page at another port of the server's own host: the same site, and yet another origin. */
  sameSite: string
  /** What its page is from now on. */
  setPageBody: (body: string) => void
  close: () => Promise<void>
}

export async function startAttackerTestSite(): Promise<AttackerTestSite> {
  let body = ''
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><html lang="en"><title>Elsewhere</title><link rel="icon" href="data:,">${body}</html>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    crossSite: `http://127.0.0.1:${port}/`,
    sameSite: `http://localhost:${port}/`,
    setPageBody: (next) => {
      body = next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
