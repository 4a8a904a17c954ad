// Nodes that fail, lag and lie (THREATS S9), each before a real chain: what is read is true, or nothing is read.
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import type { FakeChainNodeBehavior } from '@countersign/testing/chain/fake-chain-node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestChainReader } from '../../testing/chain-reader-fixtures.ts'
import {
  startChainBehindFaultyNodes,
  stopChainBehindFaultyNodes,
  startFaultyRpcNode,
  decodeErc1271CheckResult,
  callErc1271SignatureCheck,
  chainBehindFaultyNodes,
} from '../../testing/faulty-rpc-node-fixtures.ts'

beforeAll(startChainBehindFaultyNodes)
afterAll(stopChainBehindFaultyNodes)

const limits = { chainReadTimeoutSeconds: 1 }

describe('S9 one node', () => {
  test.each<[FakeChainNodeBehavior, string]>([
    [{ kind: 'down' }, 'could not be reached'],
    [{ kind: 'slow', milliseconds: 5000 }, 'did not answer in time'],
    [{ kind: 'silent' }, 'did not answer in time'],
    [{ kind: 'dripping' }, 'did not answer in time'],
    [{ kind: 'wrong-chain', chainId: 1 }, 'is a node of another chain'],
    [{ kind: 'garbage' }, 'answered what no node answers'],
    [{ kind: 'html' }, 'answered what no node answers'],
    [{ kind: 'huge' }, 'answered more than is read'],
    [{ kind: 'error' }, 'answered with an error (-32603)'],
    [{ kind: 'rate-limited' }, 'answered with an HTTP status that is not 200 (429)'],
    [{ kind: 'redirect', location: 'http://127.0.0.1:1/' }, 'answered with an HTTP status that is not 200 (302)'],
  ])('that is %j is unavailable, in time, and never a refusal', async (behaviour, reason) => {
    const node = await startFaultyRpcNode(behaviour)
    // Ten mebibytes are on their way for a while, where a machine is busy.
    const chainReadTimeoutSeconds = behaviour.kind === 'huge' ? 10 : limits.chainReadTimeoutSeconds
    const reader = createTestChainReader({ id: '8453', rpc: [node.url] }, { limits: { chainReadTimeoutSeconds } })
    const began = performance.now()
    expect(await decodeErc1271CheckResult(callErc1271SignatureCheck(reader))).toBe(`the node ${reason}`)
    expect(performance.now() - began).toBeLessThan(chainReadTimeoutSeconds * 1000 + 2000)
  })

  test('whose head is old is unavailable, and so is one whose head is of tomorrow', async () => {
    const node = await startFaultyRpcNode()
    for (const hours of [1, -1]) {
      const reader = createTestChainReader(
        { id: '8453', rpc: [node.url] },
        { clock: () => Date.now() + hours * 3_600_000 },
      )
      expect(await decodeErc1271CheckResult(callErc1271SignatureCheck(reader))).toBe(
        'the node has fallen behind its chain, or its clock is wrong',
      )
    }
    expect(node.callCounts).not.toHaveProperty('eth_call')
  })

  test('that says another chain only where the contracts run is unavailable', async () => {
    const node = await startFaultyRpcNode({
      kind: 'lying',
      lie: ({ method }, result) =>
        method === 'eth_call' ? String(result).replace(/^0x.{64}/, `0x${'1'.padStart(64, '0')}`) : result,
    })
    expect(
      await decodeErc1271CheckResult(callErc1271SignatureCheck(createTestChainReader({ id: '8453', rpc: [node.url] }))),
    ).toBe('the node is a node of another chain')
  })

  test.each<[string, (result: string) => unknown]>([
    ['nothing', () => null],
    ['no bytes', () => '0x'],
    ['a part', (result) => result.slice(0, -2)],
    ['more', (result) => `${result}00`],
    ['half a byte', (result) => `${result}0`],
    [
      'an answer that is longer than it is',
      (result) => result.replace('0400000000000000000000200000', '0400000000000000000000400000'),
    ],
    ['an outcome that there is not', (result) => result.replace('04000000000000000000002', '05000000000000000000002')],
    ['an object', () => ({ data: '0x' })],
  ])('that answers %s in place of what contracts said is unavailable', async (_name, lie) => {
    const node = await startFaultyRpcNode({
      kind: 'lying',
      lie: ({ method }, result) => (method === 'eth_call' ? lie(String(result)) : result),
    })
    expect(
      await decodeErc1271CheckResult(callErc1271SignatureCheck(createTestChainReader({ id: '8453', rpc: [node.url] }))),
    ).toBe('the node answered what no node answers')
  })

  test('that gives less gas than a question needs has not answered it', async () => {
    // A node that silently gives less is one whose answer has nothing in it.
    const node = await startFaultyRpcNode({
      kind: 'lying',
      lie: ({ method }, result) =>
        method === 'eth_call'
          ? String(result).replace(/04(0{20}2)0.*$/, (rest) => `00${'0'.repeat(22)}${rest.slice(24, 128)}`)
          : result,
    })
    expect(
      await decodeErc1271CheckResult(callErc1271SignatureCheck(createTestChainReader({ id: '8453', rpc: [node.url] }))),
    ).toBe('the node allows less gas than one question needs')
  })

  test('is told by nothing that is said of it', async () => {
    const reader = createTestChainReader({ id: '8453', rpc: ['http://127.0.0.1:9/v3/secret-key'] }, { limits })
    const error: unknown = await callErc1271SignatureCheck(reader).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ChainUnavailableError)
    expect(`${String(error)} ${JSON.stringify(error)} ${(error as Error).stack ?? ''}`).not.toMatch(
      /secret-key|:9\/|127\.0\.0\.1/,
    )
  })

  test('is asked in two requests, and what many ask at the same moment begins with one block', async () => {
    const node = await startFaultyRpcNode()
    const reader = createTestChainReader({ id: '8453', rpc: [node.url] })
    await callErc1271SignatureCheck(reader)
    expect(node.callCounts).toEqual({ eth_chainId: 1, eth_getBlockByNumber: 1, eth_call: 1 })
    const { number } = (await chainBehindFaultyNodes.rpc('eth_getBlockByNumber', ['latest', false])) as {
      number: string
    }
    expect(node.calls.at(-1)?.params).toMatchObject([{ data: expect.any(String) as string }, number])
    node.clearCalls()
    await Promise.all(Array.from({ length: 8 }, () => callErc1271SignatureCheck(reader)))
    expect(node.callCounts).toEqual({ eth_getBlockByNumber: 1, eth_call: 8 })
  })

  test('is read at the block that can no longer be taken back where that is asked for', async () => {
    await chainBehindFaultyNodes.mine(5)
    const reader = createTestChainReader({ id: '8453', rpc: [chainBehindFaultyNodes.url] })
    const [{ block: latest }, { block: finalized }] = [
      await reader.read([]),
      await reader.read([], { blockTag: 'finalized' }),
    ]
    expect(Number(latest.number) - Number(finalized.number)).toBe(2)
  })
})
