// Two local chains with real contracts, and a server that reads them.
import type { EndpointOutput } from '@countersign/api/api-endpoints'
import { formatSignInMessage } from '@countersign/message'
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import { startLocalChain } from '@countersign/testing/chain/local-chain'
import type { LocalChain } from '@countersign/testing/chain/local-chain'
import { predictSafeDeployment, signAsSafe } from '@countersign/testing/chain/safe-multisig'
import type { LightMyRequestResponse } from 'fastify'
import { createConfiguredChains } from '../chains/reader/configured-chains.ts'
import type { ConfiguredChains } from '../platform/chain-settings.ts'
import { parseServerSettings } from '../platform/server-settings.ts'
import { createTestApp, ethereumTestKeys, testStartTime } from './test-app.ts'
import type { TestApp, TestBrowser } from './test-app.ts'
import { readSignedMessages } from '../store/wallets/proof-store.ts'

const { alice, bob } = ethereumTestKeys
const owners = [alice, bob]

export let firstChain: LocalChain
export let secondChain: LocalChain
let safeFactory: string
let usedSalts = 0
export const nextSalt = (): number => ++usedSalts

export async function startSignInChains(): Promise<void> {
  ;[firstChain, secondChain] = await Promise.all([
    startLocalChain({ chainId: 1, now: testStartTime }),
    startLocalChain({ chainId: 10, now: testStartTime }),
  ])
  safeFactory = (await predictSafeDeployment(firstChain, { owners, threshold: 2 })).factory
}

export const stopSignInChains = () => Promise.all([firstChain.stop(), secondChain.stop()])

/** A server that reads both chains, and how often it did. */
export async function createChainReadingApp(
  kind: 'sqlite' | 'postgres',
  options: { allowDelegates?: boolean; environment?: Record<string, string> } = {},
) {
  const configured = [firstChain, secondChain].map(({ chainId, url }) => ({
    id: chainId,
    rpc: url,
    factories: [safeFactory],
    allowDelegates: options.allowDelegates ?? false,
    staleSeconds: 86_400 * 365,
  }))
  const { settings } = parseServerSettings({ COUNTERSIGN_CHAINS: JSON.stringify(configured) }, undefined)
  const state = { reads: 0, down: false }
  const chains: ConfiguredChains = new Map(
    [...createConfiguredChains(settings, () => testStartTime)].map(([id, real]) => {
      const read: typeof real.read = async (...parameters) => {
        state.reads += 1
        if (state.down) throw new ChainUnavailableError('down for the test')
        return real.read(...parameters)
      }
      return [id, { settings: real.settings, read }]
    }),
  )
  const app = await createTestApp({
    database: kind,
    chains,
    environment: { COUNTERSIGN_CONTRACT_PROOFS_PER_NETWORK_PER_MINUTE: '1000', ...options.environment },
  })
  return { app, state }
}

/** A message that names an address on a chain, for whatever purpose. */
export async function requestMessageFor(
  browser: TestBrowser,
  address: string,
  { chainId = '1', ...body }: { chainId?: string; purpose?: string; walletKind?: string } = {},
): Promise<string> {
  const { message } = await browser.requestChallenge({ purpose: 'sign-in', ...body })
  return formatSignInMessage({ ...message, address, chainId })
}

export const sendSignIn = (browser: TestBrowser, message: string, signature: string): Promise<LightMyRequestResponse> =>
  browser.send('POST', '/api/sign-in', { message, signature })

export async function signInAsSafe(browser: TestBrowser, address: string): Promise<LightMyRequestResponse> {
  const message = await requestMessageFor(browser, address)
  return sendSignIn(browser, message, await signAsSafe(owners, message, address as `0x${string}`, 1))
}

export const readSignedInPersonId = (response: LightMyRequestResponse): string =>
  response.json<EndpointOutput<'signIn'>>().person.id
export const readWallets = async (browser: TestBrowser) =>
  (await browser.send('GET', '/api/wallets')).json<EndpointOutput<'listWallets'>>().items
export const readProofs = async ({ database: { queries } }: TestApp) => {
  const rows = await queries.selectFrom('proofs').selectAll().orderBy('id').execute()
  const signed = await readSignedMessages(
    queries,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, ...signed.get(row.id) }))
}
