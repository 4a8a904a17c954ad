// A browser that waits for another device, without a screen: it shows its code to the test, and hands in what was signed there.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { HttpTestBrowser } from './http-test-browser.ts'
import { testUserAgents } from './public-page-test-cases.ts'

type CrossDeviceCode = ApiEndpointOutput<'createCrossDevice'>
type CrossDevicePurpose = ApiEndpointOutput<'openCrossDevice'>['purpose']

/** What it is, so that the other device can name it. */
export const crossDeviceWaitingBrowserHeaders = { 'user-agent': testUserAgents.firefoxOnLinux }

export interface CrossDeviceWaitingBrowser extends CrossDeviceCode {
  client: HttpTestBrowser
  /** How far it is. */
  readState: () => Promise<string>
  /** Hands in what was signed on the other device, and answers whether that was taken. */
  submitSignedMessage: () => Promise<boolean>
  cancel: () => Promise<unknown>
}

/** By what is asked for: where a signed message is handed in, and where what a passkey answered. */
const submitPaths: Readonly<Record<CrossDevicePurpose, string>> = {
  'sign-in': '/api/sign-in',
  'step-up': '/api/step-up',
  link: '/api/wallets',
  merge: '/api/merges',
}

/** Asks for a code. @param client the browser; signed in where it is for more than a sign-in */
export async function startCrossDeviceWaitingBrowser(
  client: HttpTestBrowser,
  purpose: CrossDevicePurpose = 'sign-in',
): Promise<CrossDeviceWaitingBrowser> {
  const begun = await client.send('POST', '/api/cross-device', { purpose })
  if (!begun.ok) throw new Error(`no code: ${begun.status} ${await begun.text()}`)
  const code = (await begun.json()) as CrossDeviceCode
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
