// A waiting browser without pages: it exposes its code and submits the signed message.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { HttpTestBrowser } from './http-test-browser.ts'
import { testUserAgents } from './public-page-test-cases.ts'

type CrossDeviceCode = ApiEndpointOutput<'createCrossDevice'>
type CrossDevicePurpose = ApiEndpointOutput<'openCrossDevice'>['purpose']

export const crossDeviceWaitingBrowserHeaders = { 'user-agent': testUserAgents.firefoxOnLinux }

export interface CrossDeviceWaitingBrowser extends CrossDeviceCode {
  client: HttpTestBrowser
  readState: () => Promise<string>
  /** Resolves to whether the server accepted the message. */
  submitSignedMessage: () => Promise<boolean>
  cancel: () => Promise<unknown>
}

/** Where the signed message or passkey response is submitted, by purpose. */
const submitPaths: Readonly<Record<CrossDevicePurpose, string>> = {
  'sign-in': '/api/sign-in',
  'step-up': '/api/step-up',
  link: '/api/wallets',
  merge: '/api/merges',
}

/** The client must be signed in for any purpose other than sign-in. */
export async function startCrossDeviceWaitingBrowser(
  client: HttpTestBrowser,
  purpose: CrossDevicePurpose = 'sign-in',
): Promise<CrossDeviceWaitingBrowser> {
  const startResponse = await client.send('POST', '/api/cross-device', { purpose })
  if (!startResponse.ok) throw new Error(`no code: ${startResponse.status} ${await startResponse.text()}`)
  const code = (await startResponse.json()) as CrossDeviceCode
  const path = `/api/cross-device/${code.id}`
  const watch = async () => (await (await client.send('GET', path)).json()) as ApiEndpointOutput<'watchCrossDevice'>
  return {
    ...code,
    client,
    readState: async () => (await watch()).state,
    submitSignedMessage: async () => {
      const { answer } = await watch()
      const taker = submitPaths[purpose]
      return (await client.send('POST', answer && 'assertion' in answer ? `${taker}/passkey` : taker, answer)).ok
    },
    cancel: () => client.send('DELETE', path),
  }
}
