// A browser that waits for another device, without a screen: it shows its code to the test, and hands in what was signed there.
import type { CallAnswer } from '@countersign/api/calls'
import type { Client } from './client.ts'
import { userAgents } from './pages.ts'

type Code = CallAnswer<'createCrossDevice'>
type Purpose = CallAnswer<'openCrossDevice'>['purpose']

/** What it is, so that the other device can name it. */
export const waitingHeaders = { 'user-agent': userAgents.firefoxOnLinux }

export interface WaitingBrowser extends Code {
  client: Client
  /** How far it is. */
  readState: () => Promise<string>
  /** Hands in what was signed on the other device, and answers whether that was taken. */
  handIn: () => Promise<boolean>
  cancel: () => Promise<unknown>
}

/** By what is asked for: where a signed message is handed in, and where what a passkey answered. */
const takers: Readonly<Record<Purpose, string>> = {
  'sign-in': '/api/sign-in',
  'step-up': '/api/step-up',
  link: '/api/wallets',
  merge: '/api/merges',
}

/** Asks for a code. @param client the browser; signed in where it is for more than a sign-in */
export async function waitForDevice(client: Client, purpose: Purpose = 'sign-in'): Promise<WaitingBrowser> {
  const begun = await client.send('POST', '/api/cross-device', { purpose })
  if (!begun.ok) throw new Error(`no code: ${begun.status} ${await begun.text()}`)
  const code = (await begun.json()) as Code
  const path = `/api/cross-device/${code.id}`
  const watch = async () => (await (await client.send('GET', path)).json()) as CallAnswer<'watchCrossDevice'>
  return {
    ...code,
    client,
    readState: async () => (await watch()).state,
    handIn: async () => {
      const { answer } = await watch()
      const taker = takers[purpose]
      return (await client.send('POST', answer && 'assertion' in answer ? `${taker}/passkey` : taker, answer)).ok
    },
    cancel: () => client.send('DELETE', path),
  }
}
