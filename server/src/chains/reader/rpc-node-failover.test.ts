// A failing node is paused, skipped, and used again later.
import { encodeIsValidSignatureCall } from '@countersign/proof/verify-contract-signature'
import { deployTestContract } from '@countersign/testing/chain/smart-contract-fixtures'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestChainReader } from '../../testing/chain-reader-fixtures.ts'
import {
  startChainBehindFaultyNodes,
  stopChainBehindFaultyNodes,
  startFaultyRpcNode,
  decodeErc1271CheckResult,
  callErc1271SignatureCheck,
  signatureAcceptingContractAddress,
  chainBehindFaultyNodes,
} from '../../testing/faulty-rpc-node-fixtures.ts'

beforeAll(startChainBehindFaultyNodes)
afterAll(stopChainBehindFaultyNodes)

const limits = { chainReadTimeoutSeconds: 1 }

describe('S9: a failing RPC node', () => {
  test('is paused after three failures, for longer each time, and used again once it recovers', async () => {
    const clock = { now: Date.now() }
    const node = await startFaultyRpcNode({ kind: 'error' })
    const reader = createTestChainReader(
      { id: '8453', rpc: [node.url], staleSeconds: 86_400 },
      { clock: () => clock.now },
    )
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect(await decodeErc1271CheckResult(callErc1271SignatureCheck(reader))).toBe(
        'the node answered with an error (-32603)',
      )
    const asked = node.calls.length
    const resting = 'the node is temporarily not queried because it failed several times'
    for (let attempt = 0; attempt < 20; attempt += 1)
      expect(await decodeErc1271CheckResult(callErc1271SignatureCheck(reader))).toBe(resting)
    expect(node.calls.length).toBe(asked)
    clock.now += 4999
    expect(await decodeErc1271CheckResult(callErc1271SignatureCheck(reader))).toBe(resting)
    clock.now += 1
    expect(
      await Promise.all([
        decodeErc1271CheckResult(callErc1271SignatureCheck(reader)),
        callErc1271SignatureCheck(reader).catch(String),
      ]),
    ).toContain('the node answered with an error (-32603)')
    expect(node.calls.length).toBe(asked + 2)
    clock.now += 9999
    expect(await decodeErc1271CheckResult(callErc1271SignatureCheck(reader))).toBe(resting)
    await node.setBehavior({ kind: 'honest' })
    clock.now += 1
    expect(await decodeErc1271CheckResult(callErc1271SignatureCheck(reader))).toBe(true)
    expect(await decodeErc1271CheckResult(callErc1271SignatureCheck(reader))).toBe(true)
  })

  test('that fails only for finalized blocks still serves other reads', async () => {
    const node = await startFaultyRpcNode({
      kind: 'lying',
      lie: ({ params }, result) => (params[0] === 'finalized' ? null : result),
    })
    const reader = createTestChainReader({ id: '8453', rpc: [node.url] })
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(
        await decodeErc1271CheckResult(
          reader.read([encodeIsValidSignatureCall('text', '0x12', signatureAcceptingContractAddress)], {
            blockTag: 'finalized',
          }),
        ),
      ).toBe('the node does not have the block')
    expect(await decodeErc1271CheckResult(callErc1271SignatureCheck(reader))).toBe(true)
  })

  test('is not paused for failed contract calls', async () => {
    const node = await startFaultyRpcNode({
      kind: 'lying',
      lie: ({ method }, result) => (method === 'eth_call' ? null : result),
    })
    const reader = createTestChainReader({ id: '8453', rpc: [node.url] })
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await decodeErc1271CheckResult(callErc1271SignatureCheck(reader))).toBe(
        'the node answered with a malformed response',
      )
    await node.setBehavior({ kind: 'honest' })
    expect(await decodeErc1271CheckResult(callErc1271SignatureCheck(reader))).toBe(true)
  })

  test('is skipped in favor of the next node', async () => {
    const [first, second] = [await startFaultyRpcNode({ kind: 'silent' }), await startFaultyRpcNode()]
    const reader = createTestChainReader({ id: '8453', rpc: [first.url, second.url] }, { limits })
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect(await decodeErc1271CheckResult(callErc1271SignatureCheck(reader))).toBe(true)
    const asked = first.calls.length
    expect(await decodeErc1271CheckResult(callErc1271SignatureCheck(reader))).toBe(true)
    expect(first.calls.length).toBe(asked)
    await second.setBehavior({ kind: 'down' })
    expect(await decodeErc1271CheckResult(callErc1271SignatureCheck(reader))).toBe(
      'node 2 could not be reached; node 1 did not answer in time',
    )
  })

  test('S13: is not used while it is behind a known block, even if the first node is down', async () => {
    const stale = await startFaultyRpcNode({ kind: 'stale' })
    await deployTestContract(chainBehindFaultyNodes, 'AcceptsAnything')
    const first = await startFaultyRpcNode()
    const reader = createTestChainReader({ id: '8453', rpc: [first.url, stale.url] }, { limits })
    const { block } = await callErc1271SignatureCheck(reader)
    await first.setBehavior({ kind: 'down' })
    const later = reader.read([encodeIsValidSignatureCall('text', '0x12', signatureAcceptingContractAddress)], {
      notBefore: block.number,
    })
    expect(await decodeErc1271CheckResult(later)).toBe(
      'node 1 could not be reached; node 2 is behind a block that this server has already accepted',
    )
    await stale.setBehavior({ kind: 'honest' })
    expect(
      await decodeErc1271CheckResult(
        reader.read([encodeIsValidSignatureCall('text', '0x12', signatureAcceptingContractAddress)], {
          notBefore: block.number,
        }),
      ),
    ).toBe(true)
  })

  test('S14: a node with 200 ms latency answers 100 concurrent reads', async () => {
    const node = await startFaultyRpcNode({ kind: 'slow', milliseconds: 200 })
    const reader = createTestChainReader({ id: '8453', rpc: [node.url] }, { limits: { chainReadTimeoutSeconds: 30 } })
    const results = await Promise.all(
      Array.from({ length: 100 }, () => decodeErc1271CheckResult(callErc1271SignatureCheck(reader))),
    )
    expect(results).toEqual(Array(100).fill(true))
    expect(node.callCounts['eth_getBlockByNumber']).toBeLessThanOrEqual(4)
  })

  test('S14: several failing nodes delay no read beyond its timeout', async () => {
    const nodes = [
      await startFaultyRpcNode({ kind: 'silent' }),
      await startFaultyRpcNode({ kind: 'dripping' }),
      await startFaultyRpcNode({ kind: 'slow', milliseconds: 9000 }),
    ]
    const reader = createTestChainReader({ id: '8453', rpc: nodes.map(({ url }) => url) }, { limits })
    const began = performance.now()
    const results = await Promise.all(
      Array.from({ length: 30 }, () => decodeErc1271CheckResult(callErc1271SignatureCheck(reader))),
    )
    expect(results.every((one) => typeof one === 'string')).toBe(true)
    expect(performance.now() - began).toBeLessThan(3000)
  })
})
