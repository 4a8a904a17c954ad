// Real and hostile contract wallets on a real chain.
import { verifyContractSignature } from '@countersign/proof/verify-contract-signature'
import type { ContractWalletPolicy } from '@countersign/proof/verify-contract-signature'
import {
  deploySmartAccount,
  predictSmartAccountDeployment,
  changeSmartAccountOwner,
  signAsSmartAccount,
  signAsUndeployedSmartAccount,
} from '@countersign/testing/chain/smart-account-fixtures'
import { deployTestContractOnce, sendEthereumTransaction } from '@countersign/testing/chain/smart-contract-fixtures'
import { delegateKeyToContract, revokeKeyDelegation } from '@countersign/testing/chain/eip7702-delegation-fixtures'
import {
  approveSafeWalletMessageOnChain,
  changeSafeWalletThreshold,
  deploySafeWallet,
  predictSafeWalletDeployment,
  replaceSafeWalletOwner,
  signAsUndeployedSafeWallet,
  signAsSafeWallet,
} from '@countersign/testing/chain/safe-wallet-fixtures'
import { createEthereumTestKey, ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keccak256 } from 'viem'
import type { Hex } from 'viem'
import {
  startContractWalletChain,
  stopContractWalletChain,
  contractWalletChain,
  createUniqueSafeSalt,
  verifyOnContractWalletChain,
  describeContractProofResult,
  contractWalletChainReader,
} from '../../testing/contract-wallet-proof-fixtures.ts'

const { alice, bob, carol } = ethereumTestKeys
const text = 'sign-in.example wants you to sign in with your Ethereum account'
const strict: ContractWalletPolicy = { factories: [], allowDelegates: false }

beforeAll(startContractWalletChain)
afterAll(stopContractWalletChain)

const readCodeHash = async (address: string): Promise<Hex> =>
  keccak256((await contractWalletChain.rpc('eth_getCode', [address, 'latest'])) as Hex)

describe('a proof of a 2-of-2 Safe', () => {
  const owners = [alice, bob]

  test('is verified with both owners, recording the block and the code hash', async () => {
    const { address } = await deploySafeWallet(contractWalletChain, {
      owners,
      threshold: 2,
      salt: createUniqueSafeSalt(),
    })
    const signature = await signAsSafeWallet(owners, text, address, 8453)
    const { number, hash, timestamp } = (await contractWalletChain.rpc('eth_getBlockByNumber', [
      'latest',
      false,
    ])) as Record<string, string>
    expect(await verifyOnContractWalletChain(signature, address)).toEqual({
      outcome: 'verified',
      method: 'erc1271',
      block: { number: String(Number(number)), hash, at: Number(timestamp) * 1000 },
      codeHash: await readCodeHash(address),
      delegate: null,
      signature,
      extraResults: [],
    })
  })

  test('is refused with one owner, another message or an empty signature', async () => {
    const { address } = await deploySafeWallet(contractWalletChain, {
      owners,
      threshold: 2,
      salt: createUniqueSafeSalt(),
    })
    expect(
      describeContractProofResult(
        await verifyOnContractWalletChain(await signAsSafeWallet([alice], text, address, 8453), address),
      ),
    ).toBe('contract_failed')
    expect(
      describeContractProofResult(
        await verifyOnContractWalletChain(await signAsSafeWallet(owners, `${text}.`, address, 8453), address),
      ),
    ).toBe('contract_failed')
    expect(describeContractProofResult(await verifyOnContractWalletChain('0x', address))).toBe('contract_failed')
  })

  test('is verified with an empty signature after on-chain approval by the owners', async () => {
    const { address } = await deploySafeWallet(contractWalletChain, {
      owners,
      threshold: 2,
      salt: createUniqueSafeSalt(),
    })
    await approveSafeWalletMessageOnChain(contractWalletChain, address, owners, text)
    expect(await verifyOnContractWalletChain('0x', address)).toMatchObject({
      outcome: 'verified',
      method: 'erc1271',
      signature: '0x',
    })
    expect(
      describeContractProofResult(
        await verifyContractSignature(`${text}.`, '0x', address, contractWalletChainReader, strict),
      ),
    ).toBe('contract_failed')
  })

  test('S8: is refused after an owner is replaced or the threshold is raised', async () => {
    const { address } = await deploySafeWallet(contractWalletChain, {
      owners,
      threshold: 2,
      salt: createUniqueSafeSalt(),
    })
    const signature = await signAsSafeWallet(owners, text, address, 8453)
    await replaceSafeWalletOwner(contractWalletChain, address, owners, { from: bob, to: carol })
    expect(describeContractProofResult(await verifyOnContractWalletChain(signature, address))).toBe('contract_failed')

    const single = await deploySafeWallet(contractWalletChain, { owners, threshold: 1, salt: createUniqueSafeSalt() })
    const alone = await signAsSafeWallet([alice], text, single.address, 8453)
    expect(describeContractProofResult(await verifyOnContractWalletChain(alone, single.address))).toBe(
      'proved by erc1271',
    )
    await changeSafeWalletThreshold(contractWalletChain, single.address, [alice], 2)
    expect(describeContractProofResult(await verifyOnContractWalletChain(alone, single.address))).toBe(
      'contract_failed',
    )
  })

  test('is verified before deployment (ERC-6492) and after it (ERC-1271)', async () => {
    const safe = await predictSafeWalletDeployment(contractWalletChain, {
      owners,
      threshold: 2,
      salt: createUniqueSafeSalt(),
    })
    const rules = { ...strict, factories: [safe.factory.toLowerCase()] }
    const wrapped = await signAsUndeployedSafeWallet(safe, owners, text, 8453)
    const inner = (await signAsSafeWallet(owners, text, safe.address, 8453)).toLowerCase()
    expect(await verifyOnContractWalletChain(wrapped, safe.address, rules)).toMatchObject({
      outcome: 'verified',
      method: 'erc6492',
      codeHash: null,
      signature: inner,
    })
    expect(await contractWalletChain.rpc('eth_getCode', [safe.address, 'latest'])).toBe('0x')
    await sendEthereumTransaction(contractWalletChain, { to: safe.factory, data: safe.factoryData })
    for (const signature of [wrapped, inner]) {
      expect(await verifyOnContractWalletChain(signature, safe.address, rules)).toMatchObject({
        outcome: 'verified',
        method: 'erc1271',
        codeHash: await readCodeHash(safe.address),
        signature: inner,
      })
    }
  })
})

