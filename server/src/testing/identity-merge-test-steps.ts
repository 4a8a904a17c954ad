// Steps of merging two identities of one person.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { TestWalletSigner } from '@countersign/testing/wallet-signer-fixtures'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { LightMyRequestResponse } from 'fastify'
import type { TestBrowser } from './countersign-test-server.ts'

type Merge = ApiEndpointOutput<'acceptMerge'>

export const parseResponseOrErrorCode = <Answer>(response: LightMyRequestResponse): Answer | string =>
  response.statusCode === 200 ? response.json<Answer>() : response.json<{ code: string }>().code

function requireSuccess<Answer>(response: LightMyRequestResponse): Answer {
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<Answer>()
}

export const linkWalletForTests = async (
  browser: TestBrowser,
  key: EthereumTestKey | TestWalletSigner,
): Promise<ApiEndpointOutput<'linkWallet'>> =>
  requireSuccess(await browser.send('POST', '/api/wallets', await browser.signChallengeFor('link', key)))
export const requestIdentityMergeOfferForTests = async (
  browser: TestBrowser,
  key: EthereumTestKey | TestWalletSigner,
): Promise<LightMyRequestResponse> => browser.send('POST', '/api/merges', await browser.signChallengeFor('merge', key))
export const createIdentityMergeOfferForTests = async (
  browser: TestBrowser,
  key: EthereumTestKey | TestWalletSigner,
): Promise<Merge> => requireSuccess(await requestIdentityMergeOfferForTests(browser, key))
export const requestIdentityMergeAcceptanceForTests = (
  browser: TestBrowser,
  { id }: Pick<Merge, 'id'>,
): Promise<LightMyRequestResponse> => browser.send('POST', `/api/merges/${id}/accept`)
export const requestIdentityMergeUndoForTests = (
  browser: TestBrowser,
  { id }: Pick<Merge, 'id'>,
): Promise<LightMyRequestResponse> => browser.send('POST', `/api/merges/${id}/undo`)

/** Both identities trust the browser, so the merge takes effect at once. */
export async function mergeIdentitiesForTests(
  browser: TestBrowser,
  key: EthereumTestKey | TestWalletSigner,
): Promise<Merge> {
  await browser.trustForOwnerOf(key)
  return requireSuccess(
    await requestIdentityMergeAcceptanceForTests(browser, await createIdentityMergeOfferForTests(browser, key)),
  )
}

export const requestIdentityMergeConfirmationForTests = (
  browser: TestBrowser,
  { id }: Pick<Merge, 'id'>,
): Promise<LightMyRequestResponse> => browser.send('POST', `/api/merges/${id}/confirm`)
export const requestIdentityMergeRefusalForTests = (
  browser: TestBrowser,
  { id }: Pick<Merge, 'id'>,
): Promise<LightMyRequestResponse> => browser.send('DELETE', `/api/merges/${id}`)
export const listPendingIdentityMergesForTests = async (
  browser: TestBrowser,
): Promise<ApiEndpointOutput<'listPendingMerges'>['items']> =>
  requireSuccess<ApiEndpointOutput<'listPendingMerges'>>(await browser.send('GET', '/api/merges/pending')).items
export const listIdentityMergesForTests = async (browser: TestBrowser): Promise<Merge[]> =>
  requireSuccess<ApiEndpointOutput<'listMerges'>>(await browser.send('GET', '/api/merges')).items
export const listWalletsForTests = async (browser: TestBrowser): Promise<ApiEndpointOutput<'listWallets'>['items']> =>
  requireSuccess<ApiEndpointOutput<'listWallets'>>(await browser.send('GET', '/api/wallets')).items
export const readBrowserPersonIdOrNone = async (browser: TestBrowser): Promise<string> =>
  (await browser.send('GET', '/api/session')).json<ApiEndpointOutput<'readSession'>>().person?.id ?? 'none'
