// Steps for tests of linking wallets.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { LightMyRequestResponse } from 'fastify'
import type { TestBrowser } from './countersign-test-server.ts'

type Wallet = ApiEndpointOutput<'listWallets'>['items'][number]

export const requestWalletLinkForTests = async (
  browser: TestBrowser,
  key: EthereumTestKey,
): Promise<LightMyRequestResponse> => browser.send('POST', '/api/wallets', await browser.signChallengeFor('link', key))
export const fetchOwnWalletsForTests = async (browser: TestBrowser): Promise<Wallet[]> =>
  (await browser.send('GET', '/api/wallets')).json<ApiEndpointOutput<'listWallets'>>().items
export const readBrowserPersonIdOrUndefined = async (browser: TestBrowser): Promise<string | undefined> =>
  (await browser.send('GET', '/api/session')).json<ApiEndpointOutput<'readSession'>>().person?.id
export const readWalletAddressesForTests = async (browser: TestBrowser): Promise<string[]> =>
  (await fetchOwnWalletsForTests(browser)).map(({ address }) => address)
export const findLinkedWalletIdForTests = async (browser: TestBrowser, key: EthereumTestKey): Promise<string> =>
  (await fetchOwnWalletsForTests(browser)).find(({ address }) => address === key.address)?.id ?? 'none'
export const requestWalletUnlinkForTests = async (
  browser: TestBrowser,
  key: EthereumTestKey,
): Promise<LightMyRequestResponse> =>
  browser.send('DELETE', `/api/wallets/${await findLinkedWalletIdForTests(browser, key)}`)
