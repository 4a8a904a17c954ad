// Proofs with hostile contracts, or with signatures for another wallet.
import { verifyContractSignature, encodeIsValidSignatureCall } from '@countersign/proof/verify-contract-signature'
import type { ContractWalletPolicy } from '@countersign/proof/verify-contract-signature'
import { deploySmartAccount, signAsSmartAccount } from '@countersign/testing/chain/smart-account-fixtures'
import { deployTestContract } from '@countersign/testing/chain/smart-contract-fixtures'
import { startFakeChainNode } from '@countersign/testing/chain/fake-chain-node'
import { startLocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import {
  deploySafeWallet,
  replaceSafeWalletOwner,
  signAsSafeWallet,
} from '@countersign/testing/chain/safe-wallet-fixtures'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Hex } from 'viem'
import { createTestChainReader } from '../../testing/chain-reader-fixtures.ts'
import {
  startContractWalletChain,
  stopContractWalletChain,
  contractWalletChain,
  verifyOnContractWalletChain,
  contractWalletChainReader,
  describeContractProofResult,
} from '../../testing/contract-wallet-proof-fixtures.ts'

const { alice, bob } = ethereumTestKeys
const text = 'sign-in.example wants you to sign in with your Ethereum account'
const strict: ContractWalletPolicy = { factories: [], allowDelegates: false }

beforeAll(startContractWalletChain)
afterAll(stopContractWalletChain)

describe('S3: contract answers', () => {
  test.each([
    ['AnswersTrue', 'answer_malformed'],
    ['AnswersMagicAsNumber', 'answer_malformed'],
    ['AnswersMagicWithRest', 'answer_malformed'],
    ['AnswersTwoWords', 'answer_malformed'],
    ['AnswersBareMagic', 'answer_malformed'],
    ['AnswersNothing', 'answer_malformed'],
    ['AnswersWrongMagic', 'not_accepted'],
    ['Reverts', 'contract_failed'],
    ['RevertsWithMagic', 'contract_failed'],
    ['RevertsHugely', 'contract_failed'],
    ['AnswersHugely', 'contract_failed'],
    ['BurnsAllGas', 'contract_failed'],
    ['RunsForever', 'contract_failed'],
  ])('from %s are refused within 3 s', async (name, reason) => {
    const address = await deployTestContract(contractWalletChain, name)
    const began = performance.now()
    expect(await verifyOnContractWalletChain(signAsSmartAccount(alice, text), address)).toMatchObject({
      outcome: 'refused',
      reason,
    })
    expect(performance.now() - began).toBeLessThan(3000)
  })

  test('of 2 MiB are refused as too long, even with enough gas', async () => {
    const node = await startFakeChainNode(contractWalletChain.url)
    const generous = createTestChainReader({ id: '8453', rpc: [node.url] }, { limits: { chainCallGas: 15_000_000 } })
    expect(
      await verifyOnContractWalletChain(
        '0x12',
        await deployTestContract(contractWalletChain, 'AnswersHugely'),
        strict,
        generous,
      ),
    ).toMatchObject({
      outcome: 'refused',
      reason: 'answer_too_long',
    })
    expect(
      await verifyOnContractWalletChain(
        '0x12',
        await deployTestContract(contractWalletChain, 'RevertsHugely'),
        strict,
        generous,
      ),
    ).toMatchObject({
      outcome: 'refused',
      reason: 'contract_failed',
    })
    await node.stop()
  })

  test('of exactly 4 KiB are read whole and in order, and longer ones are not read', async () => {
    // Bytecode that returns the first word of the call, padded with zeros to `length` bytes.
    const echoOf = (length: string): Hex => `0x5f355f5261${length}5ff3`
    const [echo, tooLong]: [Hex, Hex] = [`0x${'e0'.repeat(20)}`, `0x${'e1'.repeat(20)}`]
    await contractWalletChain.rpc('anvil_setCode', [echo, echoOf('1000')])
    await contractWalletChain.rpc('anvil_setCode', [tooLong, echoOf('1001')])
    const word = (index: number): string => (index + 1).toString(16).padStart(64, '0')
    const node = await startFakeChainNode(contractWalletChain.url)
    const watched = createTestChainReader({ id: '8453', rpc: [node.url] })
    const { results } = await watched.read(
      Array.from({ length: 30 }, (_, index) => ({ to: index === 7 ? tooLong : echo, data: `0x${word(index)}` })),
    )
    for (const [index, answer] of results.entries()) {
      if (index === 7) expect(answer.outcome).toBe('too-long')
      else expect(answer).toMatchObject({ outcome: 'answered', data: `0x${word(index)}${'00'.repeat(4064)}` })
    }
    // Five answers of 4 KiB fit into one request.
    expect(node.callCounts['eth_call']).toBe(6)
    await node.stop()
  })

  test('from hostile contracts do not block other calls in the same read', async () => {
    const burning: string[] = []
    while (burning.length < 4) burning.push(await deployTestContract(contractWalletChain, 'BurnsAllGas'))
    const running = await deployTestContract(contractWalletChain, 'RunsForever')
    const good = await deployTestContract(contractWalletChain, 'AcceptsAnything')
    const addresses = [...burning, running, good, ...burning, alice.address, good]
    const { results } = await contractWalletChainReader.read(
      addresses.map((address) => encodeIsValidSignatureCall(text, '0x12', address)),
    )
    expect(results.map(({ outcome }) => outcome)).toEqual([
      ...Array<string>(5).fill('failed'),
      'answered',
      ...Array<string>(4).fill('failed'),
      'no-code',
      'answered',
    ])
  })
})

