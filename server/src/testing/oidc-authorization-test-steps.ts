// Authorization requests (RFC 6749 §4.1.1) for conformance tests, in every response mode.
import type { LightMyRequestResponse } from 'fastify'
import type { TestBrowser } from './countersign-test-server.ts'
import {
  submitOidcConsent,
  createAuthorizationUrl,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  signInToOidcInteraction,
} from './oidc-application-test-steps.ts'
import type { TestClientApplication } from './oidc-application-test-steps.ts'

/** `form_post` is the OAuth 2.0 Form Post Response Mode. */
export const testedResponseModes = ['query', 'form_post'] as const
export type TestedResponseMode = (typeof testedResponseModes)[number]

export interface OidcAuthorizationResult {
  steps: string[]
  redirectUri: string
  parameters: URLSearchParams
}

const formInput = /<input type="hidden" name="([^"]+)" value="([^"]*)"\/>/g
const formAction = /<form method="post" action="([^"]*)">/

export async function runOidcAuthorizationFlow(
  browser: TestBrowser,
  application: TestClientApplication,
  mode: TestedResponseMode,
  parameters: Record<string, string | undefined> = {},
): Promise<OidcAuthorizationResult> {
  return followOidcAuthorizationSteps(
    browser,
    await browser.send('GET', createAuthorizationUrl(application, { response_mode: mode, ...parameters })),
    mode,
  )
}

export async function followOidcAuthorizationSteps(
  browser: TestBrowser,
  first: LightMyRequestResponse,
  mode: TestedResponseMode,
): Promise<OidcAuthorizationResult> {
  const steps: string[] = []
  let response = first
  while (getRedirectLocation(response).startsWith('/')) {
    const [step = ''] = getRedirectLocation(response).split('?')
    steps.push(step)
    if (steps.length > 4) throw new Error(`The sign-in does not end: ${steps.join(', ')}`)
    if (step === '/sign-in') response = await signInToOidcInteraction(browser, getInteractionIdFromRedirect(response))
    else if (step === '/consent') response = await submitOidcConsent(browser, getInteractionIdFromRedirect(response))
    else if (step === '/authorize') response = await browser.send('GET', getRedirectLocation(response))
    else return { steps, redirectUri: getRedirectLocation(response), parameters: new URLSearchParams() }
  }
  if (mode === 'query') {
    const url = new URL(getRedirectLocation(response))
    return { steps, redirectUri: url.origin + url.pathname, parameters: url.searchParams }
  }
  const redirectUri = formAction.exec(response.body)?.[1]
  // Form Post Response Mode §2: errors use status 200 too, because proxies may replace others.
  if (redirectUri === undefined || response.statusCode !== 200)
    throw new Error(`There is no form: ${response.statusCode} ${getRedirectLocation(response)} ${response.body}`)
  return {
    steps,
    redirectUri,
    parameters: new URLSearchParams(
      [...response.body.matchAll(formInput)].map(([, name = '', value = '']): [string, string] => [name, value]),
    ),
  }
}
