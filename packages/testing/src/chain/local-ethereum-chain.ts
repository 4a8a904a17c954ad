// Starts a local chain for a test file: Foundry's anvil, which exits when its parent process does.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { createTestClient, defineChain, http, publicActions, walletActions } from 'viem'
import { callJsonRpcForTests } from './call-json-rpc-for-tests.ts'

/** The defaults are as on mainnet, except that each transaction is mined at once. */
export interface LocalEthereumChainOptions {
  readonly chainId?: number
  /** In seconds. By default, each transaction is mined at once. */
  readonly blockTime?: number
  /** In milliseconds. By default, this is the time of the machine. */
  readonly now?: number
}

export interface LocalEthereumChain {
  readonly url: string
  readonly chainId: number
  readonly client: ChainClient
  rpc: (method: string, params?: readonly unknown[]) => Promise<unknown>
  /** A block is `finalized` once two more blocks follow it. */
  mine: (blocks: number) => Promise<void>
  /**
   * Mines a block at this time, from which the clock continues. In milliseconds; may be in the
   * past.
   */
  setTime: (now: number) => Promise<void>
  snapshot: () => Promise<string>
  /** A snapshot can be used only once. */
  revert: (snapshot: string) => Promise<void>
  stop: () => Promise<void>
}

export type ChainClient = ReturnType<typeof createClient>

const startTimeoutMs = 20_000

/**
 * Starts a local chain.
 * @throws if the package for this machine is not installed; the message names the package
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

// When this process ends in any way, the pipe closes, so `read` returns and the shell kills the
// node.
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

// The node chooses its own port, because another process could take a port that was found
// beforehand.
function waitForAddress(node: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = () => {
      node.stdin?.end()
      reject(new Error(`The local chain did not start. It said:\n${output}`))
    }
    const timer = setTimeout(fail, startTimeoutMs)
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
      const address = /Listening on (127\.0\.0\.1:\d+)/.exec(output)?.[1]
      if (address === undefined) return
      clearTimeout(timer)
      // Further output must still be read, because a full pipe would block the node.
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
