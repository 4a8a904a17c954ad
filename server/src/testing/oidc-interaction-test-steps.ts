// OIDC interactions for tests: started, proven, and ended on an error page.
import type { TestBrowser } from './countersign-test-server.ts'
import { createAuthorizationUrl, getInteractionIdFromRedirect } from './oidc-application-test-steps.ts'
import type { TestClientApplication } from './oidc-application-test-steps.ts'

export const startOidcInteraction = async (
  browser: TestBrowser,
  application: TestClientApplication,
  parameters: Record<string, string> = {},
): Promise<string> =>
  getInteractionIdFromRedirect(await browser.send('GET', createAuthorizationUrl(application, parameters)))

export const removeRequestIdParameter = (location: string): string => location.replace(/&request=[0-9a-z]{26}$/, '')

export const createErrorPagePath = (code: string): string => `/error?code=${code}`
