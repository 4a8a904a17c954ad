// Applications identified by their metadata document, for tests.
import { clientMetadataEnvironmentVariables } from './client-metadata-test-server.ts'
import { createAuthorizationUrl, createOidcTestServer, getRedirectLocation } from './oidc-application-test-steps.ts'
import type { TestClientApplication } from './oidc-application-test-steps.ts'

export type OidcTestServer = Awaited<ReturnType<typeof createOidcTestServer>>

export const metadataClientTestEnvironment = clientMetadataEnvironmentVariables

export const createMetadataClient = (
  id: string,
  redirectUri = 'https://agent.example/callback',
): TestClientApplication => ({
  id,
  secret: null,
  redirectUri,
})

export const selectAllApplicationRows = ({ database }: OidcTestServer) =>
  database.queries.selectFrom('applications').selectAll().execute()

export const requestOidcAuthorizationRedirect = async (
  app: OidcTestServer,
  application: TestClientApplication,
  parameters = {},
): Promise<string> =>
  getRedirectLocation(await app.openBrowser().send('GET', createAuthorizationUrl(application, parameters)))
