// Contract wallets as a fake wallet plays them: what they hand out for a message, and what their chain says of them.
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

/** A Safe on the chain whose owners sign at once. */
export const createFakeSafeWallet = (
  chain: LocalEthereumChain,
  safe: ContractWalletDeployment,
  owners: readonly EthereumTestKey[],
): FakeContractWallet =>
  createFakeContract(chain, safe, (text) => signAsSafeWallet(owners, text, safe.address, chain.chainId))

/** A Safe that is not on the chain yet. */
export const createFakeUndeployedSafeWallet = (
  chain: LocalEthereumChain,
  safe: ContractWalletDeployment,
  owners: readonly EthereumTestKey[],
): FakeContractWallet =>
  createFakeContract(chain, safe, (text) => signAsUndeployedSafeWallet(safe, owners, text, chain.chainId))

/** An account of one owner, as ERC-4337's factories make them, on the chain or only foreseen. */
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

/** A contract wallet whose owners let everybody wait. */
export interface FakeSlowContractWallet extends FakeContractWallet {
  /** The texts that it was asked to sign, the newest last. */
  readonly requestedTexts: readonly string[]
  /** The owners have all signed: whoever waits is answered. */
  approve: () => void
}

/** The same wallet, but its owners take their time. */
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
