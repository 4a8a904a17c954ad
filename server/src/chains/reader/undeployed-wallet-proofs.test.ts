// Accepted and refused signatures of undeployed wallets (ERC-6492).
import type { ContractWalletPolicy } from '@countersign/proof/verify-contract-signature'
import {
  deploySmartAccount,
  predictSmartAccountDeployment,
  signAsSmartAccount,
  signAsUndeployedSmartAccount,
} from '@countersign/testing/chain/smart-account-fixtures'
import {
  deployTestContract,
  deployTestContractOnce,
  callContract,
} from '@countersign/testing/chain/smart-contract-fixtures'
import { wrapErc6492Signature } from '@countersign/testing/chain/contract-signature-test-steps'
import { startFakeChainNode } from '@countersign/testing/chain/fake-chain-node'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keccak256 } from 'viem'
import type { Hex } from 'viem'
import { createTestChainReader } from '../../testing/chain-reader-fixtures.ts'
import {
  startContractWalletChain,
  stopContractWalletChain,
  contractWalletChain,
  createUniqueSafeSalt,
  describeContractProofResult,
  verifyOnContractWalletChain,
} from '../../testing/contract-wallet-proof-fixtures.ts'

const { alice, bob } = ethereumTestKeys
const text = 'sign-in.example wants you to sign in with your Ethereum account'
const strict: ContractWalletPolicy = { factories: [], allowDelegates: false }

beforeAll(startContractWalletChain)
afterAll(stopContractWalletChain)

