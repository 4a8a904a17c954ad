// Two identities of one person in tests, and the steps of merging them.
import type { EndpointOutput } from '@countersign/api/api-endpoints'
import type { TestWalletSigner } from '@countersign/testing/test-wallet-signers'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { LightMyRequestResponse } from 'fastify'
import type { TestBrowser } from './test-app.ts'

type Merge = EndpointOutput<'acceptMerge'>

/** The answer of a call, or its code where it was refused. */
export const parseResponseOrErrorCode = <Answer>(response: LightMyRequestResponse): Answer | string =>
  response.statusCode === 200 ? response.json<Answer>() : response.json<{ code: string }>().code

function requireSuccess<Answer>(response: LightMyRequestResponse): Answer {
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<Answer>()
}

export const linkWallet = async (
  browser: TestBrowser,
  key: EthereumTestKey | TestWalletSigner,
): Promise<EndpointOutput<'linkWallet'>> =>
  requireSuccess(await browser.send('POST', '/api/wallets', await browser.signChallengeFor('link', key)))
export const requestMergeOffer = async (
  browser: TestBrowser,
  key: EthereumTestKey | TestWalletSigner,
): Promise<LightMyRequestResponse> => browser.send('POST', '/api/merges', await browser.signChallengeFor('merge', key))
export const offerMerge = async (browser: TestBrowser, key: EthereumTestKey | TestWalletSigner): Promise<Merge> =>
  requireSuccess(await requestMergeOffer(browser, key))
export const acceptMerge = (browser: TestBrowser, { id }: Pick<Merge, 'id'>): Promise<LightMyRequestResponse> =>
  browser.send('POST', `/api/merges/${id}/accept`)
export const requestMergeUndo = (browser: TestBrowser, { id }: Pick<Merge, 'id'>): Promise<LightMyRequestResponse> =>
  browser.send('POST', `/api/merges/${id}/undo`)

/** Offers and accepts, in a browser that is known to both identities, so that the merge takes effect at once. */
export async function mergeIdentityInto(browser: TestBrowser, key: EthereumTestKey | TestWalletSigner): Promise<Merge> {
  await browser.trustForOwnerOf(key)
  return requireSuccess(await acceptMerge(browser, await offerMerge(browser, key)))
}

export const confirmMerge = (browser: TestBrowser, { id }: Pick<Merge, 'id'>): Promise<LightMyRequestResponse> =>
  browser.send('POST', `/api/merges/${id}/confirm`)
export const refuseMerge = (browser: TestBrowser, { id }: Pick<Merge, 'id'>): Promise<LightMyRequestResponse> =>
  browser.send('DELETE', `/api/merges/${id}`)
export const listPendingMerges = async (browser: TestBrowser): Promise<EndpointOutput<'listPendingMerges'>['items']> =>
  requireSuccess<EndpointOutput<'listPendingMerges'>>(await browser.send('GET', '/api/merges/pending')).items
export const listMerges = async (browser: TestBrowser): Promise<Merge[]> =>
  requireSuccess<EndpointOutput<'listMerges'>>(await browser.send('GET', '/api/merges')).items
export const listWallets = async (browser: TestBrowser): Promise<EndpointOutput<'listWallets'>['items']> =>
  requireSuccess<EndpointOutput<'listWallets'>>(await browser.send('GET', '/api/wallets')).items
export const readPersonIdOrNone = async (browser: TestBrowser): Promise<string> =>
  (await browser.send('GET', '/api/session')).json<EndpointOutput<'readSession'>>().person?.id ?? 'nobody'
