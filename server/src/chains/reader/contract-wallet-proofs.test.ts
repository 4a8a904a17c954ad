// Real contract wallets on a real chain, and contracts that mean harm, each proved or refused as it must be.
import { verifyContractSignature } from '@countersign/proof/verify-contract-signature'
import type { ContractWalletPolicy } from '@countersign/proof/verify-contract-signature'
import {
  deploySmartAccount,
  predictSmartAccountDeployment,
  changeSmartAccountOwner,
  signAsSmartAccount,
  signAsUndeployedSmartAccount,
} from '@countersign/testing/chain/smart-account'
import { deployContractOnce, sendTransaction } from '@countersign/testing/chain/test-contracts'
import { delegateKeyToContract, revokeKeyDelegation } from '@countersign/testing/chain/eip7702-delegation'
import {
  approveSafeMessageOnChain,
  changeSafeThreshold,
  deploySafe,
  predictSafeDeployment,
  replaceSafeOwner,
  signAsUndeployedSafe,
  signAsSafe,
} from '@countersign/testing/chain/safe-multisig'
import { createEthereumTestKey, ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keccak256 } from 'viem'
import type { Hex } from 'viem'
import {
  startProofChain,
  stopProofChain,
  proofChain,
  nextSalt,
  verifyOnProofChain,
  describeProofResult,
  proofChainReader,
} from '../../testing/test-contract-wallet-proofs.ts'

const { alice, bob, carol } = ethereumTestKeys
const text = 'sign-in.example wants you to sign in with your Ethereum account'
const strict: ContractWalletPolicy = { factories: [], allowDelegates: false }

beforeAll(startProofChain)
afterAll(stopProofChain)

const readCodeHash = async (address: string): Promise<Hex> =>
  keccak256((await proofChain.rpc('eth_getCode', [address, 'latest'])) as Hex)

describe('a Safe, 2 of 2', () => {
  const owners = [alice, bob]

  test('is proved by both owners, with the block and the code that said so', async () => {
    const { address } = await deploySafe(proofChain, { owners, threshold: 2, salt: nextSalt() })
    const signature = await signAsSafe(owners, text, address, 8453)
    const { number, hash, timestamp } = (await proofChain.rpc('eth_getBlockByNumber', ['latest', false])) as Record<
      string,
      string
    >
    expect(await verifyOnProofChain(signature, address)).toEqual({
      outcome: 'verified',
      method: 'erc1271',
      block: { number: String(Number(number)), hash, at: Number(timestamp) * 1000 },
      codeHash: await readCodeHash(address),
      signature,
      extraResults: [],
    })
  })

  test('is refused by one owner, by another text, by nothing', async () => {
    const { address } = await deploySafe(proofChain, { owners, threshold: 2, salt: nextSalt() })
    expect(describeProofResult(await verifyOnProofChain(await signAsSafe([alice], text, address, 8453), address))).toBe(
      'contract_failed',
    )
    expect(
      describeProofResult(await verifyOnProofChain(await signAsSafe(owners, `${text}.`, address, 8453), address)),
    ).toBe('contract_failed')
    expect(describeProofResult(await verifyOnProofChain('0x', address))).toBe('contract_failed')
  })

  test('is proved by the empty signature once its owners have approved on the chain', async () => {
    const { address } = await deploySafe(proofChain, { owners, threshold: 2, salt: nextSalt() })
    await approveSafeMessageOnChain(proofChain, address, owners, text)
    expect(await verifyOnProofChain('0x', address)).toMatchObject({
      outcome: 'verified',
      method: 'erc1271',
      signature: '0x',
    })
    expect(
      describeProofResult(await verifyContractSignature(`${text}.`, '0x', address, proofChainReader, strict)),
    ).toBe('contract_failed')
  })

  test('S8 no longer stands behind the signature of an owner who was replaced, or of too few', async () => {
    const { address } = await deploySafe(proofChain, { owners, threshold: 2, salt: nextSalt() })
    const signature = await signAsSafe(owners, text, address, 8453)
    await replaceSafeOwner(proofChain, address, owners, { from: bob, to: carol })
    expect(describeProofResult(await verifyOnProofChain(signature, address))).toBe('contract_failed')

    const single = await deploySafe(proofChain, { owners, threshold: 1, salt: nextSalt() })
    const alone = await signAsSafe([alice], text, single.address, 8453)
    expect(describeProofResult(await verifyOnProofChain(alone, single.address))).toBe('proved by erc1271')
    await changeSafeThreshold(proofChain, single.address, [alice], 2)
    expect(describeProofResult(await verifyOnProofChain(alone, single.address))).toBe('contract_failed')
  })

  test('is proved before it is deployed, and stays the same wallet after', async () => {
    const safe = await predictSafeDeployment(proofChain, { owners, threshold: 2, salt: nextSalt() })
    const rules = { ...strict, factories: [safe.factory.toLowerCase()] }
    const wrapped = await signAsUndeployedSafe(safe, owners, text, 8453)
    const inner = (await signAsSafe(owners, text, safe.address, 8453)).toLowerCase()
    expect(await verifyOnProofChain(wrapped, safe.address, rules)).toMatchObject({
      outcome: 'verified',
      method: 'erc6492',
      codeHash: null,
      signature: inner,
    })
    expect(await proofChain.rpc('eth_getCode', [safe.address, 'latest'])).toBe('0x')
    await sendTransaction(proofChain, { to: safe.factory, data: safe.factoryData })
    for (const signature of [wrapped, inner]) {
      expect(await verifyOnProofChain(signature, safe.address, rules)).toMatchObject({
        outcome: 'verified',
        method: 'erc1271',
        codeHash: await readCodeHash(safe.address),
        signature: inner,
      })
    }
  })
})

