// Nodes that fail, lag or lie (THREATS S9): every read returns the correct result or fails.
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

describe('S9: a single RPC node', () => {
  test.each<[FakeChainNodeBehavior, string]>([
    [{ kind: 'down' }, 'could not be reached'],
    [{ kind: 'slow', milliseconds: 5000 }, 'did not answer in time'],
    [{ kind: 'silent' }, 'did not answer in time'],
    [{ kind: 'dripping' }, 'did not answer in time'],
    [{ kind: 'wrong-chain', chainId: 1 }, 'is a node of a different chain'],
    [{ kind: 'garbage' }, 'answered with a malformed response'],
    [{ kind: 'html' }, 'answered with a malformed response'],
    [{ kind: 'huge' }, 'answered with too much data'],
    [{ kind: 'error' }, 'answered with an error (-32603)'],
    [{ kind: 'rate-limited' }, 'answered with an HTTP status other than 200 (429)'],
    [{ kind: 'redirect', location: 'http://127.0.0.1:1/' }, 'answered with an HTTP status other than 200 (302)'],
  ])('that is %j is reported as unavailable in time, never as a refusal', async (behaviour, reason) => {
    const node = await startFaultyRpcNode(behaviour)
    const chainReadTimeoutSeconds = behaviour.kind === 'huge' ? 10 : limits.chainReadTimeoutSeconds
    const reader = createTestChainReader({ id: '8453', rpc: [node.url] }, { limits: { chainReadTimeoutSeconds } })
    const began = performance.now()
    expect(await decodeErc1271CheckResult(callErc1271SignatureCheck(reader))).toBe(`the node ${reason}`)
    expect(performance.now() - began).toBeLessThan(chainReadTimeoutSeconds * 1000 + 2000)
  })

  test('with a head block that is too old or in the future is unavailable', async () => {
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

  test('that reports another chain ID, but only in call results, is unavailable', async () => {
    const node = await startFaultyRpcNode({
      kind: 'lying',
      lie: ({ method }, result) =>
        method === 'eth_call' ? String(result).replace(/^0x.{64}/, `0x${'1'.padStart(64, '0')}`) : result,
    })
    expect(
      await decodeErc1271CheckResult(callErc1271SignatureCheck(createTestChainReader({ id: '8453', rpc: [node.url] }))),
    ).toBe('the node is a node of a different chain')
  })

  test.each<[string, (result: string) => unknown]>([
    ['null', () => null],
    ['0x', () => '0x'],
    ['a truncated result', (result) => result.slice(0, -2)],
    ['a result with an extra byte', (result) => `${result}00`],
    ['a result with an extra half byte', (result) => `${result}0`],
    [
      'an answer length beyond the data',
      (result) => result.replace('0400000000000000000000200000', '0400000000000000000000400000'),
    ],
    ['an unknown outcome', (result) => result.replace('04000000000000000000002', '05000000000000000000002')],
    ['an object', () => ({ data: '0x' })],
  ])('that returns %s as the call result is unavailable', async (_name, lie) => {
    const node = await startFaultyRpcNode({
      kind: 'lying',
      lie: ({ method }, result) => (method === 'eth_call' ? lie(String(result)) : result),
    })
    expect(
      await decodeErc1271CheckResult(callErc1271SignatureCheck(createTestChainReader({ id: '8453', rpc: [node.url] }))),
    ).toBe('the node answered with a malformed response')
  })

  test('that allows less gas than one call needs is unavailable', async () => {
    // A node that silently applies a lower gas limit returns an empty answer.
    const node = await startFaultyRpcNode({
      kind: 'lying',
      lie: ({ method }, result) =>
        method === 'eth_call'
          ? String(result).replace(/04(0{20}2)0.*$/, (rest) => `00${'0'.repeat(22)}${rest.slice(24, 128)}`)
          : result,
    })
    expect(
      await decodeErc1271CheckResult(callErc1271SignatureCheck(createTestChainReader({ id: '8453', rpc: [node.url] }))),
    ).toBe('the node allows less gas than one call needs')
  })

  test('does not reveal its URL in errors', async () => {
    const reader = createTestChainReader({ id: '8453', rpc: ['http://127.0.0.1:9/v3/secret-key'] }, { limits })
    const error: unknown = await callErc1271SignatureCheck(reader).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ChainUnavailableError)
    expect(`${String(error)} ${JSON.stringify(error)} ${(error as Error).stack ?? ''}`).not.toMatch(
      /secret-key|:9\/|127\.0\.0\.1/,
    )
  })

  test('is read in two requests, and concurrent reads share one head block request', async () => {
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

  test('is read at the finalized block on request', async () => {
    await chainBehindFaultyNodes.mine(5)
    const reader = createTestChainReader({ id: '8453', rpc: [chainBehindFaultyNodes.url] })
    const [{ block: latest }, { block: finalized }] = [
      await reader.read([]),
      await reader.read([], { blockTag: 'finalized' }),
    ]
    expect(Number(latest.number) - Number(finalized.number)).toBe(2)
  })
})
