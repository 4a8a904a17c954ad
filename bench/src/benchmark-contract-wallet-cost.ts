// Compares sign-in with viem's verification, and measures what an unresponsive node costs others.
import { formatSignInMessage } from '@countersign/message'
import { verifyContractSignature } from '@countersign/proof/verify-contract-signature'
import { createConfiguredChains } from '@countersign/server/chains/reader/create-configured-chains'
import type { ConfiguredChain } from '@countersign/server/platform/chain-settings'
import { parseChainSettings } from '@countersign/server/platform/parse-chain-settings'
import { startLocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import type { LocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import { deploySafeWallet, signAsSafeWallet } from '@countersign/testing/chain/safe-wallet-fixtures'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createPublicClient, http } from 'viem'
import type { Address } from 'viem'
import { measureFunctionCallTimes } from './measure-function-call-times.ts'
import type { FunctionCallTimes } from './measure-function-call-times.ts'
import {
  startBenchmarkServer,
  measureServerTaskTimes,
  defaultServerBenchmarkRoundOptions,
} from './measure-server-task-times.ts'
import type { ServerBenchmarkTask, ServerTaskTimes } from './measure-server-task-times.ts'
import { benchmarkedSignInServers, buildCookieHeader, postJson } from './benchmark-sign-in-cost.ts'
import type { BenchmarkedSignInServer } from './benchmark-sign-in-cost.ts'
import { formatMicroseconds, createServerBenchmarkRow } from './format-benchmark-table.ts'
import type { BenchmarkComparisonRow } from './format-benchmark-table.ts'

const owners = [ethereumTestKeys.alice, ethereumTestKeys.bob]
const chainId = 1

export async function benchmarkContractWalletCost(): Promise<BenchmarkComparisonRow[]> {
  const chain = await startLocalEthereumChain({ chainId })
  try {
    const { address } = await deploySafeWallet(chain, { owners, threshold: 2 })
    return [await compareProofs(chain, address), await compareWholeSignIns(chain, address), await compareDeadNode()]
  } finally {
    await chain.stop()
  }
}

const row = (
  what: string,
  alternative: string,
  ours: FunctionCallTimes,
  theirs: FunctionCallTimes,
): BenchmarkComparisonRow => ({
  what,
  alternative,
  ours: `${formatMicroseconds(ours.wall)}, ${formatMicroseconds(ours.cpu)} CPU`,
  theirs: `${formatMicroseconds(theirs.wall)}, ${formatMicroseconds(theirs.cpu)} CPU`,
  ratio: theirs.wall / ours.wall,
  cpuRatio: theirs.cpu / ours.cpu,
})

async function compareProofs(chain: LocalEthereumChain, address: Address): Promise<BenchmarkComparisonRow> {
  const limits = { chainReadTimeoutSeconds: 3, chainResponseBytes: 4096, chainCallGas: 5_000_000 }
  const reader = createConfiguredChains(
    { chains: parseChainSettings(chainsFor(chain.url)) ?? [], limits },
    Date.now,
  ).get(String(chainId)) as ConfiguredChain
  const client = createPublicClient({ transport: http(chain.url) })
  const text = 'sign-in.example wants you to sign in with your Ethereum account'
  const signature = await signAsSafeWallet(owners, text, address, chainId)
  const cost = await measureFunctionCallTimes({
    ours: async () => {
      const proof = await verifyContractSignature(text, signature, address, reader, reader.settings)
      if (proof.outcome !== 'verified') throw new Error('A valid signature was refused')
    },
    viem: async () => {
      if (!(await client.verifyMessage({ address, message: text, signature })))
        throw new Error('A valid signature was refused')
    },
  })
  return row(
    'verify the signature of a Safe, 2 of 2',
    'viem 2.57.1 client.verifyMessage, same node',
    cost.ours,
    cost.viem,
  )
}

const chainsFor = (rpc: string): string => JSON.stringify([{ id: chainId, rpc }])

const withEnvironment = (
  { environment, ...rest }: BenchmarkedSignInServer,
  port: number,
  more: Record<string, string>,
): BenchmarkedSignInServer => ({
  ...rest,
  port,
  environment: (at, file) => ({ ...environment(at, file), ...more }),
})

async function compareWholeSignIns(chain: LocalEthereumChain, address: Address): Promise<BenchmarkComparisonRow> {
  const many = '1000000'
  const [ours, theirs] = [
    withEnvironment(benchmarkedSignInServers[0], 4395, {
      COUNTERSIGN_CHAINS: chainsFor(chain.url),
      COUNTERSIGN_CONTRACT_PROOFS_PER_NETWORK_PER_MINUTE: many,
      COUNTERSIGN_CONTRACT_PROOFS_PER_MINUTE: many,
    }),
    withEnvironment(benchmarkedSignInServers[1], 4396, { BENCH_CHAIN: chain.url }),
  ]
  const signed = async (
    fields: Parameters<typeof formatSignInMessage>[0],
  ): Promise<{ message: string; signature: string }> => {
    const message = formatSignInMessage(fields)
    return { message, signature: await signAsSafeWallet(owners, message, address, chainId) }
  }
  const costs = await measureSignInsInTurns(
    {
      ...ours,
      signIn: async (origin) => {
        const asked = await postJson(`${origin}/api/challenges`, origin, { purpose: 'sign-in' })
        const { message } = (await asked.json()) as { message: Parameters<typeof formatSignInMessage>[0] }
        return postJson(
          `${origin}/api/sign-in`,
          origin,
          await signed({ ...message, address, chainId: String(chainId) }),
          buildCookieHeader(asked),
        )
      },
    },
    {
      ...theirs,
      signIn: async (origin) => {
        const asked = await postJson(`${origin}/api/auth/siwe/nonce`, origin, {})
        const { nonce } = (await asked.json()) as { nonce: string }
        const now = Date.now()
        const times = { issuedAt: new Date(now).toISOString(), expirationTime: new Date(now + 300_000).toISOString() }
        const fields = {
          domain: new URL(origin).host,
          address,
          uri: `${origin}/sign-in`,
          version: '1',
          chainId: String(chainId),
          nonce,
          ...times,
        } as const
        return postJson(`${origin}/api/auth/siwe/verify`, origin, await signed(fields), buildCookieHeader(asked))
      },
    },
  )
  return createServerBenchmarkRow(
    'complete sign-in with a Safe over HTTP, durable',
    'better-auth 1.7.25, siwe plugin with viem, same node',
    ...costs,
  )
}

/** Signing in with an ordinary key reads no chain, so a node that never responds must not slow it down. */
async function compareDeadNode(): Promise<BenchmarkComparisonRow> {
  const dead = createServer(() => undefined)
  await new Promise<void>((resolve) => void dead.listen(0, '127.0.0.1', resolve))
  const rpc = `http://127.0.0.1:${(dead.address() as AddressInfo).port}`
  const costs = await measureSignInsInTurns(
    withEnvironment(benchmarkedSignInServers[0], 4397, { COUNTERSIGN_CHAINS: chainsFor(rpc) }),
    withEnvironment(benchmarkedSignInServers[0], 4398, {}),
  )
  dead.close()
  return createServerBenchmarkRow(
    'sign-in with an ordinary key, and a chain whose node is down',
    'Countersign without a chain',
    ...costs,
  )
}

async function measureSignInsInTurns(
  first: BenchmarkedSignInServer,
  second: BenchmarkedSignInServer,
): Promise<readonly [ServerTaskTimes, ServerTaskTimes]> {
  const running = [await startBenchmarkServer(first), await startBenchmarkServer(second)] as const
  try {
    const [ours, theirs] = running.map((server, index) => ({
      server,
      work: (wallet: number) => (index === 0 ? first : second).signIn(server.origin, wallet),
    })) as [ServerBenchmarkTask, ServerBenchmarkTask]
    return await measureServerTaskTimes([ours, theirs] as const, { ...defaultServerBenchmarkRoundOptions, warmUp: 200 })
  } finally {
    for (const server of running) await server.stop()
  }
}
