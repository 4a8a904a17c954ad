// An approver without pages: it opens the code, picks the matching number and signs.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { crossDeviceApiRoutes } from '@countersign/api/cross-device-api-route-paths'
import type { Browser } from '@playwright/test'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { signTestChallenge } from './http-test-browser.ts'

type Call = keyof typeof crossDeviceApiRoutes

export interface FakeCrossDeviceApprover {
  openCode: () => Promise<ApiEndpointOutput<'openCrossDevice'>>
  pickMatchingNumber: (pair: string) => Promise<void>
  sign: (key: EthereumTestKey) => Promise<void>
  refuse: () => Promise<void>
  readProgress: () => Promise<ApiEndpointOutput<'followCrossDevice'>>
}

export async function createFakeCrossDeviceApprover(
  browser: Browser,
  origin: string,
  code: string,
): Promise<FakeCrossDeviceApprover> {
  const { request } = await browser.newContext()
  const send = async (name: Call, data: object): Promise<unknown> => {
    const { path } = crossDeviceApiRoutes[name]
    const answer = await request.post(`${origin}${path}`, { headers: { origin }, data: { code, ...data } })
    if (!answer.ok()) throw new Error(`${name}: ${answer.status()} ${await answer.text()}`)
    return answer.status() === 204 ? undefined : answer.json()
  }
  return {
    openCode: async () => (await send('openCrossDevice', {})) as ApiEndpointOutput<'openCrossDevice'>,
    pickMatchingNumber: async (pair) => void (await send('chooseCrossDeviceMatch', { pair })),
    sign: async (key) => {
      const issued = (await send('createCrossDeviceChallenge', {})) as ApiEndpointOutput<'createCrossDeviceChallenge'>
      await send('answerCrossDevice', { answer: signTestChallenge(issued, key) })
    },
    refuse: async () => void (await send('refuseCrossDevice', { isReported: false })),
    readProgress: async () => (await send('followCrossDevice', {})) as ApiEndpointOutput<'followCrossDevice'>,
  }
}
