// A server with two chains on which a key delegates to a contract (EIP-7702).
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { formatSignInMessage } from '@countersign/message'
import type { Hex } from '@countersign/proof/chain-reader'
import { signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { LightMyRequestResponse } from 'fastify'
import { systemRandomBytes } from '../platform/clock.ts'
import type { DatabaseKind } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { createTestServer, ethereumTestKeys } from './countersign-test-server.ts'
import type { TestBrowser, TestServer } from './countersign-test-server.ts'
import { createFakeChain, createFakeChains, createFakeSingleOwnerContractWallet } from './fake-chains.ts'
import type { FakeChain } from './fake-chains.ts'
import { relaxedChallengeRateLimits } from './passkey-test-steps.ts'
import { readApiErrorCodeOrDone } from './read-api-error-code-or-done.ts'
import { createTestContractAddress, relaxedSignInRateLimits } from './session-recheck-fixtures.ts'

/** Carol's key delegates to a contract that accepts Bob's signatures. */
const { bob, carol } = ethereumTestKeys
export const testDelegate = createTestContractAddress(7) as Hex

type Purpose = 'sign-in' | 'step-up' | 'link' | 'merge'
const paths: Readonly<Record<Purpose, string>> = {
  'sign-in': '/api/sign-in',
  'step-up': '/api/step-up',
  link: '/api/wallets',
  merge: '/api/merges',
}

const delegateOn = (chain: FakeChain, signer: EthereumTestKey = bob): void =>
  chain.deploy(carol.address, createFakeSingleOwnerContractWallet(signer), { delegate: testDelegate })

export async function createDelegateServer(kind: DatabaseKind = 'sqlite') {
  const chains = [
    createFakeChain({ id: '1', allowDelegates: true }),
    createFakeChain({ id: '10', allowDelegates: true }),
  ] as const
  for (const chain of chains) delegateOn(chain)
  const app = await createTestServer({
    database: kind,
    chains: createFakeChains(...chains),
    environment: { ...relaxedSignInRateLimits, ...relaxedChallengeRateLimits },
  })
  /** Signs as Carol's address: with her key, or as Bob through her delegate on a chain. */
  const act = async (
    browser: TestBrowser,
    purpose: Purpose,
    signer: EthereumTestKey,
    chainId = '1',
  ): Promise<LightMyRequestResponse> => {
    app.clock.now += 1000
    const { message: issued } = await browser.requestChallenge({ purpose })
    const message = formatSignInMessage({ ...issued, address: carol.address, chainId })
    return browser.send('POST', paths[purpose], { message, signature: signEthereumMessage(signer, message) })
  }
  const tryTo = async (...parameters: Parameters<typeof act>) => readApiErrorCodeOrDone(await act(...parameters))
  return { app, chains, act, tryTo }
}

export const readSignedInPersonId = (response: LightMyRequestResponse): string =>
  response.json<ApiEndpointOutput<'signIn'>>().person.id

export const createBackgroundJobContext = ({ database: { queries }, limits }: TestServer) => ({
  queries,
  random: systemRandomBytes,
  limits,
})

export const listPeopleOfCarol = async ({ database: { queries } }: TestServer): Promise<string[]> => {
  const rows = await queries
    .selectFrom('wallets')
    .select('person_id')
    .distinct()
    .where('address', '=', carol.address.toLowerCase())
    .where('unlinked_at', 'is', null)
    .execute()
  return rows.map(({ person_id }) => person_id)
}
