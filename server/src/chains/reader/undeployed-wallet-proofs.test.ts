// The signature of a wallet that is not deployed (ERC-6492), proved or refused as it must be.
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

describe('S6 the signature of a wallet that is not deployed', () => {
  test('with factory data that has side effects has none', async () => {
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

  test('by a factory that is not allowed is refused, and the factory is not called', async () => {
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

  test('that would prepare a deployed wallet prepares nothing', async () => {
    const wallet = await deployTestContract(contractWalletChain, 'Preparable')
    // The selector of prepare(), which opens it to anybody.
    const prepare: Hex = `0x${keccak256(new TextEncoder().encode('prepare()')).slice(2, 10)}`
    const wrapped = wrapErc6492Signature({ factory: wallet, factoryData: prepare }, '0x12')
    for (const factories of [[], [wallet.toLowerCase()]]) {
      expect(
        describeContractProofResult(await verifyOnContractWalletChain(wrapped, wallet, { ...strict, factories })),
      ).toBe('not_accepted')
    }
    expect(await callContract(contractWalletChain, { to: wallet, contract: 'Preparable', name: 'isOpen' })).toBe(false)
  })

  test('of a deployed wallet is judged by what is inside, whatever factory it names', async () => {
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

  test('that makes another wallet, or none, is refused', async () => {
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

  test('by a factory that burns all gas is refused, and by one that returns 2 MiB', async () => {
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

  test('nested is refused without any chain being read', async () => {
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
