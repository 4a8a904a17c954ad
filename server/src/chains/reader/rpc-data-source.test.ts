import type { ChainBlock } from '@countersign/proof/chain-reader'
import { expect, test } from 'vitest'
import { RpcNodeError } from './rpc-node-error.ts'
import { coalesceHeadBlockRequests } from './rpc-data-source.ts'
import type { RpcDataSource } from './rpc-data-source.ts'

const block: ChainBlock = { number: '7', hash: `0x${'ab'.repeat(32)}`, at: 0 }
const never = new AbortController().signal

function share(headMs = 60_000) {
  const asked: { signal: AbortSignal; answer: (block: ChainBlock) => void }[] = []
  const source: RpcDataSource = {
    name: 'the node',
    readHead: (_at, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<ChainBlock>()
      signal.addEventListener('abort', () => reject(new RpcNodeError('timed_out')))
      asked.push({ signal, answer: resolve })
      return promise
    },
    callContracts: () => Promise.reject(new RpcNodeError('error')),
  }
  return { asked, source: coalesceHeadBlockRequests(source, headMs) }
}

test('S9: an aborted caller does not cancel the shared head block request of other callers', async () => {
  const { asked, source } = share()
  const hasty = new AbortController()
  const first = source.readHead('latest', hasty.signal)
  const second = source.readHead('latest', never)
  hasty.abort()
  await expect(first).rejects.toThrow('did not answer in time')
  await expect(source.readHead('latest', AbortSignal.abort())).rejects.toThrow('did not answer in time')
  expect([asked.length, asked[0]?.signal.aborted]).toEqual([1, false])
  asked[0]?.answer(block)
  expect(await second).toEqual(block)
})

test('S9: a head block request that times out fails for all callers, and the next call retries', async () => {
  const { asked, source } = share(20)
  const both = [source.readHead('latest', never), source.readHead('latest', never)]
  for (const one of both) await expect(one).rejects.toThrow('did not answer in time')
  const next = source.readHead('latest', never)
  expect(asked.length).toBe(2)
  asked[1]?.answer(block)
  expect(await next).toEqual(block)
})

test('the latest and the finalized head block are requested separately', async () => {
  const { asked, source } = share()
  const both = [source.readHead('latest', never), source.readHead('finalized', never)]
  expect(asked.length).toBe(2)
  for (const { answer } of asked) answer(block)
  expect(await Promise.all(both)).toEqual([block, block])
})
