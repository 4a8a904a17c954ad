// An application and a browser for OpenID Connect conformance tests.
import type { ApplicationDefinitionInput } from '../store/applications/application-definition-types.ts'
import { runOidcAuthorizationFlow } from './oidc-authorization-test-steps.ts'
import type { TestedResponseMode } from './oidc-authorization-test-steps.ts'
import {
  addTestClientApplication,
  createOidcTestServer,
  decodeTokenPayload,
  exchangeCodeAsApplication,
} from './oidc-application-test-steps.ts'
import type { TokenResponse } from './oidc-application-test-steps.ts'

export async function createConformanceTestFixture(
  mode: TestedResponseMode,
  input: Partial<ApplicationDefinitionInput> = {},
) {
  const app = await createOidcTestServer()
  const application = await addTestClientApplication(app, input)
  const browser = app.openBrowser()
  const obtain = async (parameters: Record<string, string | undefined> = {}) => {
    const answer = await runOidcAuthorizationFlow(browser, application, mode, parameters)
    const response = await exchangeCodeAsApplication(app, application, answer.parameters.get('code') ?? '')
    if (response.statusCode !== 200) throw new Error(`No tokens: ${answer.parameters} ${response.body}`)
    const tokens = response.json<TokenResponse>()
    return { ...answer, tokens, claims: decodeTokenPayload(tokens.id_token) }
  }
  return { app, application, browser, obtain }
}
