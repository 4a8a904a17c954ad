// Real contract wallets on a real chain, and contracts that mean harm, each proved or refused as it must be.
import { verifyContractSignature, encodeIsValidSignatureCall } from '@countersign/proof/verify-contract-signature'
import type { ContractVerificationResult, ContractWalletPolicy } from '@countersign/proof/verify-contract-signature'
import {
  deploySmartAccount,
  predictSmartAccount,
  changeSmartAccountOwner,
  signAsSmartAccount,
  signAsUndeployedSmartAccount,
} from '@countersign/testing/chain/smart-account'
import {
  deployContract,
  deployContractOnce,
  callContract,
  sendTransaction,
} from '@countersign/testing/chain/test-contracts'
import { delegateKey, revokeDelegation } from '@countersign/testing/chain/eip7702-delegation'
import { wrapErc6492Signature } from '@countersign/testing/chain/erc1271'
import { startFakeChainNode } from '@countersign/testing/chain/fake-chain-node'
import { startLocalChain } from '@countersign/testing/chain/local-chain'
import type { LocalChain } from '@countersign/testing/chain/local-chain'
import {
  approveMessageOnChain,
  changeSafeThreshold,
  deploySafe,
  predictSafe,
  replaceSafeOwner,
  signAsUndeployedSafe,
  signAsSafe,
} from '@countersign/testing/chain/safe-multisig'
import { createTestKey, testKeys } from '@countersign/testing/test-keys'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keccak256 } from 'viem'
import type { Hex } from 'viem'
import type { ConfiguredChain } from '../../platform/chain-settings.ts'
import { createTestChainReader } from '../../testing/test-chains.ts'

const { alice, bob, carol } = testKeys
const text = 'sign-in.example wants you to sign in with your Ethereum account'
const strict: ContractWalletPolicy = { factories: [], allowDelegates: false }

let chain: LocalChain
let reader: ConfiguredChain

beforeAll(async () => {
  chain = await startLocalChain({ chainId: 8453 })
  reader = createTestChainReader({ id: '8453', rpc: [chain.url] })
})
afterAll(() => chain.stop())

const prove = (
  signature: string,
  address: string,
  rules: ContractWalletPolicy = strict,
  on: ConfiguredChain = reader,
): Promise<ContractVerificationResult> => verifyContractSignature(text, signature, address, on, rules)

const reasonOf = (proof: ContractVerificationResult): string =>
  proof.outcome === 'verified' ? `proved by ${proof.method}` : proof.reason

const codeHashOf = async (address: string): Promise<Hex> =>
  keccak256((await chain.rpc('eth_getCode', [address, 'latest'])) as Hex)

/** A salt of its own for every Safe, so that none is another's. */
let salt = 1000
const nextSalt = (): number => (salt += 1)

