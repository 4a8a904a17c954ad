// Keys and answers for the tests of the page of wallets.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { EndpointOutput } from '@countersign/api/api-endpoints'
import type { BrowserContext } from '@playwright/test'

let made = 51_000
export const createNextKey = () => createEthereumTestKey((made += 1))

export async function readWallets(context: BrowserContext, origin: string) {
  const { items } = (await (await context.request.get(`${origin}/api/wallets`)).json()) as EndpointOutput<'listWallets'>
  return items.map(({ address, label, primary }) => ({ address, label, primary }))
}
