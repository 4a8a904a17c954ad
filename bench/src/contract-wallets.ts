// Signing in with a contract wallet (a Safe with two owners) on a local chain, beside viem's way to verify the same; and what
// a chain whose node is dead costs those who do not need it.
import { formatMessage } from '@countersign/message'
import { proveContract } from '@countersign/proof/prove-contract'
import { createChains } from '@countersign/server/chains/chains'
import type { ReadableChain } from '@countersign/server/platform/chain-settings'
import { readChains } from '@countersign/server/platform/read-chains'
import { startLocalChain } from '@countersign/testing/chain/local-chain'
import type { LocalChain } from '@countersign/testing/chain/local-chain'
import { deploySafe, signAsSafe } from '@countersign/testing/chain/safe'
import { testKeys } from '@countersign/testing/test-keys'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createPublicClient, http } from 'viem'
import type { Address } from 'viem'
import { measure, median } from './measure.ts'
import type { Cost } from './measure.ts'
import { runWork, startServer } from './running-server.ts'
import type { WorkCost } from './running-server.ts'
import { contestants, cookieOf, post } from './sign-in.ts'
import type { Contestant } from './sign-in.ts'
import { microseconds } from './table.ts'
import type { Row } from './table.ts'

const owners = [testKeys.alice, testKeys.bob]
const chainId = 1
const rounds = 5
const signInsPerRound = 60
const parallel = 4

export async function compareContractWallets(): Promise<Row[]> {
  const chain = await startLocalChain({ chainId })
  try {
    const { address } = await deploySafe(chain, { owners, threshold: 2 })
    return [await compareProofs(chain, address), await compareWholeSignIns(chain, address), await compareDeadNode()]
  } finally {
    await chain.stop()
  }
}

const row = (what: string, alternative: string, ours: Cost, theirs: Cost): Row => ({
  what,
  alternative,
  ours: `${microseconds(ours.wall)}, ${microseconds(ours.cpu)} CPU`,
  theirs: `${microseconds(theirs.wall)}, ${microseconds(theirs.cpu)} CPU`,
  ratio: theirs.wall / ours.wall,
  cpuRatio: theirs.cpu / ours.cpu,
})

/** The check alone, in one process. */
async function compareProofs(chain: LocalChain, address: Address): Promise<Row> {
  const limits = { chainReadSeconds: 3, chainAnswerBytes: 4096, chainCallGas: 5_000_000 }
  const reader = createChains({ chains: readChains(chainsFor(chain.url)) ?? [], limits }, Date.now).get(String(chainId)) as ReadableChain
  const client = createPublicClient({ transport: http(chain.url) })
  const text = 'sign-in.example wants you to sign in with your Ethereum account'
  const signature = await signAsSafe(owners, text, address, chainId)
  const cost = await measure({
    ours: async () => {
      const proof = await proveContract(text, signature, address, reader, reader.settings)
      if (proof.outcome !== 'proved') throw new Error('A valid signature was refused')
    },
    viem: async () => {
      if (!(await client.verifyMessage({ address, message: text, signature }))) throw new Error('A valid signature was refused')
    },
  })
  return row('check the signature of a Safe, 2 of 2', 'viem 2.57.1 client.verifyMessage, same node', cost.ours, cost.viem)
}

const chainsFor = (rpc: string): string => JSON.stringify([{ id: chainId, rpc }])

/** A contestant whose environment has more, on a port of its own. */
const changed = ({ environment, ...rest }: Contestant, port: number, more: Record<string, string>): Contestant => ({
  ...rest,
  port,
  environment: (at, file) => ({ ...environment(at, file), ...more }),
})

async function compareWholeSignIns(chain: LocalChain, address: Address): Promise<Row> {
  const many = '1000000'
  const [ours, theirs] = [
    changed(contestants[0], 4395, { COUNTERSIGN_CHAINS: chainsFor(chain.url), COUNTERSIGN_CONTRACT_PROOFS_PER_NETWORK_PER_MINUTE: many, COUNTERSIGN_CONTRACT_PROOFS_PER_MINUTE: many }),
    changed(contestants[1], 4396, { BENCH_CHAIN: chain.url }),
  ]
  const signed = async (fields: Parameters<typeof formatMessage>[0]): Promise<{ message: string; signature: string }> => {
    const message = formatMessage(fields)
    return { message, signature: await signAsSafe(owners, message, address, chainId) }
  }
  const costs = await takeTurns(
    {
      ...ours,
      signIn: async (origin) => {
        const asked = await post(`${origin}/api/challenges`, origin, { purpose: 'sign-in' })
        const { message } = (await asked.json()) as { message: Parameters<typeof formatMessage>[0] }
        await post(`${origin}/api/sign-in`, origin, await signed({ ...message, address, chainId: String(chainId) }), cookieOf(asked))
      },
    },
    {
      ...theirs,
      signIn: async (origin) => {
        const asked = await post(`${origin}/api/auth/siwe/nonce`, origin, {})
        const { nonce } = (await asked.json()) as { nonce: string }
        const now = Date.now()
        const times = { issuedAt: new Date(now).toISOString(), expirationTime: new Date(now + 300_000).toISOString() }
        const fields = { domain: new URL(origin).host, address, uri: `${origin}/sign-in`, version: '1', chainId: String(chainId), nonce, ...times } as const
        await post(`${origin}/api/auth/siwe/verify`, origin, await signed(fields), cookieOf(asked))
      },
    },
  )
  return row('whole sign-in with a Safe over HTTP, durable', 'better-auth 1.7.25, siwe plugin with viem, same node', ...costs)
}

/** A plain key's sign-in touches no chain, so that a node that takes requests and never answers must cost it nothing. */
async function compareDeadNode(): Promise<Row> {
  const dead = createServer(() => undefined)
  await new Promise<void>((resolve) => void dead.listen(0, '127.0.0.1', resolve))
  const rpc = `http://127.0.0.1:${(dead.address() as AddressInfo).port}`
  const costs = await takeTurns(changed(contestants[0], 4397, { COUNTERSIGN_CHAINS: chainsFor(rpc) }), changed(contestants[0], 4398, {}), 3)
  dead.close()
  return row("plain key's sign-in, a chain with a dead node", 'Countersign without a chain', ...costs)
}

/** Both servers run; each has its rounds in turn, of which the first is not counted. */
async function takeTurns(first: Contestant, second: Contestant, times = 1): Promise<[WorkCost, WorkCost]> {
  const running = [await startServer(first), await startServer(second)] as const
  const costs: [WorkCost[], WorkCost[]] = [[], []]
  try {
    for (let round = -1; round < rounds * times; round++) {
      for (const [index, { signIn }] of ([[0, first], [1, second]] as const)) {
        const server = running[index]
        const cost = await runWork(server, { pieces: signInsPerRound * times, parallel }, (wallet) => signIn(server.origin, wallet))
        if (round >= 0) costs[index].push(cost)
      }
    }
  } finally {
    for (const server of running) await server.stop()
  }
  const [ours, theirs] = costs.map((rows) => ({ wall: median(rows.map(({ wall }) => wall)), cpu: median(rows.map(({ cpu }) => cpu)) }))
  return [ours as WorkCost, theirs as WorkCost]
}