describe('a Safe, 2 of 2', () => {
  const owners = [alice, bob]

  test('is proved by both owners, with the block and the code that said so', async () => {
    const { address } = await deploySafe(chain, { owners, threshold: 2, salt: nextSalt() })
    const signature = await signAsSafe(owners, text, address, 8453)
    const { number, hash, timestamp } = (await chain.rpc('eth_getBlockByNumber', ['latest', false])) as Record<
      string,
      string
    >
    expect(await prove(signature, address)).toEqual({
      outcome: 'verified',
      method: 'erc1271',
      block: { number: String(Number(number)), hash, at: Number(timestamp) * 1000 },
      codeHash: await codeHashOf(address),
      signature,
      extraResults: [],
    })
  })

  test('is refused by one owner, by another text, by nothing', async () => {
    const { address } = await deploySafe(chain, { owners, threshold: 2, salt: nextSalt() })
    expect(reasonOf(await prove(await signAsSafe([alice], text, address, 8453), address))).toBe('contract_failed')
    expect(reasonOf(await prove(await signAsSafe(owners, `${text}.`, address, 8453), address))).toBe('contract_failed')
    expect(reasonOf(await prove('0x', address))).toBe('contract_failed')
  })

  test('is proved by the empty signature once its owners have approved on the chain', async () => {
    const { address } = await deploySafe(chain, { owners, threshold: 2, salt: nextSalt() })
    await approveMessageOnChain(chain, address, owners, text)
    expect(await prove('0x', address)).toMatchObject({ outcome: 'verified', method: 'erc1271', signature: '0x' })
    expect(reasonOf(await verifyContractSignature(`${text}.`, '0x', address, reader, strict))).toBe('contract_failed')
  })

  test('S8 no longer stands behind the signature of an owner who was replaced, or of too few', async () => {
    const { address } = await deploySafe(chain, { owners, threshold: 2, salt: nextSalt() })
    const signature = await signAsSafe(owners, text, address, 8453)
    await replaceSafeOwner(chain, address, owners, { from: bob, to: carol })
    expect(reasonOf(await prove(signature, address))).toBe('contract_failed')

    const single = await deploySafe(chain, { owners, threshold: 1, salt: nextSalt() })
    const alone = await signAsSafe([alice], text, single.address, 8453)
    expect(reasonOf(await prove(alone, single.address))).toBe('proved by erc1271')
    await changeSafeThreshold(chain, single.address, [alice], 2)
    expect(reasonOf(await prove(alone, single.address))).toBe('contract_failed')
  })

  test('is proved before it is deployed, and stays the same wallet after', async () => {
    const safe = await predictSafe(chain, { owners, threshold: 2, salt: nextSalt() })
    const rules = { ...strict, factories: [safe.factory.toLowerCase()] }
    const wrapped = await signAsUndeployedSafe(safe, owners, text, 8453)
    const inner = (await signAsSafe(owners, text, safe.address, 8453)).toLowerCase()
    expect(await prove(wrapped, safe.address, rules)).toMatchObject({
      outcome: 'verified',
      method: 'erc6492',
      codeHash: null,
      signature: inner,
    })
    expect(await chain.rpc('eth_getCode', [safe.address, 'latest'])).toBe('0x')
    await sendTransaction(chain, { to: safe.factory, data: safe.factoryData })
    for (const signature of [wrapped, inner]) {
      expect(await prove(signature, safe.address, rules)).toMatchObject({
        outcome: 'verified',
        method: 'erc1271',
        codeHash: await codeHashOf(safe.address),
        signature: inner,
      })
    }
  })
})

describe('an account of one owner', () => {
  test('is proved deployed and undeployed, until it has another owner', async () => {
    const account = await deploySmartAccount(chain, { owner: alice, salt: nextSalt() })
    const signature = signAsSmartAccount(alice, text)
    expect(reasonOf(await prove(signature, account.address))).toBe('proved by erc1271')
    await changeSmartAccountOwner(chain, account.address, alice, bob)
    expect(reasonOf(await prove(signature, account.address))).toMatch(/contract_failed|not_accepted/)

    const foreseen = await predictSmartAccount(chain, { owner: alice, salt: nextSalt() })
    const rules = { ...strict, factories: [foreseen.factory.toLowerCase()] }
    expect(reasonOf(await prove(signAsUndeployedSmartAccount(foreseen, alice, text), foreseen.address, rules))).toBe(
      'proved by erc6492',
    )
    expect(reasonOf(await prove(signAsUndeployedSmartAccount(foreseen, bob, text), foreseen.address, rules))).toMatch(
      /contract_failed|not_accepted/,
    )
    expect(reasonOf(await prove(signature, foreseen.address, rules))).toBe('not_deployed')
  })
})

