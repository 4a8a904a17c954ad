// Tests that the fake node is honest by default, and that each named behavior works.
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { callJsonRpcForTests } from './call-json-rpc-for-tests.ts'
import { startFakeChainNode } from './fake-chain-node.ts'
import type { FakeChainNode } from './fake-chain-node.ts'
import { startLocalEthereumChain } from './local-ethereum-chain.ts'
import type { LocalEthereumChain } from './local-ethereum-chain.ts'

let chain: LocalEthereumChain
let node: FakeChainNode

beforeAll(async () => {
  chain = await startLocalEthereumChain()
  node = await startFakeChainNode(chain.url)
})
afterAll(() => Promise.all([node.stop(), chain.stop()]))
afterEach(async () => {
  await node.setBehavior({ kind: 'honest' })
  node.clearCalls()
})

const call = (method: string, params: readonly unknown[] = []) => callJsonRpcForTests(node.url, method, params)
const post = (body: unknown, init: RequestInit = {}) =>
  fetch(node.url, { method: 'POST', redirect: 'manual', body: JSON.stringify(body), ...init })
const holder = '0x0000000000000000000000000000000000000123'
const question = { jsonrpc: '2.0', id: 7, method: 'eth_chainId' }
const blockNumber = async (tag: string) =>
  ((await call('eth_getBlockByNumber', [tag, false])) as { number: string } | null)?.number

test('an honest fake node returns the responses of the chain, single or batched, and counts calls', async () => {
  expect(await call('eth_blockNumber')).toBe(await chain.rpc('eth_blockNumber'))
  await expect(call('eth_nothing')).rejects.toMatchObject({ code: -32_601 })
  const several = await post([question, { jsonrpc: '2.0', id: 'b', method: 'eth_blockNumber', params: [] }])
  expect(await several.json()).toEqual([
    { jsonrpc: '2.0', id: 7, result: '0x1' },
    { jsonrpc: '2.0', id: 'b', result: await chain.rpc('eth_blockNumber') },
  ])
  expect(node.callCounts).toEqual({ eth_blockNumber: 2, eth_nothing: 1, eth_chainId: 1 })
  node.clearCalls()
  expect(node.callCounts).toEqual({})
})

test('a fake node that is down refuses connections until it is restored at the same address', async () => {
  await node.setBehavior({ kind: 'down' })
  await expect(call('eth_chainId')).rejects.toThrow('fetch failed')
  const refusal = new Promise((resolve) => connect(Number(new URL(node.url).port), '127.0.0.1').once('error', resolve))
  expect(await refusal).toMatchObject({ code: 'ECONNREFUSED' })
  await node.setBehavior({ kind: 'honest' })
  expect(await call('eth_chainId')).toBe('0x1')
})

test('a slow fake node responds after a delay', async () => {
  await node.setBehavior({ kind: 'slow', milliseconds: 100 })
  const before = performance.now()
  expect(await call('eth_chainId')).toBe('0x1')
  expect(performance.now() - before).toBeGreaterThanOrEqual(95)
})

test('a silent or dripping fake node never completes a response', async () => {
  await node.setBehavior({ kind: 'silent' })
  await expect(post(question, { signal: AbortSignal.timeout(100) })).rejects.toThrow('timeout')
  await node.setBehavior({ kind: 'dripping' })
  const response = await post(question, { signal: AbortSignal.timeout(200) })
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow('timeout')
  expect(node.callCounts).toEqual({ eth_chainId: 2 })
})

test('a fake node on the wrong chain reports another chain ID, but its other responses are honest', async () => {
  await node.setBehavior({ kind: 'wrong-chain', chainId: 5 })
  expect(await call('eth_chainId')).toBe('0x5')
  expect(await call('eth_blockNumber')).toBe(await chain.rpc('eth_blockNumber'))
})

test('a stale fake node hides all later blocks and their state', async () => {
  await chain.mine(4)
  const [latest, finalized] = [await blockNumber('latest'), await blockNumber('finalized')]
  await node.setBehavior({ kind: 'stale' })
  await chain.mine(1)
  await chain.rpc('anvil_setBalance', [holder, '0x5'])
  await chain.mine(3)
  const later = String(await chain.rpc('eth_blockNumber'))
  expect(await call('eth_blockNumber')).toBe(latest)
  expect([await blockNumber('latest'), await blockNumber('finalized')]).toEqual([latest, finalized])
  expect(await blockNumber(later)).toBeUndefined()
  expect(await call('eth_getBalance', [holder])).toBe('0x0')
  await expect(call('eth_getBalance', [holder, { blockNumber: later }])).rejects.toThrow('header not found')
  await node.setBehavior({ kind: 'honest' })
  expect(await blockNumber('latest')).toBe(later)
  expect(await call('eth_getBalance', [holder, 'latest'])).toBe('0x5')
})

test('a lying fake node returns the altered result', async () => {
  await node.setBehavior({ kind: 'lying', lie: ({ method }, result) => (method === 'eth_call' ? '0x01' : result) })
  expect(await call('eth_call', [{ to: `0x${'00'.repeat(20)}` }, 'latest'])).toBe('0x01')
  expect(await call('eth_chainId')).toBe('0x1')
})

test('a fake node returns garbage, HTML, an error, a rate limit or a redirect, as its behavior says', async () => {
  await node.setBehavior({ kind: 'garbage' })
  await expect(call('eth_chainId')).rejects.toThrow(SyntaxError)
  await node.setBehavior({ kind: 'html' })
  const page = await post(question)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html'])
  await node.setBehavior({ kind: 'error' })
  await expect(call('eth_chainId')).rejects.toMatchObject({ code: -32_603 })
  await node.setBehavior({ kind: 'rate-limited' })
  expect((await post(question)).status).toBe(429)
  await node.setBehavior({ kind: 'redirect', location: chain.url })
  const redirect = await post(question)
  expect([redirect.status, redirect.headers.get('location')]).toEqual([302, chain.url])
})

test('a fake node with the behavior huge returns a result of 10 MiB', async () => {
  await node.setBehavior({ kind: 'huge' })
  const response = await post(question)
  expect(response.headers.get('content-length')).toBeNull()
  const { id, result } = (await response.json()) as { id: number; result: string }
  expect([id, result.length]).toEqual([7, 2 + 10 * 1024 * 1024])
})
