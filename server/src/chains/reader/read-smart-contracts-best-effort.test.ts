// Two nodes must agree on every call, but one contract makes them disagree.
import type { ContractCall } from '@countersign/proof/chain-reader'
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import { startFakeChainNode } from '@countersign/testing/chain/fake-chain-node'
import { startLocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import { expect, onTestFinished, test } from 'vitest'
import { createTestChainReader } from '../../testing/chain-reader-fixtures.ts'
import { readSmartContractsBestEffort } from './read-smart-contracts-best-effort.ts'

const nothingAt = (digits: string): ContractCall => ({ to: `0x${digits.repeat(20)}`, data: '0x00' })

/**
 * The result of multicall.sol for a call without code. The lying node replaces the last of these.
 */
const noCode = `01${'0'.repeat(126)}`
const otherwise = `02${'0'.repeat(62)}${'ab'.repeat(32)}`

test('S3: a contract that makes nodes disagree leaves the results of 99 other calls intact', async () => {
  const chain = await startLocalEthereumChain({ chainId: 8453 })
  const divided = await startFakeChainNode(chain.url, {
    kind: 'lying',
    lie: ({ method, params }, result) =>
      method === 'eth_call' && JSON.stringify(params).includes('ee'.repeat(20))
        ? String(result).replace(new RegExp(`${noCode}$`), otherwise)
        : result,
  })
  onTestFinished(async () => {
    await divided.stop()
    await chain.stop()
  })
  const reader = createTestChainReader({ id: '8453', rpc: [chain.url, divided.url], quorum: 2 })
  const honest = Array.from({ length: 99 }, () => nothingAt('11'))
  const hostile = nothingAt('ee')
  const error: unknown = await reader.read([...honest, hostile]).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ChainUnavailableError)
  expect((error as ChainUnavailableError).calls).toEqual([hostile])
  const { results } = await readSmartContractsBestEffort(reader, [...honest, hostile])
  expect(results).toEqual([...honest.map(() => ({ outcome: 'no-code' })), null])
  await expect(readSmartContractsBestEffort(reader, [hostile])).rejects.toThrow('did not agree')
})

test('S9: an unavailable chain is read only once', async () => {
  let readings = 0
  const down = { read: () => Promise.reject(new ChainUnavailableError(`down, reading ${(readings += 1)}`)) }
  await expect(readSmartContractsBestEffort(down, [nothingAt('11'), nothingAt('22')])).rejects.toThrow(
    'down, reading 1',
  )
  expect(readings).toBe(1)
})
