// Nodes that fail, lag and lie (THREATS S9), each before a real chain: what is read is true, or nothing is read.
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import type { ChainReadResult } from '@countersign/proof/chain-reader'
import { isSignatureAccepted, encodeIsValidSignatureCall } from '@countersign/proof/verify-contract-signature'
import { deployContract } from '@countersign/testing/chain/test-contracts'
import { startFakeChainNode } from '@countersign/testing/chain/fake-chain-node'
import type { FakeChainNode, FakeChainNodeBehavior } from '@countersign/testing/chain/fake-chain-node'
import { startLocalChain } from '@countersign/testing/chain/local-chain'
import type { LocalChain } from '@countersign/testing/chain/local-chain'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ConfiguredChain } from '../../platform/chain-settings.ts'
import { createTestChainReader } from '../../testing/test-chains.ts'

let chain: LocalChain
let yes: string
let no: string

beforeAll(async () => {
  chain = await startLocalChain({ chainId: 8453 })
  yes = await deployContract(chain, 'AcceptsAnything')
  no = await deployContract(chain, 'AnswersWrongMagic')
})
afterAll(() => chain.stop())

async function startNode(behaviour?: FakeChainNodeBehavior): Promise<FakeChainNode> {
  const node = await startFakeChainNode(chain.url, behaviour)
  onTestFinished(() => node.stop())
  return node
}

const read = (reader: ConfiguredChain, address = yes): Promise<ChainReadResult> =>
  reader.read([encodeIsValidSignatureCall('text', '0x12', address)])

/** Whether the contract said yes; or why nobody knows. */
const tell = async (reading: Promise<ChainReadResult>): Promise<boolean | string> => {
  try {
    const {
      results: [answer],
    } = await reading
    return answer !== undefined && isSignatureAccepted(answer, { allowDelegates: false })
  } catch (error) {
    if (error instanceof ChainUnavailableError) return error.reason
    throw error
  }
}

/** Lies whatever the contract is: it answers the magic value where it does not, and the other way round. */
const liar: FakeChainNodeBehavior = {
  kind: 'lying',
  lie: ({ method }, result) => {
    if (method !== 'eth_call') return result
    const text = String(result)
    return text.includes('1626ba7e') ? text.replace('1626ba7e', 'ffffffff') : text.replace('ffffffff', '1626ba7e')
  },
}

const limits = { chainReadSeconds: 1 }

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
    const node = await startNode(behaviour)
    // Ten mebibytes are on their way for a while, where a machine is busy.
    const chainReadSeconds = behaviour.kind === 'huge' ? 10 : limits.chainReadSeconds
    const reader = createTestChainReader({ id: '8453', rpc: [node.url] }, { limits: { chainReadSeconds } })
    const began = performance.now()
    expect(await tell(read(reader))).toBe(`the node ${reason}`)
    expect(performance.now() - began).toBeLessThan(chainReadSeconds * 1000 + 2000)
  })

  test('whose head is old is unavailable, and so is one whose head is of tomorrow', async () => {
    const node = await startNode()
    for (const hours of [1, -1]) {
      const reader = createTestChainReader(
        { id: '8453', rpc: [node.url] },
        { clock: () => Date.now() + hours * 3_600_000 },
      )
      expect(await tell(read(reader))).toBe('the node has fallen behind its chain, or its clock is wrong')
    }
    expect(node.callCounts).not.toHaveProperty('eth_call')
  })

  test('that says another chain only where the contracts run is unavailable', async () => {
    const node = await startNode({
      kind: 'lying',
      lie: ({ method }, result) =>
        method === 'eth_call' ? String(result).replace(/^0x.{64}/, `0x${'1'.padStart(64, '0')}`) : result,
    })
    expect(await tell(read(createTestChainReader({ id: '8453', rpc: [node.url] })))).toBe(
      'the node is a node of another chain',
    )
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
    const node = await startNode({
      kind: 'lying',
      lie: ({ method }, result) => (method === 'eth_call' ? lie(String(result)) : result),
    })
    expect(await tell(read(createTestChainReader({ id: '8453', rpc: [node.url] })))).toBe(
      'the node answered what no node answers',
    )
  })

  test('that gives less gas than a question needs has not answered it', async () => {
    // A node that silently gives less is one whose answer has nothing in it.
    const node = await startNode({
      kind: 'lying',
      lie: ({ method }, result) =>
        method === 'eth_call'
          ? String(result).replace(/04(0{20}2)0.*$/, (rest) => `00${'0'.repeat(22)}${rest.slice(24, 128)}`)
          : result,
    })
    expect(await tell(read(createTestChainReader({ id: '8453', rpc: [node.url] })))).toBe(
      'the node allows less gas than one question needs',
    )
  })

  test('is told by nothing that is said of it', async () => {
    const reader = createTestChainReader({ id: '8453', rpc: ['http://127.0.0.1:9/v3/secret-key'] }, { limits })
    const error: unknown = await read(reader).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ChainUnavailableError)
    expect(`${String(error)} ${JSON.stringify(error)} ${(error as Error).stack ?? ''}`).not.toMatch(
      /secret-key|:9\/|127\.0\.0\.1/,
    )
  })

  test('is asked in two requests, and what many ask at the same moment begins with one block', async () => {
    const node = await startNode()
    const reader = createTestChainReader({ id: '8453', rpc: [node.url] })
    await read(reader)
    expect(node.callCounts).toEqual({ eth_chainId: 1, eth_getBlockByNumber: 1, eth_call: 1 })
    const { number } = (await chain.rpc('eth_getBlockByNumber', ['latest', false])) as { number: string }
    expect(node.calls.at(-1)?.params).toMatchObject([{ data: expect.any(String) as string }, number])
    node.clearCalls()
    await Promise.all(Array.from({ length: 8 }, () => read(reader)))
    expect(node.callCounts).toEqual({ eth_getBlockByNumber: 1, eth_call: 8 })
  })

  test('is read at the block that can no longer be taken back where that is asked for', async () => {
    await chain.mine(5)
    const reader = createTestChainReader({ id: '8453', rpc: [chain.url] })
    const [{ block: latest }, { block: finalized }] = [
      await reader.read([]),
      await reader.read([], { at: 'finalized' }),
    ]
    expect(Number(latest.number) - Number(finalized.number)).toBe(2)
  })
})

