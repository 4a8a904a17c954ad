// Contract wallets that fake wallets can use: how they sign, and which chain they are on.
import type { Hex } from 'viem'
import type { FakeContractWallet } from '../fake-ethereum-wallet.ts'
import type { EthereumTestKey } from '../ethereum-test-keys.ts'
import { signAsSmartAccount } from './smart-account-fixtures.ts'
import type { ContractWalletDeployment } from './contract-signature-test-steps.ts'
import { wrapErc6492Signature } from './contract-signature-test-steps.ts'
import type { LocalEthereumChain } from './local-ethereum-chain.ts'
import { signAsUndeployedSafeWallet, signAsSafeWallet } from './safe-wallet-fixtures.ts'

const createFakeContract = (
  chain: LocalEthereumChain,
  { address }: ContractWalletDeployment,
  sign: FakeContractWallet['sign'],
): FakeContractWallet => ({
  address,
  chainId: chain.chainId,
  sign,
  callChain: (method, params) => chain.rpc(method, params),
})

export const createFakeSafeWallet = (
  chain: LocalEthereumChain,
  safe: ContractWalletDeployment,
  owners: readonly EthereumTestKey[],
): FakeContractWallet =>
  createFakeContract(chain, safe, (text) => signAsSafeWallet(owners, text, safe.address, chain.chainId))

export const createFakeUndeployedSafeWallet = (
  chain: LocalEthereumChain,
  safe: ContractWalletDeployment,
  owners: readonly EthereumTestKey[],
): FakeContractWallet =>
  createFakeContract(chain, safe, (text) => signAsUndeployedSafeWallet(safe, owners, text, chain.chainId))

/** An account in the style of ERC-4337 that has a single owner. */
export const createFakeSmartAccountWallet = (
  chain: LocalEthereumChain,
  account: ContractWalletDeployment,
  owner: EthereumTestKey,
  isUndeployed = false,
): FakeContractWallet =>
  createFakeContract(chain, account, async (text): Promise<Hex> => {
    const signature = signAsSmartAccount(owner, text)
    return isUndeployed ? wrapErc6492Signature(account, signature) : signature
  })

export interface FakeSlowContractWallet extends FakeContractWallet {
  readonly requestedTexts: readonly string[]
  approve: () => void
}

export function createFakeSlowContractWallet(contract: FakeContractWallet): FakeSlowContractWallet {
  const approved = Promise.withResolvers<void>()
  const requestedTexts: string[] = []
  return {
    ...contract,
    requestedTexts,
    approve: approved.resolve,
    sign: async (text) => {
      requestedTexts.push(text)
      await approved.promise
      return contract.sign(text)
    },
  }
}
