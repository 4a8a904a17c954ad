// Passkey steps in tests: adding, signing in and stepping up.
import type { ApiEndpointOutput, ApiEndpointInput } from '@countersign/api/api-endpoints'
import { VirtualPasskey } from '@countersign/testing/virtual-passkey'
import type { VirtualPasskeyFaults, VirtualPasskeyOptions } from '@countersign/testing/virtual-passkey'
import type { LightMyRequestResponse } from 'fastify'
import type { TestBrowser } from './countersign-test-server.ts'

export const relaxedChallengeRateLimits = {
  COUNTERSIGN_CHALLENGES_PER_NETWORK_PER_MINUTE: '1000000',
  COUNTERSIGN_CHALLENGES_PER_MINUTE: '1000000',
  COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '1000000',
  COUNTERSIGN_SIGN_INS_PER_WALLET_PER_MINUTE: '1000000',
  COUNTERSIGN_SIGN_INS_PER_MINUTE: '1000000',
}

export async function requestTestPasskeyCreationOptions(
  browser: TestBrowser,
): Promise<ApiEndpointOutput<'createPasskeyOptions'>> {
  const response = await browser.send('POST', '/api/passkeys/options')
  if (response.statusCode !== 200) throw new Error(`No options: ${response.body}`)
  return response.json<ApiEndpointOutput<'createPasskeyOptions'>>()
}

export async function tryToAddPasskey(
  browser: TestBrowser,
  passkey: VirtualPasskey,
  errors: VirtualPasskeyFaults = {},
  label: string | null = null,
): Promise<LightMyRequestResponse> {
  return browser.send('POST', '/api/passkeys', {
    attestation: passkey.createCredential(await requestTestPasskeyCreationOptions(browser), errors),
    label,
  })
}

export async function addTestPasskey(
  browser: TestBrowser,
  options: VirtualPasskeyOptions & { label?: string } = {},
): Promise<{ passkey: VirtualPasskey; id: string }> {
  const passkey = new VirtualPasskey(options)
  const response = await tryToAddPasskey(browser, passkey, {}, options.label ?? null)
  if (response.statusCode !== 200) throw new Error(`No passkey: ${response.body}`)
  return { passkey, id: response.json<ApiEndpointOutput<'addPasskey'>>().id }
}

export async function requestTestPasskeySignInOptions(
  browser: TestBrowser,
  body: ApiEndpointInput<'createPasskeySignIn'>['body'] = {},
): Promise<ApiEndpointOutput<'createPasskeySignIn'>> {
  const response = await browser.send('POST', '/api/sign-in/passkey/options', body)
  if (response.statusCode !== 200) throw new Error(`No request: ${response.body}`)
  return response.json<ApiEndpointOutput<'createPasskeySignIn'>>()
}

export async function signInWithPasskey(
  browser: TestBrowser,
  passkey: VirtualPasskey,
  errors: VirtualPasskeyFaults = {},
  interaction?: string,
): Promise<LightMyRequestResponse> {
  const of = interaction === undefined ? {} : { interaction }
  return browser.send('POST', '/api/sign-in/passkey', {
    assertion: passkey.getAssertion(await requestTestPasskeySignInOptions(browser, of), errors),
    ...of,
  })
}

export async function requestTestPasskeySignUpOptions(
  browser: TestBrowser,
  body: object = {},
): Promise<ApiEndpointOutput<'createPasskeySignUp'>> {
  const response = await browser.send('POST', '/api/sign-up/passkey/options', body)
  if (response.statusCode !== 200) throw new Error(`No options: ${response.body}`)
  return response.json<ApiEndpointOutput<'createPasskeySignUp'>>()
}

export const signUpWithPasskey = async (
  browser: TestBrowser,
  passkey = new VirtualPasskey(),
  errors: VirtualPasskeyFaults = {},
): Promise<LightMyRequestResponse> =>
  browser.send('POST', '/api/sign-up/passkey', {
    attestation: passkey.createCredential(await requestTestPasskeySignUpOptions(browser), errors),
  })

export async function requestTestPasskeyStepUpOptions(
  browser: TestBrowser,
): Promise<ApiEndpointOutput<'createPasskeyStepUp'>> {
  const response = await browser.send('POST', '/api/step-up/passkey/options')
  if (response.statusCode !== 200) throw new Error(`No request: ${response.body}`)
  return response.json<ApiEndpointOutput<'createPasskeyStepUp'>>()
}

export async function stepUpWithPasskey(
  browser: TestBrowser,
  passkey: VirtualPasskey,
  errors: VirtualPasskeyFaults = {},
): Promise<LightMyRequestResponse> {
  return browser.send('POST', '/api/step-up/passkey', {
    assertion: passkey.getAssertion(await requestTestPasskeyStepUpOptions(browser), errors),
  })
}

export const summarizeApiResponse = (response: LightMyRequestResponse): string =>
  response.statusCode < 300
    ? String(response.statusCode)
    : `${response.statusCode} ${response.json<{ code: string }>().code}`
