// An attacker's site. It is on this machine, so that browsers let its requests reach the server.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface AttackerTestSite {
  /** A different host, so a different site. */
  crossSite: string
  /** A different port on the server's host: the same site, but a different origin. */
  sameSite: string
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
