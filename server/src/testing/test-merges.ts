// Two identities of one person in tests, and the steps of merging them.
import type { CallAnswer } from '@countersign/api/calls'
import type { Signer } from '@countersign/testing/signers'
import type { TestKey } from '@countersign/testing/test-keys'
import type { LightMyRequestResponse } from 'fastify'
import type { TestBrowser } from './test-app.ts'

type Merge = CallAnswer<'acceptMerge'>

/** The answer of a call, or its code where it was refused. */
export const answerOf = <Answer>(response: LightMyRequestResponse): Answer | string =>
  response.statusCode === 200 ? response.json<Answer>() : response.json<{ code: string }>().code

function succeed<Answer>(response: LightMyRequestResponse): Answer {
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<Answer>()
}

export const link = async (browser: TestBrowser, key: TestKey | Signer): Promise<CallAnswer<'linkWallet'>> =>
  succeed(await browser.send('POST', '/api/wallets', await browser.signFor('link', key)))
export const tryToOffer = async (browser: TestBrowser, key: TestKey | Signer): Promise<LightMyRequestResponse> =>
  browser.send('POST', '/api/merges', await browser.signFor('merge', key))
export const offer = async (browser: TestBrowser, key: TestKey | Signer): Promise<Merge> =>
  succeed(await tryToOffer(browser, key))
export const accept = (browser: TestBrowser, { id }: Pick<Merge, 'id'>): Promise<LightMyRequestResponse> =>
  browser.send('POST', `/api/merges/${id}/accept`)
export const undo = (browser: TestBrowser, { id }: Pick<Merge, 'id'>): Promise<LightMyRequestResponse> =>
  browser.send('POST', `/api/merges/${id}/undo`)

/** Offers and accepts, in a browser that is known to both identities, so that the merge takes effect at once. */
export async function merge(browser: TestBrowser, key: TestKey | Signer): Promise<Merge> {
  await browser.makeKnownTo(key)
  return succeed(await accept(browser, await offer(browser, key)))
}

export const confirm = (browser: TestBrowser, { id }: Pick<Merge, 'id'>): Promise<LightMyRequestResponse> =>
  browser.send('POST', `/api/merges/${id}/confirm`)
export const refuse = (browser: TestBrowser, { id }: Pick<Merge, 'id'>): Promise<LightMyRequestResponse> =>
  browser.send('DELETE', `/api/merges/${id}`)
export const listPending = async (browser: TestBrowser): Promise<CallAnswer<'listPendingMerges'>['items']> =>
  succeed<CallAnswer<'listPendingMerges'>>(await browser.send('GET', '/api/merges/pending')).items
export const listMerges = async (browser: TestBrowser): Promise<Merge[]> =>
  succeed<CallAnswer<'listMerges'>>(await browser.send('GET', '/api/merges')).items
export const listWallets = async (browser: TestBrowser): Promise<CallAnswer<'listWallets'>['items']> =>
  succeed<CallAnswer<'listWallets'>>(await browser.send('GET', '/api/wallets')).items
export const personOf = async (browser: TestBrowser): Promise<string> =>
  (await browser.send('GET', '/api/session')).json<CallAnswer<'readSession'>>().person?.id ?? 'nobody'