describe('an account of one owner', () => {
  test('is proved deployed and undeployed, until it has another owner', async () => {
    const account = await deploySmartAccount(proofChain, { owner: alice, salt: nextSalt() })
    const signature = signAsSmartAccount(alice, text)
    expect(describeProofResult(await verifyOnProofChain(signature, account.address))).toBe('proved by erc1271')
    await changeSmartAccountOwner(proofChain, account.address, alice, bob)
    expect(describeProofResult(await verifyOnProofChain(signature, account.address))).toMatch(
      /contract_failed|not_accepted/,
    )

    const foreseen = await predictSmartAccountDeployment(proofChain, { owner: alice, salt: nextSalt() })
    const rules = { ...strict, factories: [foreseen.factory.toLowerCase()] }
    expect(
      describeProofResult(
        await verifyOnProofChain(signAsUndeployedSmartAccount(foreseen, alice, text), foreseen.address, rules),
      ),
    ).toBe('proved by erc6492')
    expect(
      describeProofResult(
        await verifyOnProofChain(signAsUndeployedSmartAccount(foreseen, bob, text), foreseen.address, rules),
      ),
    ).toMatch(/contract_failed|not_accepted/)
    expect(describeProofResult(await verifyOnProofChain(signature, foreseen.address, rules))).toBe('not_deployed')
  })
})

describe('S7 a key that is delegated to a contract', () => {
  test('is answered for by the contract only where the operator allows it', async () => {
    const key = createEthereumTestKey(7702)
    await delegateKeyToContract(proofChain, key, await deployContractOnce(proofChain, 'AcceptsAnything'))
    expect(await verifyOnProofChain('0x12', key.address)).toMatchObject({
      outcome: 'refused',
      reason: 'delegate_not_allowed',
    })
    expect(await verifyOnProofChain('0x12', key.address, { ...strict, allowDelegates: true })).toMatchObject({
      outcome: 'verified',
      method: 'erc1271',
      codeHash: await readCodeHash(key.address),
    })
    const { results } = await proofChainReader.read([{ to: key.address as Hex, data: '0x' }])
    expect(results[0]).toMatchObject({
      code: { delegate: (await deployContractOnce(proofChain, 'AcceptsAnything')).toLowerCase() },
    })
    await revokeKeyDelegation(proofChain, key)
    expect(await verifyOnProofChain('0x12', key.address, { ...strict, allowDelegates: true })).toMatchObject({
      outcome: 'refused',
      reason: 'not_deployed',
    })
  })
})