describe('S6: ERC-6492 signature of an undeployed wallet', () => {
  test('is verified without persisting side effects of the factory data', async () => {
    const account = await predictSmartAccountDeployment(contractWalletChain, {
      owner: alice,
      salt: createUniqueSafeSalt(),
      factory: 'CarelessFactory',
    })
    const before = await contractWalletChain.rpc('eth_getStorageAt', [account.factory, '0x0', 'latest'])
    const block = await contractWalletChain.rpc('eth_blockNumber')
    const rules = { ...strict, factories: [account.factory.toLowerCase()] }
    expect(
      describeContractProofResult(
        await verifyOnContractWalletChain(signAsUndeployedSmartAccount(account, alice, text), account.address, rules),
      ),
    ).toBe('proved by erc6492')
    expect(await contractWalletChain.rpc('eth_getStorageAt', [account.factory, '0x0', 'latest'])).toBe(before)
    expect(await contractWalletChain.rpc('eth_getCode', [account.address, 'latest'])).toBe('0x')
    expect(await contractWalletChain.rpc('eth_blockNumber')).toBe(block)
  })

  test('is refused without calling a factory that is not allowed', async () => {
    const node = await startFakeChainNode(contractWalletChain.url)
    const account = await predictSmartAccountDeployment(contractWalletChain, {
      owner: alice,
      salt: createUniqueSafeSalt(),
    })
    const watched = createTestChainReader({ id: '8453', rpc: [node.url] })
    const others = { ...strict, factories: ['0xba5ed110efdba3d005bfc882d75358acbbb85842'] }
    expect(
      describeContractProofResult(
        await verifyOnContractWalletChain(
          signAsUndeployedSmartAccount(account, alice, text),
          account.address,
          others,
          watched,
        ),
      ),
    ).toBe('factory_not_allowed')
    expect(JSON.stringify(node.calls)).not.toContain(account.factory.slice(2).toLowerCase())
    await node.stop()
  })

  test('does not execute a prepare call on a deployed wallet', async () => {
    const wallet = await deployTestContract(contractWalletChain, 'Preparable')
    // The function selector of prepare(), which opens the wallet to anyone.
    const prepare: Hex = `0x${keccak256(new TextEncoder().encode('prepare()')).slice(2, 10)}`
    const wrapped = wrapErc6492Signature({ factory: wallet, factoryData: prepare }, '0x12')
    for (const factories of [[], [wallet.toLowerCase()]]) {
      expect(
        describeContractProofResult(await verifyOnContractWalletChain(wrapped, wallet, { ...strict, factories })),
      ).toBe('not_accepted')
    }
    expect(await callContract(contractWalletChain, { to: wallet, contract: 'Preparable', name: 'isOpen' })).toBe(false)
  })

  test('is verified by its inner signature if the wallet is already deployed', async () => {
    const account = await deploySmartAccount(contractWalletChain, { owner: alice, salt: createUniqueSafeSalt() })
    const node = await startFakeChainNode(contractWalletChain.url)
    const watched = createTestChainReader({ id: '8453', rpc: [node.url] })
    expect(
      describeContractProofResult(
        await verifyOnContractWalletChain(
          signAsUndeployedSmartAccount(account, alice, text),
          account.address,
          strict,
          watched,
        ),
      ),
    ).toBe('proved by erc1271')
    expect(
      describeContractProofResult(
        await verifyOnContractWalletChain(
          signAsUndeployedSmartAccount(account, bob, text),
          account.address,
          strict,
          watched,
        ),
      ),
    ).toMatch(/contract_failed|not_accepted/)
    expect(JSON.stringify(node.calls)).not.toContain(account.factoryData.slice(2))
    await node.stop()
  })

  test('is refused if the factory deploys another wallet or fails', async () => {
    const [account, other] = [
      await predictSmartAccountDeployment(contractWalletChain, { owner: alice, salt: createUniqueSafeSalt() }),
      await predictSmartAccountDeployment(contractWalletChain, { owner: bob, salt: createUniqueSafeSalt() }),
    ]
    const rules = { ...strict, factories: [account.factory.toLowerCase()] }
    expect(
      describeContractProofResult(
        await verifyOnContractWalletChain(signAsUndeployedSmartAccount(account, alice, text), other.address, rules),
      ),
    ).toBe('deployment_failed')
    const failing = wrapErc6492Signature(
      { factory: account.factory, factoryData: '0xdeadbeef' },
      signAsSmartAccount(alice, text),
    )
    expect(describeContractProofResult(await verifyOnContractWalletChain(failing, account.address, rules))).toBe(
      'deployment_failed',
    )
  })

  test('is refused if the factory burns all gas or returns 2 MiB', async () => {
    const account = await predictSmartAccountDeployment(contractWalletChain, {
      owner: alice,
      salt: createUniqueSafeSalt(),
    })
    for (const name of ['BurnsAllGas', 'AnswersHugely']) {
      const factory = await deployTestContractOnce(contractWalletChain, name)
      const wrapped = wrapErc6492Signature({ factory, factoryData: '0x1626ba7e' }, signAsSmartAccount(alice, text))
      expect(
        describeContractProofResult(
          await verifyOnContractWalletChain(wrapped, account.address, {
            ...strict,
            factories: [factory.toLowerCase()],
          }),
        ),
      ).toBe('deployment_failed')
    }
  })

  test('is refused without a chain read if it is nested or malformed', async () => {
    const node = await startFakeChainNode(contractWalletChain.url)
    const watched = createTestChainReader({ id: '8453', rpc: [node.url] })
    const account = await predictSmartAccountDeployment(contractWalletChain, {
      owner: alice,
      salt: createUniqueSafeSalt(),
    })
    const rules = { ...strict, factories: [account.factory.toLowerCase()] }
    const nested = wrapErc6492Signature(account, signAsUndeployedSmartAccount(account, alice, text))
    expect(
      describeContractProofResult(await verifyOnContractWalletChain(nested, account.address, rules, watched)),
    ).toBe('wrapper_nested')
    expect(
      describeContractProofResult(
        await verifyOnContractWalletChain(wrapErc6492Signature(account, '0x'), account.address, rules, watched),
      ),
    ).toBe('wrapper_malformed')
    expect(node.calls).toEqual([])
    await node.stop()
  })
})
