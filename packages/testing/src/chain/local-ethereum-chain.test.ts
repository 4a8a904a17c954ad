// Tests that the local chain provides what other tests rely on: finality, time, snapshots, and
// exiting with the parent process.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ethereumTestKeys } from '../ethereum-test-keys.ts'
import { JsonRpcError, callJsonRpcForTests } from './call-json-rpc-for-tests.ts'
import { startLocalEthereumChain } from './local-ethereum-chain.ts'
import type { LocalEthereumChain } from './local-ethereum-chain.ts'

const now = Date.UTC(2026, 0, 1)
let chain: LocalEthereumChain

beforeAll(async () => {
  chain = await startLocalEthereumChain({ chainId: 8453, now })
})
afterAll(() => chain.stop())

const block = async (tag: string) => {
  const { number, timestamp } = (await chain.rpc('eth_getBlockByNumber', [tag, false])) as {
    number: string
    timestamp: string
  }
  return { number: Number(number), time: Number(timestamp) * 1000 }
}

test('the local chain has the given chain ID and start time, and reports RPC errors', async () => {
  expect(await chain.rpc('eth_chainId')).toBe('0x2105')
  expect(await chain.client.getChainId()).toBe(8453)
  expect(await block('earliest')).toEqual({ number: 0, time: now })
  await expect(chain.rpc('eth_nothing')).rejects.toThrow(JsonRpcError)
})

test('a block of the local chain is final after two more blocks', async () => {
  await chain.mine(5)
  const latest = await block('latest')
  expect((await block('finalized')).number).toBe(latest.number - 2)
  await chain.mine(3)
  expect((await block('finalized')).number).toBe(latest.number + 1)
})

test('the local chain continues from a time that is set, later or earlier', async () => {
  for (const time of [now + 86_400_000, now + 3_600_000]) {
    await chain.setTime(time)
    expect((await block('latest')).time).toBeGreaterThanOrEqual(time)
    expect((await block('latest')).time).toBeLessThan(time + 10_000)
  }
})

test('the local chain can revert to a snapshot only once', async () => {
  const balance = () => chain.rpc('eth_getBalance', [ethereumTestKeys.carol.address, 'latest'])
  const snapshot = await chain.snapshot()
  const before = await block('latest')
  await chain.rpc('anvil_setBalance', [ethereumTestKeys.carol.address, '0x5'])
  await chain.mine(2)
  expect(await balance()).toBe('0x5')
  await chain.revert(snapshot)
  expect(await balance()).toBe('0x0')
  expect(await block('latest')).toEqual(before)
  await expect(chain.revert(snapshot)).rejects.toThrow('serves only once')
})

test('the local chain mines at its block time until it is stopped', async () => {
  const ticking = await startLocalEthereumChain({ blockTime: 1 })
  const latest = async () => Number(await ticking.rpc('eth_blockNumber'))
  await vi.waitUntil(async () => (await latest()) >= 1, { timeout: 10_000 })
  await ticking.stop()
  await expect(callJsonRpcForTests(ticking.url, 'eth_chainId')).rejects.toThrow('fetch failed')
})

test('the local chain exits with the process that started it, even if that process is killed', async () => {
  const program = `import { startLocalEthereumChain } from './local-ethereum-chain.ts'; console.log((await startLocalEthereumChain()).url)`
  const flags = ['--input-type=module', '--eval', program]
  const owner = spawn(process.execPath, flags, { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] })
  const [url] = (await once(owner.stdout, 'data')).map((chunk) => String(chunk).trim())
  expect(await callJsonRpcForTests(String(url), 'eth_chainId')).toBe('0x1')
  owner.kill('SIGKILL')
  await vi.waitFor(() => expect(callJsonRpcForTests(String(url), 'eth_chainId')).rejects.toThrow('fetch failed'), {
    timeout: 10_000,
  })
})
