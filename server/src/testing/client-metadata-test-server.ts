// A local https site that serves client metadata documents.
import { createServer } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { onTestFinished } from 'vitest'
import { createTestCertificate } from '@countersign/testing/create-test-certificate'

export type ClientMetadataResponder = (request: IncomingMessage, response: ServerResponse) => void

export const createTestClientMetadata = (id: string): Record<string, unknown> => ({
  client_id: id,
  client_name: 'Helpful Agent',
  redirect_uris: ['https://agent.example/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  // Avoids the default RS256, whose keys are slow to generate.
  id_token_signed_response_alg: 'ES256',
})

export const createJsonDocumentResponder =
  (document: unknown, headers: Record<string, string> = {}): ClientMetadataResponder =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers })
    response.end(typeof document === 'string' ? document : JSON.stringify(document))
  }

export interface ClientMetadataSite {
  origin: string
  /** Sets the response for a path, and returns its URL. */
  serve: (path: string, answer: (id: string) => ClientMetadataResponder) => string
  countRequests: () => number
}

export async function startClientMetadataSite(): Promise<ClientMetadataSite> {
  const certificate = createTestCertificate('localhost')
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, certificate.cert])
  const answers = new Map<string, ClientMetadataResponder>()
  let requests = 0
  const server = createServer(certificate, (request, response) => {
    requests += 1
    const answer = answers.get(request.url ?? '')
    if (answer === undefined) response.writeHead(404).end()
    else answer(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    setDefaultCACertificates(before)
    server.closeAllConnections()
    server.close()
  })
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`
  return {
    origin,
    countRequests: () => requests,
    serve: (path, answer) => {
      answers.set(path, answer(`${origin}${path}`))
      return `${origin}${path}`
    },
  }
}

export const clientMetadataEnvironmentVariables = {
  COUNTERSIGN_CLIENT_METADATA_HOSTS: 'localhost',
  COUNTERSIGN_ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8,::1/128',
}