describe('S3 a contract that answers', () => {
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
  ])('as %s does is refused within 3 s', async (name, reason) => {
    const address = await deployContract(chain, name)
    const began = performance.now()
    expect(await prove(signAsSmartAccount(alice, text), address)).toMatchObject({ outcome: 'refused', reason })
    expect(performance.now() - began).toBeLessThan(3000)
  })

  test('2 MiB, with gas enough for it, is refused without being taken over', async () => {
    const node = await startFakeChainNode(chain.url)
    const generous = createTestChainReader({ id: '8453', rpc: [node.url] }, { limits: { chainCallGas: 15_000_000 } })
    expect(await prove('0x12', await deployContract(chain, 'AnswersHugely'), strict, generous)).toMatchObject({
      outcome: 'refused',
      reason: 'answer_too_long',
    })
    expect(await prove('0x12', await deployContract(chain, 'RevertsHugely'), strict, generous)).toMatchObject({
      outcome: 'refused',
      reason: 'contract_failed',
    })
    await node.stop()
  })

  test('as much as is read, thirty times in one reading, is read whole and in order', async () => {
    // The question's first word, and zeros up to the length that is given: 4096 bytes, and one more.
    const echoOf = (length: string): Hex => `0x5f355f5261${length}5ff3`
    const [echo, tooLong]: [Hex, Hex] = [`0x${'e0'.repeat(20)}`, `0x${'e1'.repeat(20)}`]
    await chain.rpc('anvil_setCode', [echo, echoOf('1000')])
    await chain.rpc('anvil_setCode', [tooLong, echoOf('1001')])
    const word = (index: number): string => (index + 1).toString(16).padStart(64, '0')
    const node = await startFakeChainNode(chain.url)
    const watched = createTestChainReader({ id: '8453', rpc: [node.url] })
    const { results } = await watched.read(
      Array.from({ length: 30 }, (_, index) => ({ to: index === 7 ? tooLong : echo, data: `0x${word(index)}` })),
    )
    for (const [index, answer] of results.entries()) {
      if (index === 7) expect(answer.outcome).toBe('too-long')
      else expect(answer).toMatchObject({ outcome: 'answered', data: `0x${word(index)}${'00'.repeat(4064)}` })
    }
    // Five answers of 4 KiB have room in one request.
    expect(node.callCounts['eth_call']).toBe(6)
    await node.stop()
  })

  test('does not keep others from being asked in the same reading', async () => {
    const burning: string[] = []
    while (burning.length < 4) burning.push(await deployContract(chain, 'BurnsAllGas'))
    const running = await deployContract(chain, 'RunsForever')
    const good = await deployContract(chain, 'AcceptsAnything')
    const addresses = [...burning, running, good, ...burning, alice.address, good]
    const { results } = await reader.read(addresses.map((address) => encodeIsValidSignatureCall(text, '0x12', address)))
    expect(results.map(({ outcome }) => outcome)).toEqual([
      ...Array<string>(5).fill('failed'),
      'answered',
      ...Array<string>(4).fill('failed'),
      'no-code',
      'answered',
    ])
  })
})

describe('S4 the same address on another chain', () => {
  test('belongs to whom it belongs to there', async () => {
    const other = await startLocalChain({ chainId: 10 })
    const onOther = createTestChainReader({ id: '10', rpc: [other.url] })
    const here = await deploySafe(chain, { owners: [alice], threshold: 1, salt: 4 })
    const there = await deploySafe(other, { owners: [alice], threshold: 1, salt: 4 })
    expect(there.address).toBe(here.address)
    await replaceSafeOwner(other, there.address, [alice], { from: alice, to: bob })
    const byAlice = await signAsSafe([alice], text, here.address, 8453)
    const byBob = await signAsSafe([bob], text, there.address, 10)
    expect(reasonOf(await prove(byAlice, here.address))).toBe('proved by erc1271')
    expect(reasonOf(await prove(byBob, there.address, strict, onOther))).toBe('proved by erc1271')
    expect(reasonOf(await prove(byBob, here.address))).toBe('contract_failed')
    for (const signature of [byAlice, await signAsSafe([alice], text, there.address, 10)]) {
      expect(reasonOf(await prove(signature, there.address, strict, onOther))).toBe('contract_failed')
    }
    await other.stop()
  })
})

