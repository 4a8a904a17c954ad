// Applications known by their metadata document, for tests: one by its id, its sign-in, and what is stored of all.
import { clientMetadataEnvironment } from './test-client-metadata.ts'
import { createAuthorizationUrl, createOidcTestApp, getRedirectLocation } from './test-oidc-applications.ts'
import type { TestApplication } from './test-oidc-applications.ts'

export type MetadataClientApp = Awaited<ReturnType<typeof createOidcTestApp>>

export const metadataClientSettings = clientMetadataEnvironment

export const createMetadataClient = (id: string, redirectUri = 'https://agent.example/callback'): TestApplication => ({
  id,
  secret: null,
  redirectUri,
})

export const listApplicationRows = ({ database }: MetadataClientApp) =>
  database.queries.selectFrom('applications').selectAll().execute()

export const beginAuthorization = async (
  app: MetadataClientApp,
  application: TestApplication,
  parameters = {},
): Promise<string> =>
  getRedirectLocation(await app.openBrowser().send('GET', createAuthorizationUrl(application, parameters)))
