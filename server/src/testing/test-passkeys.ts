// Passkeys in tests: added to who is signed in, and used to sign in and to step up.
import type { CallAnswer, CallInput } from '@countersign/api/calls'
import { VirtualPasskey } from '@countersign/testing/virtual-passkey'
import type { PasskeyFaults, PasskeyOptions } from '@countersign/testing/virtual-passkey'
import type { LightMyRequestResponse } from 'fastify'
import type { TestBrowser } from './test-app.ts'

/** Room for tests that ask for many challenges. */
export const generous = {
  COUNTERSIGN_CHALLENGES_PER_NETWORK_PER_MINUTE: '1000000',
  COUNTERSIGN_CHALLENGES_PER_MINUTE: '1000000',
  COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '1000000',
  COUNTERSIGN_SIGN_INS_PER_WALLET_PER_MINUTE: '1000000',
  COUNTERSIGN_SIGN_INS_PER_MINUTE: '1000000',
}

/** What a new passkey is to be made from. */
export async function askToMake(browser: TestBrowser): Promise<CallAnswer<'createPasskeyOptions'>> {
  const response = await browser.send('POST', '/api/passkeys/options')
  if (response.statusCode !== 200) throw new Error(`No options: ${response.body}`)
  return response.json<CallAnswer<'createPasskeyOptions'>>()
}

/** Adds a passkey to who is signed in, with faults where they are wanted. */
export async function tryToAdd(
  browser: TestBrowser,
  passkey: VirtualPasskey,
  faults: PasskeyFaults = {},
  label: string | null = null,
): Promise<LightMyRequestResponse> {
  return browser.send('POST', '/api/passkeys', { attestation: passkey.make(await askToMake(browser), faults), label })
}

/** A passkey of who is signed in, whose last proof counts. */
export async function addPasskey(
  browser: TestBrowser,
  options: PasskeyOptions & { label?: string } = {},
): Promise<{ passkey: VirtualPasskey; id: string }> {
  const passkey = new VirtualPasskey(options)
  const response = await tryToAdd(browser, passkey, {}, options.label ?? null)
  if (response.statusCode !== 200) throw new Error(`No passkey: ${response.body}`)
  return { passkey, id: response.json<CallAnswer<'addPasskey'>>().id }
}

/** What any passkey is to sign to sign in. */
export async function askToSignIn(
  browser: TestBrowser,
  body: CallInput<'createPasskeySignIn'>['body'] = {},
): Promise<CallAnswer<'createPasskeySignIn'>> {
  const response = await browser.send('POST', '/api/sign-in/passkey/options', body)
  if (response.statusCode !== 200) throw new Error(`No request: ${response.body}`)
  return response.json<CallAnswer<'createPasskeySignIn'>>()
}

/** The whole sign-in, with faults where they are wanted. */
export async function signInBy(
  browser: TestBrowser,
  passkey: VirtualPasskey,
  faults: PasskeyFaults = {},
  interaction?: string,
): Promise<LightMyRequestResponse> {
  const of = interaction === undefined ? {} : { interaction }
  return browser.send('POST', '/api/sign-in/passkey', {
    assertion: passkey.use(await askToSignIn(browser, of), faults),
    ...of,
  })
}

/** What the first passkey of somebody new is to be made from. */
export async function askToSignUp(browser: TestBrowser, body: object = {}): Promise<CallAnswer<'createPasskeySignUp'>> {
  const response = await browser.send('POST', '/api/sign-up/passkey/options', body)
  if (response.statusCode !== 200) throw new Error(`No options: ${response.body}`)
  return response.json<CallAnswer<'createPasskeySignUp'>>()
}

/** Somebody new begins with a passkey, with faults where they are wanted. */
export const signUpBy = async (
  browser: TestBrowser,
  passkey = new VirtualPasskey(),
  faults: PasskeyFaults = {},
): Promise<LightMyRequestResponse> =>
  browser.send('POST', '/api/sign-up/passkey', { attestation: passkey.make(await askToSignUp(browser), faults) })

/** What one of the passkeys of who is signed in is to sign. */
export async function askToStepUp(browser: TestBrowser): Promise<CallAnswer<'createPasskeyStepUp'>> {
  const response = await browser.send('POST', '/api/step-up/passkey/options')
  if (response.statusCode !== 200) throw new Error(`No request: ${response.body}`)
  return response.json<CallAnswer<'createPasskeyStepUp'>>()
}

/** The whole step-up, with faults where they are wanted. */
export async function stepUpBy(
  browser: TestBrowser,
  passkey: VirtualPasskey,
  faults: PasskeyFaults = {},
): Promise<LightMyRequestResponse> {
  return browser.send('POST', '/api/step-up/passkey', { assertion: passkey.use(await askToStepUp(browser), faults) })
}

/** An answer in few words: `200`, or `401 passkey.refused`. */
export const inBrief = (response: LightMyRequestResponse): string =>
  response.statusCode < 300
    ? String(response.statusCode)
    : `${response.statusCode} ${response.json<{ code: string }>().code}`
