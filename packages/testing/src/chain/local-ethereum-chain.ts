// A blockchain of its own for a test file: Foundry's anvil out of an npm package, on a free port of this machine. It ends
// with the process that started it, however that one ends.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { createTestClient, defineChain, http, publicActions, walletActions } from 'viem'
import { callJsonRpcForTests } from './call-json-rpc-for-tests.ts'

/** How a chain is made; what is left out is as on Ethereum's main chain, except that every transaction is a block at once. */
export interface LocalEthereumChainOptions {
  readonly chainId?: number
  /** Seconds between two blocks; without it each transaction is mined at once. */
  readonly blockTime?: number
  /** The time of the first block, in milliseconds; without it the machine's. */
  readonly now?: number
}

/** A running chain. */
export interface LocalEthereumChain {
  readonly url: string
  readonly chainId: number
  readonly client: ChainClient
  /** One call of JSON-RPC, as it is: the result, or an error with the node's message. */
  rpc: (method: string, params?: readonly unknown[]) => Promise<unknown>
  /** Adds so many empty blocks. A block is final (`finalized`) when two more have followed it. */
  mine: (blocks: number) => Promise<void>
  /** Adds a block of this time (milliseconds), from which the chain's clock runs on; it may lie in the past. */
  setTime: (now: number) => Promise<void>
  /** Remembers how all is now, for `revert`. */
  snapshot: () => Promise<string>
  /** Makes all as it was; a snapshot serves once. */
  revert: (snapshot: string) => Promise<void>
  stop: () => Promise<void>
}

/** viem's client, with what a test, a reader and a wallet do. */
export type ChainClient = ReturnType<typeof createClient>

const startTimeoutMs = 20_000

/**
 * Starts a chain, usually within a second.
 * @throws when the package for this machine is not installed; the message says which
 */
export async function startLocalEthereumChain(options: LocalEthereumChainOptions = {}): Promise<LocalEthereumChain> {
  const chainId = options.chainId ?? 1
  const node = runAnvil([
    '--host=127.0.0.1',
    '--port=0',
    `--chain-id=${chainId}`,
    '--slots-in-an-epoch=1',
    '--auto-impersonate',
    ...(options.blockTime === undefined ? [] : [`--block-time=${options.blockTime}`]),
    ...(options.now === undefined ? [] : [`--timestamp=${Math.floor(options.now / 1000)}`]),
  ])
  const url = await waitForAddress(node)
  const rpc: LocalEthereumChain['rpc'] = (method, params = []) => callJsonRpcForTests(url, method, params)
  return {
    url,
    chainId,
    client: createClient(url, chainId),
    rpc,
    mine: async (blocks) => {
      await rpc('anvil_mine', [`0x${blocks.toString(16)}`])
    },
    setTime: async (now) => {
      await rpc('evm_setTime', [Math.floor(now / 1000)])
      await rpc('anvil_mine', ['0x1'])
    },
    snapshot: async () => String(await rpc('evm_snapshot')),
    revert: async (snapshot) => {
      if ((await rpc('evm_revert', [snapshot])) !== true)
        throw new Error(`The chain has no snapshot ${snapshot}; one serves only once.`)
    },
    stop: async () => {
      if (node.exitCode !== null || node.signalCode !== null) return
      const ended = new Promise((resolve) => node.once('exit', resolve))
      node.stdin?.end()
      await ended
    },
  }
}

// A node that a killed test leaves behind would run for ever. The shell holds the other end of a pipe of this process:
// when it closes, which the kernel sees to however this process ends, `read` returns and the node is killed.
const supervisorScript = '"$@" & node=$!; read -r _; kill -9 $node; wait $node 2>/dev/null; exit 0'

function runAnvil(flags: readonly string[]): ChildProcess {
  return spawn('/bin/sh', ['-c', supervisorScript, 'keeper', findAnvil(), ...flags], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

function findAnvil(): string {
  const name = '@foundry-rs/anvil-linux-amd64'
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/anvil`)
  } catch {
    throw new Error(
      `The tests need a local chain from the npm package ${name}, which is not installed. Run "npm ci" on Linux (x64).`,
    )
  }
}

/** The node chooses its port and tells it: a port that a test looked for beforehand may be taken a moment later. */
function waitForAddress(node: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let told = ''
    const fail = () => {
      node.stdin?.end()
      reject(new Error(`The local chain did not start. It said:\n${told}`))
    }
    const timer = setTimeout(fail, startTimeoutMs)
    const listen = (chunk: Buffer) => {
      told += chunk.toString()
      const address = /Listening on (127\.0\.0\.1:\d+)/.exec(told)?.[1]
      if (address === undefined) return
      clearTimeout(timer)
      // What it says from now on is read and dropped: a full pipe would stop it.
      for (const stream of [node.stdout, node.stderr]) stream?.off('data', listen).resume()
      resolve(`http://${address}`)
    }
    for (const stream of [node.stdout, node.stderr]) stream?.on('data', listen)
    node.once('error', fail)
    node.once('exit', () => {
      clearTimeout(timer)
      fail()
    })
  })
}

function createClient(url: string, chainId: number) {
  const chain = defineChain({
    id: chainId,
    name: 'Local chain',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
  const transport = http(url, { retryCount: 0 })
  return createTestClient({ mode: 'anvil', chain, transport, pollingInterval: 20, cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions)
}
