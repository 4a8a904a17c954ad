// Contract wallets with one owner, as ERC-4337's factories make them: on the chain, or only foreseen.
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

/** Which account: another salt is another account of the same owner. The careless factory also writes and tells (THREATS S6). */
export interface SmartAccountOptions {
  readonly owner: EthereumTestKey
  readonly salt?: number
  readonly factory?: 'SimpleAccountFactory' | 'CarelessFactory'
}

/** Foresees an account: its factory is on the chain afterwards, the account is not. It has the same address on all chains. */
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

/** Puts an account on the chain. */
export async function deploySmartAccount(
  chain: LocalEthereumChain,
  options: SmartAccountOptions,
): Promise<ContractWalletDeployment> {
  const account = await predictSmartAccountDeployment(chain, options)
  await sendEthereumTransaction(chain, { to: account.factory, data: account.factoryData })
  return account
}

/** What the wallet hands out for a text: its owner's plain signature, which does not say for which account it is (THREATS S5). */
export function signAsSmartAccount(owner: EthereumTestKey, text: string): Hex {
  return signEthereumMessage(owner, text) as Hex
}

/** What the wallet hands out for a text as long as it is not on the chain (ERC-6492). */
export function signAsUndeployedSmartAccount(
  account: ContractWalletDeployment,
  owner: EthereumTestKey,
  text: string,
): Hex {
  return wrapErc6492Signature(account, signAsSmartAccount(owner, text))
}

/** Gives an account to another key: from the next block on it accepts nothing of the first. */
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