describe('S9 a node that fails', () => {
  test('is left alone after three failures, longer each time, and used again when it has recovered', async () => {
    const clock = { now: Date.now() }
    const node = await startNode({ kind: 'error' })
    const reader = createTestChainReader(
      { id: '8453', rpc: [node.url], staleSeconds: 86_400 },
      { clock: () => clock.now },
    )
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect(await tell(read(reader))).toBe('the node answered with an error (-32603)')
    const asked = node.calls.length
    const resting = 'the node is not asked for now, after several failures'
    for (let attempt = 0; attempt < 20; attempt += 1) expect(await tell(read(reader))).toBe(resting)
    expect(node.calls.length).toBe(asked)
    clock.now += 4999
    expect(await tell(read(reader))).toBe(resting)
    clock.now += 1
    // One tries it; whoever comes at the same time does not wait for what comes of it.
    expect(await Promise.all([tell(read(reader)), read(reader).catch(String)])).toContain(
      'the node answered with an error (-32603)',
    )
    // Its chain and its newest block.
    expect(node.calls.length).toBe(asked + 2)
    clock.now += 9999
    expect(await tell(read(reader))).toBe(resting)
    await node.setBehavior({ kind: 'honest' })
    clock.now += 1
    expect(await tell(read(reader))).toBe(true)
    expect(await tell(read(reader))).toBe(true)
  })

  test('only at what is final is still good for everything else', async () => {
    const node = await startNode({
      kind: 'lying',
      lie: ({ params }, result) => (params[0] === 'finalized' ? null : result),
    })
    const reader = createTestChainReader({ id: '8453', rpc: [node.url] })
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await tell(reader.read([encodeIsValidSignatureCall('text', '0x12', yes)], { at: 'finalized' }))).toBe(
        'the node does not have the block',
      )
    expect(await tell(read(reader))).toBe(true)
  })

  test('is not left alone for what a contract made slow', async () => {
    const node = await startNode({
      kind: 'lying',
      lie: ({ method }, result) => (method === 'eth_call' ? null : result),
    })
    const reader = createTestChainReader({ id: '8453', rpc: [node.url] })
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await tell(read(reader))).toBe('the node answered what no node answers')
    await node.setBehavior({ kind: 'honest' })
    expect(await tell(read(reader))).toBe(true)
  })

  test('is passed over for the next one', async () => {
    const [first, second] = [await startNode({ kind: 'silent' }), await startNode()]
    const reader = createTestChainReader({ id: '8453', rpc: [first.url, second.url] }, { limits })
    for (let attempt = 0; attempt < 3; attempt += 1) expect(await tell(read(reader))).toBe(true)
    const asked = first.calls.length
    expect(await tell(read(reader))).toBe(true)
    expect(first.calls.length).toBe(asked)
    await second.setBehavior({ kind: 'down' })
    expect(await tell(read(reader))).toBe('node 2 could not be reached; node 1 did not answer in time')
  })

  test('S13 that is behind a block that is known already says nothing, also where the one before it is down', async () => {
    const stale = await startNode({ kind: 'stale' })
    await deployContract(chain, 'AcceptsAnything')
    const first = await startNode()
    const reader = createTestChainReader({ id: '8453', rpc: [first.url, stale.url] }, { limits })
    const { block } = await read(reader)
    await first.setBehavior({ kind: 'down' })
    const later = reader.read([encodeIsValidSignatureCall('text', '0x12', yes)], { notBefore: block.number })
    expect(await tell(later)).toBe(
      'node 1 could not be reached; node 2 has not reached a block that was believed before',
    )
    await stale.setBehavior({ kind: 'honest' })
    expect(
      await tell(reader.read([encodeIsValidSignatureCall('text', '0x12', yes)], { notBefore: block.number })),
    ).toBe(true)
  })

  test('S14 a hundred at once are all answered by a node of 200 ms', async () => {
    const node = await startNode({ kind: 'slow', milliseconds: 200 })
    const reader = createTestChainReader({ id: '8453', rpc: [node.url] }, { limits: { chainReadSeconds: 30 } })
    const told = await Promise.all(Array.from({ length: 100 }, () => tell(read(reader))))
    expect(told).toEqual(Array(100).fill(true))
    // Not one round after the other of a few: whoever waits for a place waits for one round.
    expect(node.callCounts['eth_getBlockByNumber']).toBeLessThanOrEqual(4)
  })

  test('S14 costs nobody more than the time that a reading has, however many there are', async () => {
    const nodes = [
      await startNode({ kind: 'silent' }),
      await startNode({ kind: 'dripping' }),
      await startNode({ kind: 'slow', milliseconds: 9000 }),
    ]
    const reader = createTestChainReader({ id: '8453', rpc: nodes.map(({ url }) => url) }, { limits })
    const began = performance.now()
    const told = await Promise.all(Array.from({ length: 30 }, () => tell(read(reader))))
    expect(told.every((one) => typeof one === 'string')).toBe(true)
    expect(performance.now() - began).toBeLessThan(3000)
  })
})