describe('S5 a signature for another wallet of the same owner', () => {
  test('is refused where the wallet says which it is for, and the message names the wallet where it does not', async () => {
    const [first, second] = [
      await deploySafe(chain, { owners: [alice], threshold: 1, salt: 51 }),
      await deploySafe(chain, { owners: [alice], threshold: 1, salt: 52 }),
    ]
    const signature = await signAsSafe([alice], text, first.address, 8453)
    expect(reasonOf(await prove(signature, first.address))).toBe('proved by erc1271')
    expect(reasonOf(await prove(signature, second.address))).toBe('contract_failed')

    const [one, two] = [
      await deploySmartAccount(chain, { owner: alice, salt: 53 }),
      await deploySmartAccount(chain, { owner: alice, salt: 54 }),
    ]
    const forOne = `${text}:\n${one.address}`
    const plain = signAsSmartAccount(alice, forOne)
    expect((await verifyContractSignature(forOne, plain, one.address, reader, strict)).outcome).toBe('verified')
    expect(
      (await verifyContractSignature(`${text}:\n${two.address}`, plain, two.address, reader, strict)).outcome,
    ).toBe('refused')
  })
})

describe('S6 the signature of a wallet that is not deployed', () => {
  test('with factory data that has side effects has none', async () => {
    const account = await predictSmartAccount(chain, { owner: alice, salt: nextSalt(), factory: 'CarelessFactory' })
    const before = await chain.rpc('eth_getStorageAt', [account.factory, '0x0', 'latest'])
    const block = await chain.rpc('eth_blockNumber')
    const rules = { ...strict, factories: [account.factory.toLowerCase()] }
    expect(reasonOf(await prove(signAsUndeployedSmartAccount(account, alice, text), account.address, rules))).toBe(
      'proved by erc6492',
    )
    expect(await chain.rpc('eth_getStorageAt', [account.factory, '0x0', 'latest'])).toBe(before)
    expect(await chain.rpc('eth_getCode', [account.address, 'latest'])).toBe('0x')
    expect(await chain.rpc('eth_blockNumber')).toBe(block)
  })

  test('by a factory that is not allowed is refused, and the factory is not called', async () => {
    const node = await startFakeChainNode(chain.url)
    const account = await predictSmartAccount(chain, { owner: alice, salt: nextSalt() })
    const watched = createTestChainReader({ id: '8453', rpc: [node.url] })
    const others = { ...strict, factories: ['0xba5ed110efdba3d005bfc882d75358acbbb85842'] }
    expect(
      reasonOf(await prove(signAsUndeployedSmartAccount(account, alice, text), account.address, others, watched)),
    ).toBe('factory_not_allowed')
    expect(JSON.stringify(node.calls)).not.toContain(account.factory.slice(2).toLowerCase())
    await node.stop()
  })

  test('that would prepare a deployed wallet prepares nothing', async () => {
    const wallet = await deployContract(chain, 'Preparable')
    // The selector of prepare(), which opens it to anybody.
    const prepare: Hex = `0x${keccak256(new TextEncoder().encode('prepare()')).slice(2, 10)}`
    const wrapped = wrapErc6492Signature({ factory: wallet, factoryData: prepare }, '0x12')
    for (const factories of [[], [wallet.toLowerCase()]]) {
      expect(reasonOf(await prove(wrapped, wallet, { ...strict, factories }))).toBe('not_accepted')
    }
    expect(await callContract(chain, { to: wallet, contract: 'Preparable', name: 'isOpen' })).toBe(false)
  })

  test('of a deployed wallet is judged by what is inside, whatever factory it names', async () => {
    const account = await deploySmartAccount(chain, { owner: alice, salt: nextSalt() })
    const node = await startFakeChainNode(chain.url)
    const watched = createTestChainReader({ id: '8453', rpc: [node.url] })
    expect(
      reasonOf(await prove(signAsUndeployedSmartAccount(account, alice, text), account.address, strict, watched)),
    ).toBe('proved by erc1271')
    expect(
      reasonOf(await prove(signAsUndeployedSmartAccount(account, bob, text), account.address, strict, watched)),
    ).toMatch(/contract_failed|not_accepted/)
    expect(JSON.stringify(node.calls)).not.toContain(account.factoryData.slice(2))
    await node.stop()
  })

  test('that makes another wallet, or none, is refused', async () => {
    const [account, other] = [
      await predictSmartAccount(chain, { owner: alice, salt: nextSalt() }),
      await predictSmartAccount(chain, { owner: bob, salt: nextSalt() }),
    ]
    const rules = { ...strict, factories: [account.factory.toLowerCase()] }
    expect(reasonOf(await prove(signAsUndeployedSmartAccount(account, alice, text), other.address, rules))).toBe(
      'deployment_failed',
    )
    const failing = wrapErc6492Signature(
      { factory: account.factory, factoryData: '0xdeadbeef' },
      signAsSmartAccount(alice, text),
    )
    expect(reasonOf(await prove(failing, account.address, rules))).toBe('deployment_failed')
  })

  test('by a factory that burns all gas is refused, and by one that returns 2 MiB', async () => {
    const account = await predictSmartAccount(chain, { owner: alice, salt: nextSalt() })
    for (const name of ['BurnsAllGas', 'AnswersHugely']) {
      const factory = await deployContractOnce(chain, name)
      const wrapped = wrapErc6492Signature({ factory, factoryData: '0x1626ba7e' }, signAsSmartAccount(alice, text))
      expect(reasonOf(await prove(wrapped, account.address, { ...strict, factories: [factory.toLowerCase()] }))).toBe(
        'deployment_failed',
      )
    }
  })

  test('nested is refused without any chain being read', async () => {
    const node = await startFakeChainNode(chain.url)
    const watched = createTestChainReader({ id: '8453', rpc: [node.url] })
    const account = await predictSmartAccount(chain, { owner: alice, salt: nextSalt() })
    const rules = { ...strict, factories: [account.factory.toLowerCase()] }
    const nested = wrapErc6492Signature(account, signAsUndeployedSmartAccount(account, alice, text))
    expect(reasonOf(await prove(nested, account.address, rules, watched))).toBe('wrapper_nested')
    expect(reasonOf(await prove(wrapErc6492Signature(account, '0x'), account.address, rules, watched))).toBe(
      'wrapper_malformed',
    )
    expect(node.calls).toEqual([])
    await node.stop()
  })
})

