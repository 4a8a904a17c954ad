// Contract wallets with a single owner, like those from ERC-4337 factories, deployed or only
// predicted.
import { encodeFunctionData } from 'viem'
import type { Address, Hex } from 'viem'
import { signEthereumMessage } from '../ethereum-test-keys.ts'
import type { EthereumTestKey } from '../ethereum-test-keys.ts'
import {
  callContract,
  getCompiledTestContract,
  deployTestContractOnce,
  sendEthereumTransaction,
  sendContractTransaction,
} from './smart-contract-fixtures.ts'
import { wrapErc6492Signature } from './contract-signature-test-steps.ts'
import type { ContractWalletDeployment } from './contract-signature-test-steps.ts'
import type { LocalEthereumChain } from './local-ethereum-chain.ts'

/**
 * A different `salt` gives a different account. `CarelessFactory` has side effects (THREATS S6).
 */
export interface SmartAccountOptions {
  readonly owner: EthereumTestKey
  readonly salt?: number
  readonly factory?: 'SimpleAccountFactory' | 'CarelessFactory'
}

/** Deploys only the factory. The address of the account is the same on all chains. */
export async function predictSmartAccountDeployment(
  chain: LocalEthereumChain,
  options: SmartAccountOptions,
): Promise<ContractWalletDeployment> {
  const name = options.factory ?? 'SimpleAccountFactory'
  const factory = await deployTestContractOnce(chain, name)
  const args = [options.owner.address, BigInt(options.salt ?? 0)]
  const address = (await callContract(chain, { to: factory, contract: name, name: 'getAddress', args })) as Address
  return {
    address,
    factory,
    factoryData: encodeFunctionData({ abi: getCompiledTestContract(name).abi, functionName: 'createAccount', args }),
  }
}

export async function deploySmartAccount(
  chain: LocalEthereumChain,
  options: SmartAccountOptions,
): Promise<ContractWalletDeployment> {
  const account = await predictSmartAccountDeployment(chain, options)
  await sendEthereumTransaction(chain, { to: account.factory, data: account.factoryData })
  return account
}

/** Returns the owner's plain signature, which does not depend on the account (THREATS S5). */
export function signAsSmartAccount(owner: EthereumTestKey, text: string): Hex {
  return signEthereumMessage(owner, text) as Hex
}

/** ERC-6492. */
export function signAsUndeployedSmartAccount(
  account: ContractWalletDeployment,
  owner: EthereumTestKey,
  text: string,
): Hex {
  return wrapErc6492Signature(account, signAsSmartAccount(owner, text))
}

export async function changeSmartAccountOwner(
  chain: LocalEthereumChain,
  account: Address,
  from: EthereumTestKey,
  to: EthereumTestKey,
): Promise<void> {
  await sendContractTransaction(chain, {
    to: account,
    contract: 'SimpleAccount',
    name: 'changeOwner',
    args: [to.address],
    from: from.address as Address,
  })
}