describe('S9 two of three nodes', () => {
  // Whoever waited for a node that is silent would wait for as long as tests may run.
  const patient = { chainReadSeconds: 30 }

  const quorumOf = async (
    ...behaviours: FakeChainNodeBehavior[]
  ): Promise<{ reader: ConfiguredChain; nodes: FakeChainNode[] }> => {
    const nodes = await Promise.all(behaviours.map(startNode))
    return {
      nodes,
      reader: createTestChainReader({ id: '8453', rpc: nodes.map(({ url }) => url), quorum: 2 }, { limits: patient }),
    }
  }
  const honest: FakeChainNodeBehavior = { kind: 'honest' }

  test('outvote one that lies, in whichever place it stands', async () => {
    for (const behaviours of [
      [liar, honest, honest],
      [honest, liar, honest],
      [honest, honest, liar],
    ]) {
      const { reader } = await quorumOf(...behaviours)
      expect([await tell(read(reader, yes)), await tell(read(reader, no))]).toEqual([true, false])
    }
  })

  test.each<FakeChainNodeBehavior>([
    { kind: 'down' },
    { kind: 'silent' },
    { kind: 'huge' },
    { kind: 'error' },
    { kind: 'wrong-chain', chainId: 1 },
  ])('answer without the third, which is %j', async (behaviour) => {
    const { reader } = await quorumOf(behaviour, honest, honest)
    const began = performance.now()
    expect([await tell(read(reader, yes)), await tell(read(reader, no))]).toEqual([true, false])
    expect(performance.now() - began).toBeLessThan(5000)
  })

  test('that do not say the same say nothing', async () => {
    const { reader } = await quorumOf(liar, honest, { kind: 'down' })
    expect(await tell(read(reader))).toBe('the nodes did not say the same, or too few of them answered')
    const { reader: alone } = await quorumOf(honest, { kind: 'down' }, { kind: 'down' })
    expect(await tell(read(alone))).toBe('the nodes did not say the same, or too few of them answered')
  })

  test('are read at the newest block that two have', async () => {
    const { reader, nodes } = await quorumOf({ kind: 'stale' }, { kind: 'stale' }, honest)
    const { number } = (await chain.rpc('eth_getBlockByNumber', ['latest', false])) as { number: string }
    await chain.mine(3)
    expect((await reader.read([encodeIsValidSignatureCall('text', '0x12', yes)])).block.number).toBe(
      String(Number(number)),
    )
    // One that has a later block of its own is asked for theirs.
    await nodes[1]?.setBehavior({ kind: 'stale' })
    expect((await reader.read([encodeIsValidSignatureCall('text', '0x12', yes)])).block.number).toBe(
      String(Number(number) + 3),
    )
  })

  test('are read at the newest block that two know to be final', async () => {
    await chain.mine(4)
    const { reader } = await quorumOf(honest, { kind: 'down' }, honest)
    const [{ block: latest }, { block: finalized }] = [
      await reader.read([]),
      await reader.read([], { at: 'finalized' }),
    ]
    expect(Number(latest.number) - Number(finalized.number)).toBe(2)
  })

  test('are not led away by one that invents blocks', async () => {
    for (const invented of ['0xffffff', '0x1']) {
      const inventor: FakeChainNodeBehavior = {
        kind: 'lying',
        lie: ({ method }, result) =>
          method === 'eth_getBlockByNumber' && result !== null
            ? { ...(result as object), number: invented, hash: `0x${'ab'.repeat(32)}` }
            : result,
      }
      const { reader } = await quorumOf(inventor, honest, honest)
      const { block, results } = await read(reader)
      expect([Number(block.number), results.length]).toEqual([Number(await chain.rpc('eth_blockNumber')), 1])
      expect(block.hash).not.toContain('abab')
    }
  })
})
