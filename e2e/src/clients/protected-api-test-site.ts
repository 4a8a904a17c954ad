// An Express API that `@countersign/node` protects, registered at the server under test.
import express from 'express'
import { tmpdir } from 'node:os'
import { protect } from '@countersign/node/express'
import { runCountersignCommand } from '../run-countersign-command.ts'
import type { RunningTestServer } from '../start-server-for-tests.ts'
import { startApplicationTestSite } from './application-test-site.ts'

export interface ProtectedApiTestSite {
  readonly origin: string
  /** The identifier of the API at the server. */
  readonly resource: string
  /** Requests its only route, which needs the scope `orders`. */
  readonly call: (authorization: string | null) => Promise<Response>
  readonly close: () => Promise<void>
}

export async function startProtectedApiTestSite(server: RunningTestServer): Promise<ProtectedApiTestSite> {
  const { origin, serve, close } = await startApplicationTestSite()
  await addResource(server, `${origin}/`)
  const protection = protect({ issuer: server.origin, audience: origin, scopes: ['orders'] })
  const app = express()
  app.use(protection.metadata)
  app.get('/orders', protection, (request, response) => void response.json(request.user))
  serve(app)
  return {
    origin,
    resource: `${origin}/`,
    call: (authorization) => fetch(`${origin}/orders`, { headers: authorization === null ? {} : { authorization } }),
    close,
  }
}

async function addResource(server: RunningTestServer, identifier: string): Promise<void> {
  const environment = {
    COUNTERSIGN_PORT: new URL(server.origin).port,
    COUNTERSIGN_DATABASE: `sqlite:${server.databasePath}`,
  }
  const words = ['resource', 'add', identifier, '--name', 'Orders', '--open-to', 'applications']
  const more = ['--scope', 'orders Read your orders', '--scope', 'refunds Refund your orders', '--claim', 'wallet']
  const { exitCode, output } = await runCountersignCommand([...words, ...more], environment, tmpdir())
  if (exitCode !== 0) throw new Error(`The resource was not added:\n${output}`)
}
