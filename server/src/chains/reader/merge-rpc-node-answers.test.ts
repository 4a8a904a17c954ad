import type { ContractCallResult, Hex, ContractCall } from '@countersign/proof/chain-reader'
import { expect, test } from 'vitest'
import { mergeRpcNodeAnswers } from './merge-rpc-node-answers.ts'
import type { MulticallResult } from './encode-and-decode-multicall.ts'
import { RpcNodeError } from './rpc-node-error.ts'

const questions = ['11', '22', '33'].map((digits): ContractCall => ({ to: `0x${digits.repeat(20)}`, data: '0x' }))
const code = { hash: `0x${'cd'.repeat(32)}`, delegate: null } as const
const say = (data: Hex): ContractCallResult => ({ outcome: 'answered', code, data })
const node = async (...answers: (ContractCallResult | null)[]): Promise<MulticallResult> => ({
  chainId: '1',
  simulated: false,
  answers,
})
const down = (): Promise<MulticallResult> => Promise.reject(new RpcNodeError('connection_failed'))
const silent = (): Promise<MulticallResult> => new Promise(() => undefined)

const tell = (work: Promise<MulticallResult>): Promise<unknown> =>
  work.then(
    ({ answers }) =>
      answers.map((answer) => (answer?.outcome === 'answered' ? answer.data : (answer?.outcome ?? null))),
    (error: unknown) => {
      if (error instanceof RpcNodeError) return { [error.reason]: error.calls.map(({ to }) => to.slice(2, 4)) }
      throw error
    },
  )

test('S9: a quorum is counted per call, even if no two nodes agree on all calls', async () => {
  const all = [
    node(say('0x01'), say('0x02'), say('0xff')),
    node(say('0x01'), say('0xff'), say('0x03')),
    node(say('0xff'), say('0x02'), say('0x03')),
  ]
  expect(await tell(mergeRpcNodeAnswers(questions, all, 2))).toEqual(['0x01', '0x02', '0x03'])
  expect(await tell(mergeRpcNodeAnswers(questions, all, 3))).toEqual({ disagreement: ['11', '22', '33'] })
})

test('S3: a contract that makes nodes disagree is named, so other calls can proceed without it', async () => {
  const all = [
    node(say('0x01'), say('0xaa'), say('0x03')),
    node(say('0x01'), { outcome: 'failed', code }, say('0x03')),
    down(),
  ]
  expect(await tell(mergeRpcNodeAnswers(questions, all, 2))).toEqual({ disagreement: ['22'] })
})

test('S9: matching results do not count as agreement if the code differs', async () => {
  const other: ContractCallResult = {
    outcome: 'answered',
    code: { ...code, delegate: `0x${'dd'.repeat(20)}` },
    data: '0x01',
  }
  expect(await tell(mergeRpcNodeAnswers(questions.slice(0, 1), [node(say('0x01')), node(other)], 2))).toEqual({
    disagreement: ['11'],
  })
})

test('S6 S9: nodes must also agree that a wallet is undeployed', async () => {
  const foreseen = async (simulated: boolean): Promise<MulticallResult> => ({ ...(await node(say('0x01'))), simulated })
  expect(await tell(mergeRpcNodeAnswers(questions.slice(0, 1), [foreseen(true), foreseen(false)], 2))).toEqual({
    disagreement: ['11'],
  })
  expect(
    (await mergeRpcNodeAnswers(questions.slice(0, 1), [foreseen(true), foreseen(false), foreseen(true)], 2)).simulated,
  ).toBe(true)
  expect(
    (await mergeRpcNodeAnswers(questions.slice(0, 1), [foreseen(true), foreseen(false), foreseen(false)], 2)).simulated,
  ).toBe(false)
})

test('S9: a silent node is not awaited once a quorum agrees, even if it agrees that gas ran out', async () => {
  expect(
    await tell(
      mergeRpcNodeAnswers(
        questions,
        [node(say('0x01'), say('0x02'), null), silent(), node(say('0x01'), say('0x02'), null)],
        2,
      ),
    ),
  ).toEqual(['0x01', '0x02', null])
})

test('a call that ran out of gas on one node is retried, not treated as a disagreement', async () => {
  expect(
    await tell(
      mergeRpcNodeAnswers(
        questions,
        [node(say('0x01'), say('0x02'), null), node(say('0x01'), say('0x02'), say('0x03'))],
        2,
      ),
    ),
  ).toEqual(['0x01', '0x02', null])
})

test('S9: too few answers do not form a quorum, whatever they contain', async () => {
  expect(
    await tell(mergeRpcNodeAnswers(questions, [node(say('0x01'), say('0x02'), say('0x03')), down(), down()], 2)),
  ).toEqual({
    disagreement: [],
  })
  expect(await tell(mergeRpcNodeAnswers(questions, [], 2))).toEqual({ disagreement: [] })
})

test('an internal error is not attributed to a node', async () => {
  await expect(mergeRpcNodeAnswers(questions, [Promise.reject(new TypeError('wrong')), down()], 2)).rejects.toThrow(
    TypeError,
  )
})
