// The other device of a sign-in that begins elsewhere, as far as the server sees it: a browser with cookies of its own that opens the code, picks
// the pair and has its wallet sign. Without a page, where its pages are not what a test is about.
import type { CallAnswer } from '@countersign/api/calls'
import { crossDeviceRoutes } from '@countersign/api/cross-device-routes'
import type { Browser } from '@playwright/test'
import type { TestKey } from '@countersign/testing/test-keys'
import { signChallenge } from './client.ts'

type Call = keyof typeof crossDeviceRoutes

export interface OtherDevice {
  /** What it is told of the code that it opens. */
  open: () => Promise<CallAnswer<'openCrossDevice'>>
  pick: (pair: string) => Promise<void>
  /** Has a wallet with this key sign what the waiting browser is asked for. */
  sign: (key: TestKey) => Promise<void>
  refuse: () => Promise<void>
  /** How far it is. */
  follow: () => Promise<CallAnswer<'followCrossDevice'>>
}

/** @param code as the waiting browser shows it */
export async function createOtherDevice(browser: Browser, origin: string, code: string): Promise<OtherDevice> {
  const { request } = await browser.newContext()
  const send = async (name: Call, data: object): Promise<unknown> => {
    const { path } = crossDeviceRoutes[name]
    const answer = await request.post(`${origin}${path}`, { headers: { origin }, data: { code, ...data } })
    if (!answer.ok()) throw new Error(`${name}: ${answer.status()} ${await answer.text()}`)
    return answer.status() === 204 ? undefined : answer.json()
  }
  return {
    open: async () => (await send('openCrossDevice', {})) as CallAnswer<'openCrossDevice'>,
    pick: async (pair) => void (await send('pickCrossDevice', { pair })),
    sign: async (key) => {
      const issued = (await send('createCrossDeviceChallenge', {})) as CallAnswer<'createCrossDeviceChallenge'>
      await send('answerCrossDevice', { answer: signChallenge(issued, key) })
    },
    refuse: async () => void (await send('refuseCrossDevice', { isReported: false })),
    follow: async () => (await send('followCrossDevice', {})) as CallAnswer<'followCrossDevice'>,
  }
}
