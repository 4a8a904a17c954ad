// Steps of an application that requests bound proofs and verifies them itself.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { verifyBoundProof } from '@countersign/proof'
import type { BoundProofResult, BoundProofToVerify } from '@countersign/proof'
import type { TestWalletSigner } from '@countersign/testing/wallet-signer-fixtures'
import type { LightMyRequestResponse } from 'fastify'
import { signIssuedChallengeMessage } from './countersign-test-server.ts'
import type { TestBrowser, TestServer } from './countersign-test-server.ts'
import { getAuthorizationCodeFromRedirect, requestUserinfo } from './oauth-token-test-steps.ts'
import {
  createAuthorizationUrl,
  exchangeCodeAsApplication,
  getInteractionIdFromRedirect,
  getRedirectLocation,
} from './oidc-application-test-steps.ts'
import type { TestClientApplication, TokenResponse } from './oidc-application-test-steps.ts'
import { followRedirectsToApplication } from './acr-sign-in-test-steps.ts'

export const boundProofScopes = ['openid', 'wallet', 'proof', 'offline_access'] as const

export const boundProofParameters = { scope: 'openid wallet proof', proof_binding: 'nonce' }

export const testIssuer = 'https://sign-in.example'

export const sendBoundProofRequest = (
  browser: TestBrowser,
  application: TestClientApplication,
  parameters: Record<string, string | undefined> = {},
): Promise<LightMyRequestResponse> =>
  browser.send('GET', createAuthorizationUrl(application, { ...boundProofParameters, ...parameters }))

/** Signs the message that the server issued, with a wallet of any chain family. */
export async function signForInteraction(
  browser: TestBrowser,
  asked: LightMyRequestResponse,
  signer: TestWalletSigner,
): Promise<LightMyRequestResponse> {
  const interaction = getInteractionIdFromRedirect(asked)
  const issued = await browser.requestChallenge({ purpose: 'sign-in', interaction })
  const signed = signIssuedChallengeMessage(issued, signer)
  const answer = await browser.send('POST', '/api/sign-in', { ...signed, interaction })
  return answer.statusCode === 200 ? browser.send('GET', answer.json<ApiEndpointOutput<'signIn'>>().next) : answer
}

export async function obtainTokensWithBoundProof(
  app: TestServer,
  browser: TestBrowser,
  application: TestClientApplication,
  signer: TestWalletSigner,
  parameters: Record<string, string | undefined> = {},
): Promise<TokenResponse> {
  const asked = await sendBoundProofRequest(browser, application, parameters)
  const back = await followRedirectsToApplication(browser, await signForInteraction(browser, asked, signer))
  const response = await exchangeCodeAsApplication(app, application, getAuthorizationCodeFromRedirect(back))
  if (response.statusCode !== 200) throw new Error(`No tokens: ${response.body} for ${back.href}`)
  return response.json<TokenResponse>()
}

export const readUserinfoProof = async (app: TestServer, { access_token }: TokenResponse): Promise<unknown> =>
  (await requestUserinfo(app, access_token)).json<{ proof?: unknown }>().proof

export const verifyProofAsApplication = (
  app: TestServer,
  proof: unknown,
  changes: Partial<BoundProofToVerify> = {},
): Promise<BoundProofResult> =>
  verifyBoundProof({
    proof,
    issuer: testIssuer,
    clientId: 'test-app',
    nonce: 'test-nonce',
    now: app.clock.now,
    ...changes,
  })

export const getErrorOfRedirect = (response: LightMyRequestResponse): string[] => {
  const { searchParams } = new URL(getRedirectLocation(response))
  return [searchParams.get('error') ?? '', searchParams.get('error_description') ?? '']
}