describe('a proof of a single-owner smart account', () => {
  test('is verified before and after deployment, until the owner changes', async () => {
    const account = await deploySmartAccount(contractWalletChain, { owner: alice, salt: createUniqueSafeSalt() })
    const signature = signAsSmartAccount(alice, text)
    expect(describeContractProofResult(await verifyOnContractWalletChain(signature, account.address))).toBe(
      'proved by erc1271',
    )
    await changeSmartAccountOwner(contractWalletChain, account.address, alice, bob)
    expect(describeContractProofResult(await verifyOnContractWalletChain(signature, account.address))).toMatch(
      /contract_failed|not_accepted/,
    )

    const foreseen = await predictSmartAccountDeployment(contractWalletChain, {
      owner: alice,
      salt: createUniqueSafeSalt(),
    })
    const rules = { ...strict, factories: [foreseen.factory.toLowerCase()] }
    expect(
      describeContractProofResult(
        await verifyOnContractWalletChain(signAsUndeployedSmartAccount(foreseen, alice, text), foreseen.address, rules),
      ),
    ).toBe('proved by erc6492')
    expect(
      describeContractProofResult(
        await verifyOnContractWalletChain(signAsUndeployedSmartAccount(foreseen, bob, text), foreseen.address, rules),
      ),
    ).toMatch(/contract_failed|not_accepted/)
    expect(describeContractProofResult(await verifyOnContractWalletChain(signature, foreseen.address, rules))).toBe(
      'not_deployed',
    )
  })
})

describe('S7: a key delegated to a contract (EIP-7702)', () => {
  test('is verified by the contract only if the operator allows delegates', async () => {
    const key = createEthereumTestKey(7702)
    await delegateKeyToContract(
      contractWalletChain,
      key,
      await deployTestContractOnce(contractWalletChain, 'AcceptsAnything'),
    )
    expect(await verifyOnContractWalletChain('0x12', key.address)).toMatchObject({
      outcome: 'refused',
      reason: 'delegate_not_allowed',
    })
    expect(await verifyOnContractWalletChain('0x12', key.address, { ...strict, allowDelegates: true })).toMatchObject({
      outcome: 'verified',
      method: 'erc1271',
      codeHash: await readCodeHash(key.address),
    })
    const { results } = await contractWalletChainReader.read([{ to: key.address as Hex, data: '0x' }])
    expect(results[0]).toMatchObject({
      code: { delegate: (await deployTestContractOnce(contractWalletChain, 'AcceptsAnything')).toLowerCase() },
    })
    await revokeKeyDelegation(contractWalletChain, key)
    expect(await verifyOnContractWalletChain('0x12', key.address, { ...strict, allowDelegates: true })).toMatchObject({
      outcome: 'refused',
      reason: 'not_deployed',
    })
  })
})