describe('S4: a wallet address shared by two chains', () => {
  test('is verified on each chain only by the current owner on that chain', async () => {
    const other = await startLocalEthereumChain({ chainId: 10 })
    const onOther = createTestChainReader({ id: '10', rpc: [other.url] })
    const here = await deploySafeWallet(contractWalletChain, { owners: [alice], threshold: 1, salt: 4 })
    const there = await deploySafeWallet(other, { owners: [alice], threshold: 1, salt: 4 })
    expect(there.address).toBe(here.address)
    await replaceSafeWalletOwner(other, there.address, [alice], { from: alice, to: bob })
    const byAlice = await signAsSafeWallet([alice], text, here.address, 8453)
    const byBob = await signAsSafeWallet([bob], text, there.address, 10)
    expect(describeContractProofResult(await verifyOnContractWalletChain(byAlice, here.address))).toBe(
      'proved by erc1271',
    )
    expect(describeContractProofResult(await verifyOnContractWalletChain(byBob, there.address, strict, onOther))).toBe(
      'proved by erc1271',
    )
    expect(describeContractProofResult(await verifyOnContractWalletChain(byBob, here.address))).toBe('contract_failed')
    for (const signature of [byAlice, await signAsSafeWallet([alice], text, there.address, 10)]) {
      expect(
        describeContractProofResult(await verifyOnContractWalletChain(signature, there.address, strict, onOther)),
      ).toBe('contract_failed')
    }
    await other.stop()
  })
})

describe('S5: a signature for another wallet of the same owner', () => {
  test('is refused by the wallet, or because the message contains another address', async () => {
    const [first, second] = [
      await deploySafeWallet(contractWalletChain, { owners: [alice], threshold: 1, salt: 51 }),
      await deploySafeWallet(contractWalletChain, { owners: [alice], threshold: 1, salt: 52 }),
    ]
    const signature = await signAsSafeWallet([alice], text, first.address, 8453)
    expect(describeContractProofResult(await verifyOnContractWalletChain(signature, first.address))).toBe(
      'proved by erc1271',
    )
    expect(describeContractProofResult(await verifyOnContractWalletChain(signature, second.address))).toBe(
      'contract_failed',
    )

    const [one, two] = [
      await deploySmartAccount(contractWalletChain, { owner: alice, salt: 53 }),
      await deploySmartAccount(contractWalletChain, { owner: alice, salt: 54 }),
    ]
    const forOne = `${text}:\n${one.address}`
    const plain = signAsSmartAccount(alice, forOne)
    expect((await verifyContractSignature(forOne, plain, one.address, contractWalletChainReader, strict)).outcome).toBe(
      'verified',
    )
    expect(
      (await verifyContractSignature(`${text}:\n${two.address}`, plain, two.address, contractWalletChainReader, strict))
        .outcome,
    ).toBe('refused')
  })
})

describe('S10: a contract wallet that requests an offchain lookup', () => {
  test('is refused without sending a request', async () => {
    let requests = 0
    const elsewhere = createServer((_request, response) => {
      requests += 1
      response.end('{"data":"0x1626ba7e"}')
    })
    await new Promise<void>((resolve) => void elsewhere.listen(0, '127.0.0.1', resolve))
    const contract = await deployTestContract(contractWalletChain, 'LooksElsewhere', [
      `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/{sender}/{data}`,
    ])
    expect(await verifyOnContractWalletChain('0x12', contract)).toMatchObject({
      outcome: 'refused',
      reason: 'contract_failed',
    })
    expect(requests).toBe(0)
    elsewhere.close()
  })
})
