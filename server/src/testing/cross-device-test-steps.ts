// Cross-device sign-in steps: a browser shows a code, a phone opens it, picks the pair and signs.
import type { ApiEndpointOutput, ApiEndpointInput, CrossDeviceProofResponse } from '@countersign/api/api-endpoints'
import type { TestWalletSigner } from '@countersign/testing/wallet-signer-fixtures'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { VirtualPasskey } from '@countersign/testing/virtual-passkey'
import type { LightMyRequestResponse } from 'fastify'
import { signIssuedChallengeMessage, ethereumTestKeys } from './countersign-test-server.ts'
import type { TestBrowser } from './countersign-test-server.ts'

export type ShownCrossDeviceCode = ApiEndpointOutput<'createCrossDevice'>
type CrossDeviceStatus = ApiEndpointOutput<'watchCrossDevice'>

export async function showCrossDeviceCode(
  browser: TestBrowser,
  body: ApiEndpointInput<'createCrossDevice'>['body'] = { purpose: 'sign-in' },
): Promise<ShownCrossDeviceCode> {
  const response = await browser.send('POST', '/api/cross-device', body)
  if (response.statusCode !== 200) throw new Error(`No code: ${response.body}`)
  return response.json<ShownCrossDeviceCode>()
}

export const sendCrossDeviceRequestFromPhone = (
  phone: TestBrowser,
  what: 'open' | 'choose' | 'challenge' | 'passkey' | 'answer' | 'follow' | 'hand-over' | 'refuse' | 'end',
  { code }: Pick<ShownCrossDeviceCode, 'code'>,
  more: object = {},
): Promise<LightMyRequestResponse> => phone.send('POST', `/api/cross-device/${what}`, { code, ...more })

export async function pickCrossDeviceMatchingCode(phone: TestBrowser, shown: ShownCrossDeviceCode): Promise<void> {
  for (const response of [
    await sendCrossDeviceRequestFromPhone(phone, 'open', shown),
    await sendCrossDeviceRequestFromPhone(phone, 'choose', shown, { pair: shown.pair }),
  ])
    if (response.statusCode !== 200) throw new Error(response.body)
}

export async function signWalletMessageOnPhone(
  phone: TestBrowser,
  shown: ShownCrossDeviceCode,
  key: EthereumTestKey | TestWalletSigner = ethereumTestKeys.alice,
): Promise<{ message: string; signature: string }> {
  const response = await sendCrossDeviceRequestFromPhone(phone, 'challenge', shown)
  if (response.statusCode !== 200) throw new Error(`No challenge: ${response.body}`)
  return signIssuedChallengeMessage(response.json<ApiEndpointOutput<'createCrossDeviceChallenge'>>(), key)
}

export async function usePasskeyOnPhone(
  phone: TestBrowser,
  shown: ShownCrossDeviceCode,
  passkey: VirtualPasskey,
): Promise<CrossDeviceProofResponse> {
  const response = await sendCrossDeviceRequestFromPhone(phone, 'passkey', shown)
  if (response.statusCode !== 200) throw new Error(`No request: ${response.body}`)
  return { assertion: passkey.getAssertion(response.json<ApiEndpointOutput<'createCrossDevicePasskey'>>()) }
}

export async function answerCrossDeviceRequestOnPhone(
  phone: TestBrowser,
  shown: ShownCrossDeviceCode,
  key: EthereumTestKey | TestWalletSigner | VirtualPasskey = ethereumTestKeys.alice,
): Promise<void> {
  await pickCrossDeviceMatchingCode(phone, shown)
  const answer =
    'getAssertion' in key
      ? await usePasskeyOnPhone(phone, shown, key)
      : await signWalletMessageOnPhone(phone, shown, key)
  const response = await sendCrossDeviceRequestFromPhone(phone, 'answer', shown, { answer })
  if (response.statusCode !== 204) throw new Error(response.body)
}

export async function readCrossDeviceStatusInTestBrowser(
  browser: TestBrowser,
  { id }: ShownCrossDeviceCode,
  state?: string,
): Promise<CrossDeviceStatus> {
  const response = await browser.send('GET', `/api/cross-device/${id}${state === undefined ? '' : `?state=${state}`}`)
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<CrossDeviceStatus>()
}

export async function submitPhoneAnswerFromWaitingBrowser(
  browser: TestBrowser,
  shown: ShownCrossDeviceCode,
  path = '/api/sign-in',
  more: object = {},
): Promise<LightMyRequestResponse> {
  const { answer } = await readCrossDeviceStatusInTestBrowser(browser, shown)
  if (answer === null) throw new Error('Nothing was signed')
  return browser.send('POST', 'assertion' in answer ? `${path}/passkey` : path, { ...answer, ...more })
}
