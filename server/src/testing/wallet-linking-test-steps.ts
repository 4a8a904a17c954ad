// What the tests of linking wallets do and look at.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { LightMyRequestResponse } from 'fastify'
import type { TestBrowser } from './countersign-test-server.ts'

type Wallet = ApiEndpointOutput<'listWallets'>['items'][number]

export const requestWalletLink = async (browser: TestBrowser, key: EthereumTestKey): Promise<LightMyRequestResponse> =>
  browser.send('POST', '/api/wallets', await browser.signChallengeFor('link', key))
export const fetchOwnWallets = async (browser: TestBrowser): Promise<Wallet[]> =>
  (await browser.send('GET', '/api/wallets')).json<ApiEndpointOutput<'listWallets'>>().items
export const readSignedInPersonId = async (browser: TestBrowser): Promise<string | undefined> =>
  (await browser.send('GET', '/api/session')).json<ApiEndpointOutput<'readSession'>>().person?.id
export const readWalletAddresses = async (browser: TestBrowser): Promise<string[]> =>
  (await fetchOwnWallets(browser)).map(({ address }) => address)
export const findLinkedWalletId = async (browser: TestBrowser, key: EthereumTestKey): Promise<string> =>
  (await fetchOwnWallets(browser)).find(({ address }) => address === key.address)?.id ?? 'none'
export const requestWalletUnlink = async (
  browser: TestBrowser,
  key: EthereumTestKey,
): Promise<LightMyRequestResponse> => browser.send('DELETE', `/api/wallets/${await findLinkedWalletId(browser, key)}`)
