// Tests that each contract behaves as its name says. The server's tests cover how the server
// handles these contracts.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Address } from 'viem'
import { createEthereumTestKey, ethereumTestKeys } from '../ethereum-test-keys.ts'
import { JsonRpcError } from './call-json-rpc-for-tests.ts'
import {
  callContract,
  getCompiledTestContract,
  deployTestContract,
  deployTestContractOnce,
  sendContractTransaction,
} from './smart-contract-fixtures.ts'
import { erc1271MagicValue, isErc1271SignatureAccepted, callIsValidSignature } from './contract-signature-test-steps.ts'
import { startLocalEthereumChain } from './local-ethereum-chain.ts'
import type { LocalEthereumChain } from './local-ethereum-chain.ts'

let chain: LocalEthereumChain

beforeAll(async () => {
  chain = await startLocalEthereumChain()
})
afterAll(() => chain.stop())

const answerOf = async (name: string) =>
  callIsValidSignature(chain, await deployTestContract(chain, name), 'One message.', '0x00')

test('a test contract can be deployed repeatedly, or once at a fixed address', async () => {
  expect(await deployTestContract(chain, 'Preparable')).not.toBe(await deployTestContract(chain, 'Preparable'))
  expect(await deployTestContractOnce(chain, 'Preparable')).toBe(await deployTestContractOnce(chain, 'Preparable'))
  expect(() => getCompiledTestContract('Nothing')).toThrow('There is no contract Nothing')
})

test('minted tokens belong to the address for which they were minted', async () => {
  const holder = createEthereumTestKey(77).address
  const coin = await deployTestContract(chain, 'TestCoin')
  await sendContractTransaction(chain, { to: coin, contract: 'TestCoin', name: 'mint', args: [holder, 5n] })
  expect(await callContract(chain, { to: coin, contract: 'TestCoin', name: 'balanceOf', args: [holder] })).toBe(5n)
  const picture = await deployTestContract(chain, 'TestPicture')
  await sendContractTransaction(chain, { to: picture, contract: 'TestPicture', name: 'mint', args: [holder, 7n] })
  expect(await callContract(chain, { to: picture, contract: 'TestPicture', name: 'ownerOf', args: [7n] })).toBe(holder)
  const sale = {
    to: picture,
    contract: 'TestPicture',
    name: 'transferFrom',
    args: [holder, ethereumTestKeys.bob.address, 7n],
    from: holder as Address,
  }
  await sendContractTransaction(chain, sale)
  expect(await callContract(chain, { to: picture, contract: 'TestPicture', name: 'balanceOf', args: [holder] })).toBe(
    0n,
  )
  const items = await deployTestContract(chain, 'TestItems')
  await sendContractTransaction(chain, { to: items, contract: 'TestItems', name: 'mint', args: [holder, 3n, 2n] })
  expect(await callContract(chain, { to: items, contract: 'TestItems', name: 'balanceOf', args: [holder, 3n] })).toBe(
    2n,
  )
})

test.each([
  ['AnswersTrue', `0x${'00'.repeat(31)}01`],
  ['AnswersMagicAsNumber', `0x${'00'.repeat(28)}1626ba7e`],
  ['AnswersMagicWithRest', `0x1626ba7e${'00'.repeat(27)}01`],
  ['AnswersTwoWords', `${erc1271MagicValue}${'00'.repeat(32)}`],
  ['AnswersBareMagic', '0x1626ba7e'],
  ['AnswersWrongMagic', `0xffffffff${'00'.repeat(28)}`],
  ['AnswersNothing', '0x'],
  ['AcceptsAnything', erc1271MagicValue],
])('S3: %s returns its fixed response to isValidSignature', async (name, answer) => {
  expect(await answerOf(name)).toBe(answer)
})

test('S3: AnswersHugely returns 2 MiB that start with the magic value', async () => {
  const answer = await answerOf('AnswersHugely')
  expect(answer).toHaveLength(2 + 2 * 2_097_152)
  expect(answer.startsWith(erc1271MagicValue)).toBe(true)
})

test('S3: contracts that revert return their revert data', async () => {
  await expect(answerOf('Reverts')).rejects.toThrow('this signature is not for me')
  await expect(answerOf('RevertsWithMagic')).rejects.toMatchObject({ data: erc1271MagicValue })
  const huge = await answerOf('RevertsHugely').catch((error: unknown) => error)
  expect(huge).toBeInstanceOf(JsonRpcError)
  expect((huge as JsonRpcError).data).toHaveLength(2 + 2 * 2_097_152)
})

test.each(['BurnsAllGas', 'RunsForever'])('S3: %s uses all the gas it is given', async (name) => {
  const to = await deployTestContract(chain, name)
  const data = `0x1626ba7e${'00'.repeat(31)}00${'00'.repeat(31)}40${'00'.repeat(32)}`
  const [{ calls }] = (await chain.rpc('eth_simulateV1', [
    { blockStateCalls: [{ calls: [{ to, data, gas: '0x4c4b40' }] }] },
    'latest',
  ])) as [{ calls: [{ status: string; gasUsed: string }] }]
  expect(calls[0].status).toBe('0x0')
  expect(Number(calls[0].gasUsed)).toBeGreaterThan(4_800_000)
})

test('S10: LooksElsewhere sends an off-chain lookup to its URL, and accepts the response', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('content-type', 'application/json').end('{"data":"0x"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const wallet = await deployTestContract(chain, 'LooksElsewhere', [`http://127.0.0.1:${port}/elsewhere`])
  const question = {
    to: wallet,
    contract: 'LooksElsewhere',
    name: 'isValidSignature',
    args: [`0x${'00'.repeat(32)}`, '0x'],
  }
  // By default, viem sends the request that the contract asks for.
  expect(await callContract(chain, question)).toBe('0x1626ba7e')
  expect(asked).toEqual(['/elsewhere'])
  server.closeAllConnections()
  server.close()
})

test('S6: Preparable accepts any signature once anyone has prepared it', async () => {
  const wallet = await deployTestContract(chain, 'Preparable')
  expect(await isErc1271SignatureAccepted(chain, wallet, 'One message.', '0x')).toBe(false)
  await sendContractTransaction(chain, { to: wallet, contract: 'Preparable', name: 'prepare' })
  expect(await isErc1271SignatureAccepted(chain, wallet, 'One message.', '0x')).toBe(true)
})
