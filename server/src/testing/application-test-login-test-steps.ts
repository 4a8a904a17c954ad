// Test logins started by an administrator.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import type { ApplicationDefinitionInput } from '../store/applications/application-definition-types.ts'
import type { TestServer, TestBrowser } from './countersign-test-server.ts'
import { databaseKinds } from './database-fixtures.ts'
import {
  addTestClientApplication,
  submitOidcConsent,
  createOidcTestServer,
  getRedirectLocation,
  getInteractionIdFromRedirect,
} from './oidc-application-test-steps.ts'
import type { TestClientApplication } from './oidc-application-test-steps.ts'
import { openBrowserWithRole } from './admin-role-test-steps.ts'

export const testLoginCallbackUrl = 'https://sign-in.example/admin/test-logins/callback'

type BegunTestLogin = AdminApiEndpointOutput<'startTestLogin'>

export type FinishedApplicationTestLogin = AdminApiEndpointOutput<'readTestLogin'>

export async function prepareApplicationTestLogin(
  kind: (typeof databaseKinds)[number],
  input: Partial<ApplicationDefinitionInput> = {},
) {
  const app = await createOidcTestServer({ database: kind })
  const application = await addTestClientApplication(app, input)
  const { browser, personId } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'administrator')
  app.pass(0)
  return { app, application, browser, personId }
}

export async function beginTestLoginInTestBrowser(
  browser: TestBrowser,
  application: Pick<TestClientApplication, 'id'>,
  scopes: string[] = ['profile', 'wallet'],
): Promise<BegunTestLogin> {
  const answer = await browser.send('POST', `/api/admin/applications/${application.id}/test-login`, { scopes })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<BegunTestLogin>()
}

export async function followTestLoginToCallback(browser: TestBrowser, url: string): Promise<string> {
  let answer = await browser.send('GET', url)
  if (getRedirectLocation(answer).startsWith('/consent'))
    answer = await submitOidcConsent(browser, getInteractionIdFromRedirect(answer))
  return getRedirectLocation(answer)
}

export const stripTestServerOrigin = (url: string): string => url.replace('https://sign-in.example', '')

export const readTestLoginInTestBrowser = (browser: TestBrowser, id: string) =>
  browser.send('GET', `/api/admin/test-logins/${id}`)

export const listProviderRecordKindsForTests = async ({ database }: TestServer, ...kinds: string[]) =>
  (await database.queries.selectFrom('provider_records').select('kind').where('kind', 'in', kinds).execute()).map(
    (row) => row.kind,
  )
