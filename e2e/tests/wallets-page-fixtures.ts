// Keys and API responses for the wallets page tests.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { BrowserContext } from '@playwright/test'

let made = 51_000
export const createWalletsPageTestKey = () => createEthereumTestKey((made += 1))

export async function readWalletsFromApi(context: BrowserContext, origin: string) {
  const { items } = (await (
    await context.request.get(`${origin}/api/wallets`)
  ).json()) as ApiEndpointOutput<'listWallets'>
  return items.map(({ address, label, primary }) => ({ address, label, primary }))
}
