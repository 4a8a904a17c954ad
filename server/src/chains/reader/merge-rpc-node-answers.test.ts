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

/** What came of it, or which questions it failed for. */
const tell = (work: Promise<MulticallResult>): Promise<unknown> =>
  work.then(
    ({ answers }) =>
      answers.map((answer) => (answer?.outcome === 'answered' ? answer.data : (answer?.outcome ?? null))),
    (error: unknown) => {
      if (error instanceof RpcNodeError) return { [error.reason]: error.calls.map(({ to }) => to.slice(2, 4)) }
      throw error
    },
  )

test('S9 what enough say of each question counts, also where no two nodes say the same of all', async () => {
  const all = [
    node(say('0x01'), say('0x02'), say('0xff')),
    node(say('0x01'), say('0xff'), say('0x03')),
    node(say('0xff'), say('0x02'), say('0x03')),
  ]
  expect(await tell(mergeRpcNodeAnswers(questions, all, 2))).toEqual(['0x01', '0x02', '0x03'])
  expect(await tell(mergeRpcNodeAnswers(questions, all, 3))).toEqual({ disagreement: ['11', '22', '33'] })
})

test('S3 a contract that tells nodes apart is named, so that others can be asked about without it', async () => {
  const all = [
    node(say('0x01'), say('0xaa'), say('0x03')),
    node(say('0x01'), { outcome: 'failed', code }, say('0x03')),
    down(),
  ]
  expect(await tell(mergeRpcNodeAnswers(questions, all, 2))).toEqual({ disagreement: ['22'] })
})

test('S9 the same words of another code are another answer', async () => {
  const other: ContractCallResult = {
    outcome: 'answered',
    code: { ...code, delegate: `0x${'dd'.repeat(20)}` },
    data: '0x01',
  }
  expect(await tell(mergeRpcNodeAnswers(questions.slice(0, 1), [node(say('0x01')), node(other)], 2))).toEqual({
    disagreement: ['11'],
  })
})

test('S6 S9 that a wallet is not there yet has to be agreed on too', async () => {
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

test('S9 nobody waits for a node that is silent once enough have said the same, also that they had no gas left', async () => {
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

test('a question that one node had no gas left for is asked again, not disputed', async () => {
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

test('S9 too few that answer are no quorum, whatever they say', async () => {
  expect(
    await tell(mergeRpcNodeAnswers(questions, [node(say('0x01'), say('0x02'), say('0x03')), down(), down()], 2)),
  ).toEqual({
    disagreement: [],
  })
  expect(await tell(mergeRpcNodeAnswers(questions, [], 2))).toEqual({ disagreement: [] })
})

test('a mistake of our own is not taken for one of the nodes', async () => {
  await expect(mergeRpcNodeAnswers(questions, [Promise.reject(new TypeError('wrong')), down()], 2)).rejects.toThrow(
    TypeError,
  )
})