describe('S7 a key that is delegated to a contract', () => {
  test('is answered for by the contract only where the operator allows it', async () => {
    const key = createTestKey(7702)
    await delegateKey(chain, key, await deployContractOnce(chain, 'AcceptsAnything'))
    expect(await prove('0x12', key.address)).toMatchObject({ outcome: 'refused', reason: 'delegate_not_allowed' })
    expect(await prove('0x12', key.address, { ...strict, allowDelegates: true })).toMatchObject({
      outcome: 'verified',
      method: 'erc1271',
      codeHash: await codeHashOf(key.address),
    })
    const { results } = await reader.read([{ to: key.address as Hex, data: '0x' }])
    expect(results[0]).toMatchObject({
      code: { delegate: (await deployContractOnce(chain, 'AcceptsAnything')).toLowerCase() },
    })
    await revokeDelegation(chain, key)
    expect(await prove('0x12', key.address, { ...strict, allowDelegates: true })).toMatchObject({
      outcome: 'refused',
      reason: 'not_deployed',
    })
  })
})

describe('S10 a contract that sends the server to another address', () => {
  test('is not followed', async () => {
    let requests = 0
    const elsewhere = createServer((_request, response) => {
      requests += 1
      response.end('{"data":"0x1626ba7e"}')
    })
    await new Promise<void>((resolve) => void elsewhere.listen(0, '127.0.0.1', resolve))
    const contract = await deployContract(chain, 'LooksElsewhere', [
      `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/{sender}/{data}`,
    ])
    expect(await prove('0x12', contract)).toMatchObject({ outcome: 'refused', reason: 'contract_failed' })
    expect(requests).toBe(0)
    elsewhere.close()
  })
})
