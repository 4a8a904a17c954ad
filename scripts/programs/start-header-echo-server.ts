// A page without sign-in that echoes the headers it received, for tests of proxies.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'

export interface HeaderEchoServer {
  origin: string
  read: (page: Page) => Promise<Record<string, string>>
  close: () => Promise<void>
}

export async function startHeaderEchoServer(): Promise<HeaderEchoServer> {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(request.headers))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    read: async (page) => JSON.parse(await page.innerText('body')) as Record<string, string>,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
