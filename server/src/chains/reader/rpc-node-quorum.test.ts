// Two of three nodes must agree.
import { encodeIsValidSignatureCall } from '@countersign/proof/verify-contract-signature'
import type { FakeChainNode, FakeChainNodeBehavior } from '@countersign/testing/chain/fake-chain-node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConfiguredChain } from '../../platform/chain-settings.ts'
import { createTestChainReader } from '../../testing/chain-reader-fixtures.ts'
import {
  startChainBehindFaultyNodes,
  stopChainBehindFaultyNodes,
  startFaultyRpcNode,
  decodeErc1271CheckResult,
  callErc1271SignatureCheck,
  signatureAcceptingContractAddress,
  signatureRejectingContractAddress,
  chainBehindFaultyNodes,
} from '../../testing/faulty-rpc-node-fixtures.ts'

beforeAll(startChainBehindFaultyNodes)
afterAll(stopChainBehindFaultyNodes)

/** Replaces the ERC-1271 magic value with another value, and vice versa. */
const lyingNode: FakeChainNodeBehavior = {
  kind: 'lying',
  lie: ({ method }, result) => {
    if (method !== 'eth_call') return result
    const text = String(result)
    return text.includes('1626ba7e') ? text.replace('1626ba7e', 'ffffffff') : text.replace('ffffffff', '1626ba7e')
  },
}

describe('S9: a quorum of two out of three RPC nodes', () => {
  // If the read waited for the silent node, it would exceed the timeout of the test.
  const patient = { chainReadTimeoutSeconds: 30 }

  const quorumOf = async (
    ...behaviours: FakeChainNodeBehavior[]
  ): Promise<{ reader: ConfiguredChain; nodes: FakeChainNode[] }> => {
    const nodes = await Promise.all(behaviours.map(startFaultyRpcNode))
    return {
      nodes,
      reader: createTestChainReader({ id: '8453', rpc: nodes.map(({ url }) => url), quorum: 2 }, { limits: patient }),
    }
  }
  const honest: FakeChainNodeBehavior = { kind: 'honest' }

  test('outvotes one lying node in any position', async () => {
    for (const behaviours of [
      [lyingNode, honest, honest],
      [honest, lyingNode, honest],
      [honest, honest, lyingNode],
    ]) {
      const { reader } = await quorumOf(...behaviours)
      expect([
        await decodeErc1271CheckResult(callErc1271SignatureCheck(reader, signatureAcceptingContractAddress)),
        await decodeErc1271CheckResult(callErc1271SignatureCheck(reader, signatureRejectingContractAddress)),
      ]).toEqual([true, false])
    }
  })

  test.each<FakeChainNodeBehavior>([
    { kind: 'down' },
    { kind: 'silent' },
    { kind: 'huge' },
    { kind: 'error' },
    { kind: 'wrong-chain', chainId: 1 },
  ])('answers without waiting for a third node that is %j', async (behaviour) => {
    const { reader } = await quorumOf(behaviour, honest, honest)
    const began = performance.now()
    expect([
      await decodeErc1271CheckResult(callErc1271SignatureCheck(reader, signatureAcceptingContractAddress)),
      await decodeErc1271CheckResult(callErc1271SignatureCheck(reader, signatureRejectingContractAddress)),
    ]).toEqual([true, false])
    expect(performance.now() - began).toBeLessThan(5000)
  })

  test('fails if the nodes disagree or too few answer', async () => {
    const { reader } = await quorumOf(lyingNode, honest, { kind: 'down' })
    expect(await decodeErc1271CheckResult(callErc1271SignatureCheck(reader))).toBe(
      'the nodes did not agree, or too few of them answered',
    )
    const { reader: alone } = await quorumOf(honest, { kind: 'down' }, { kind: 'down' })
    expect(await decodeErc1271CheckResult(callErc1271SignatureCheck(alone))).toBe(
      'the nodes did not agree, or too few of them answered',
    )
  })

  test('reads at the newest block that two nodes have', async () => {
    const { reader, nodes } = await quorumOf({ kind: 'stale' }, { kind: 'stale' }, honest)
    const { number } = (await chainBehindFaultyNodes.rpc('eth_getBlockByNumber', ['latest', false])) as {
      number: string
    }
    await chainBehindFaultyNodes.mine(3)
    expect(
      (await reader.read([encodeIsValidSignatureCall('text', '0x12', signatureAcceptingContractAddress)])).block.number,
    ).toBe(String(Number(number)))
    await nodes[1]?.setBehavior({ kind: 'stale' })
    expect(
      (await reader.read([encodeIsValidSignatureCall('text', '0x12', signatureAcceptingContractAddress)])).block.number,
    ).toBe(String(Number(number) + 3))
  })

  test('reads at the newest block that two nodes consider final', async () => {
    await chainBehindFaultyNodes.mine(4)
    const { reader } = await quorumOf(honest, { kind: 'down' }, honest)
    const [{ block: latest }, { block: finalized }] = [
      await reader.read([]),
      await reader.read([], { blockTag: 'finalized' }),
    ]
    expect(Number(latest.number) - Number(finalized.number)).toBe(2)
  })

  test('is not misled by a node that invents blocks', async () => {
    for (const invented of ['0xffffff', '0x1']) {
      const inventor: FakeChainNodeBehavior = {
        kind: 'lying',
        lie: ({ method }, result) =>
          method === 'eth_getBlockByNumber' && result !== null
            ? { ...(result as object), number: invented, hash: `0x${'ab'.repeat(32)}` }
            : result,
      }
      const { reader } = await quorumOf(inventor, honest, honest)
      const { block, results } = await callErc1271SignatureCheck(reader)
      expect([Number(block.number), results.length]).toEqual([
        Number(await chainBehindFaultyNodes.rpc('eth_blockNumber')),
        1,
      ])
      expect(block.hash).not.toContain('abab')
    }
  })
})
