// Two local chains with real contracts, and a server that reads them.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { formatSignInMessage } from '@countersign/message'
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import { startLocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import type { LocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import { predictSafeWalletDeployment, signAsSafeWallet } from '@countersign/testing/chain/safe-wallet-fixtures'
import type { LightMyRequestResponse } from 'fastify'
import { createConfiguredChains } from '../chains/reader/create-configured-chains.ts'
import type { ConfiguredChains } from '../platform/chain-settings.ts'
import { parseServerSettings } from '../platform/parse-server-settings.ts'
import { createTestServer, ethereumTestKeys, testClockStartTime } from './countersign-test-server.ts'
import type { TestServer, TestBrowser } from './countersign-test-server.ts'
import { readMessagesOfWalletProofs } from '../store/wallets/wallet-proof-record-store.ts'

const { alice, bob } = ethereumTestKeys
const owners = [alice, bob]

export let firstLocalChain: LocalEthereumChain
export let secondLocalChain: LocalEthereumChain
let safeFactory: string
let usedSalts = 0
export const createUniqueTwoChainSafeSalt = (): number => ++usedSalts

export async function startTwoLocalChains(): Promise<void> {
  ;[firstLocalChain, secondLocalChain] = await Promise.all([
    startLocalEthereumChain({ chainId: 1, now: testClockStartTime }),
    startLocalEthereumChain({ chainId: 10, now: testClockStartTime }),
  ])
  safeFactory = (await predictSafeWalletDeployment(firstLocalChain, { owners, threshold: 2 })).factory
}

export const stopTwoLocalChains = () => Promise.all([firstLocalChain.stop(), secondLocalChain.stop()])

export async function createTwoChainTestServer(
  kind: 'sqlite' | 'postgres',
  options: { allowDelegates?: boolean; environment?: Record<string, string> } = {},
) {
  const configured = [firstLocalChain, secondLocalChain].map(({ chainId, url }) => ({
    id: chainId,
    rpc: url,
    factories: [safeFactory],
    allowDelegates: options.allowDelegates ?? false,
    staleSeconds: 86_400 * 365,
  }))
  const { settings } = parseServerSettings({ COUNTERSIGN_CHAINS: JSON.stringify(configured) }, undefined)
  const state = { reads: 0, down: false }
  const chains: ConfiguredChains = new Map(
    [...createConfiguredChains(settings, () => testClockStartTime)].map(([id, real]) => {
      const read: typeof real.read = async (...parameters) => {
        state.reads += 1
        if (state.down) throw new ChainUnavailableError('down for the test')
        return real.read(...parameters)
      }
      return [id, { settings: real.settings, read }]
    }),
  )
  const app = await createTestServer({
    database: kind,
    chains,
    environment: { COUNTERSIGN_CONTRACT_PROOFS_PER_NETWORK_PER_MINUTE: '1000', ...options.environment },
  })
  return { app, state }
}

export async function requestChallengeMessageForAddress(
  browser: TestBrowser,
  address: string,
  { chainId = '1', ...body }: { chainId?: string; purpose?: string; walletKind?: string } = {},
): Promise<string> {
  const { message } = await browser.requestChallenge({ purpose: 'sign-in', ...body })
  return formatSignInMessage({ ...message, address, chainId })
}

export const sendWalletSignIn = (
  browser: TestBrowser,
  message: string,
  signature: string,
): Promise<LightMyRequestResponse> => browser.send('POST', '/api/sign-in', { message, signature })

export async function signInAsTwoChainSafeWallet(
  browser: TestBrowser,
  address: string,
): Promise<LightMyRequestResponse> {
  const message = await requestChallengeMessageForAddress(browser, address)
  return sendWalletSignIn(browser, message, await signAsSafeWallet(owners, message, address as `0x${string}`, 1))
}

export const readPersonIdFromSignInResponse = (response: LightMyRequestResponse): string =>
  response.json<ApiEndpointOutput<'signIn'>>().person.id
export const readStoredWalletProofs = async ({ database: { queries } }: TestServer) => {
  const rows = await queries.selectFrom('proofs').selectAll().orderBy('id').execute()
  const signed = await readMessagesOfWalletProofs(
    queries,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, ...signed.get(row.id) }))
}
