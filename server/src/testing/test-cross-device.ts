// Another device in tests: a browser that waits and shows a code, and one that opens it, picks the pair, and signs.
import type { CallAnswer, CallInput, CrossDeviceAnswer } from '@countersign/api/calls'
import type { Signer } from '@countersign/testing/signers'
import type { TestKey } from '@countersign/testing/test-keys'
import type { VirtualPasskey } from '@countersign/testing/virtual-passkey'
import type { LightMyRequestResponse } from 'fastify'
import { signIssued, testKeys } from './test-app.ts'
import type { TestBrowser } from './test-app.ts'

export type Shown = CallAnswer<'createCrossDevice'>
type Watched = CallAnswer<'watchCrossDevice'>

/** Has a code shown in a browser. */
export async function showCode(
  browser: TestBrowser,
  body: CallInput<'createCrossDevice'>['body'] = { purpose: 'sign-in' },
): Promise<Shown> {
  const response = await browser.send('POST', '/api/cross-device', body)
  if (response.statusCode !== 200) throw new Error(`No code: ${response.body}`)
  return response.json<Shown>()
}

/** A call of the device that opens the code. */
export const onPhone = (
  phone: TestBrowser,
  what: 'open' | 'pick' | 'challenge' | 'passkey' | 'answer' | 'follow' | 'pass-on' | 'refuse' | 'end',
  { code }: Pick<Shown, 'code'>,
  more: object = {},
): Promise<LightMyRequestResponse> => phone.send('POST', `/api/cross-device/${what}`, { code, ...more })

/** Opens the code, and picks the pair that is shown. */
export async function pick(phone: TestBrowser, shown: Shown): Promise<void> {
  for (const response of [
    await onPhone(phone, 'open', shown),
    await onPhone(phone, 'pick', shown, { pair: shown.pair }),
  ])
    if (response.statusCode !== 200) throw new Error(response.body)
}

/** What a wallet signs on the device. */
export async function signOn(
  phone: TestBrowser,
  shown: Shown,
  key: TestKey | Signer = testKeys.alice,
): Promise<{ message: string; signature: string }> {
  const response = await onPhone(phone, 'challenge', shown)
  if (response.statusCode !== 200) throw new Error(`No challenge: ${response.body}`)
  return signIssued(response.json<CallAnswer<'createCrossDeviceChallenge'>>(), key)
}

/** What a passkey signs on the device. */
export async function usePasskeyOn(
  phone: TestBrowser,
  shown: Shown,
  passkey: VirtualPasskey,
): Promise<CrossDeviceAnswer> {
  const response = await onPhone(phone, 'passkey', shown)
  if (response.statusCode !== 200) throw new Error(`No request: ${response.body}`)
  return { assertion: passkey.use(response.json<CallAnswer<'createCrossDevicePasskey'>>()) }
}

/** Everything that the device does until its answer waits. */
export async function answerOn(
  phone: TestBrowser,
  shown: Shown,
  key: TestKey | Signer | VirtualPasskey = testKeys.alice,
): Promise<void> {
  await pick(phone, shown)
  const answer = 'use' in key ? await usePasskeyOn(phone, shown, key) : await signOn(phone, shown, key)
  const response = await onPhone(phone, 'answer', shown, { answer })
  if (response.statusCode !== 204) throw new Error(response.body)
}

/** How far it is for the browser that waits. */
export async function watch(browser: TestBrowser, { id }: Shown, state?: string): Promise<Watched> {
  const response = await browser.send('GET', `/api/cross-device/${id}${state === undefined ? '' : `?state=${state}`}`)
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<Watched>()
}

/** Hands in what the other device has signed. */
export async function handIn(
  browser: TestBrowser,
  shown: Shown,
  path = '/api/sign-in',
  more: object = {},
): Promise<LightMyRequestResponse> {
  const { answer } = await watch(browser, shown)
  if (answer === null) throw new Error('Nothing was signed')
  return browser.send('POST', 'assertion' in answer ? `${path}/passkey` : path, { ...answer, ...more })
}
