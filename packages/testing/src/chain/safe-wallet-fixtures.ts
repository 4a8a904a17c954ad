// Safe multisig wallets with the official contracts (version 1.5.0), deployed or only predicted.
import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  hashMessage,
  keccak256,
  toHex,
  zeroAddress,
} from 'viem'
import type { Address, Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { EthereumTestKey } from '../ethereum-test-keys.ts'
import {
  callContract,
  deployTestContractOnce,
  readCompiledSafeContract,
  sendEthereumTransaction,
  sendContractTransaction,
} from './smart-contract-fixtures.ts'
import { wrapErc6492Signature } from './contract-signature-test-steps.ts'
import type { ContractWalletDeployment } from './contract-signature-test-steps.ts'
import type { LocalEthereumChain } from './local-ethereum-chain.ts'

/** A different `salt` gives a different Safe. */
export interface SafeWalletOptions {
  readonly owners: readonly EthereumTestKey[]
  readonly threshold: number
  readonly salt?: number
}

const safe = readCompiledSafeContract('Safe', 'Safe')
const proxyFactory = readCompiledSafeContract('proxies/SafeProxyFactory', 'SafeProxyFactory')
const fallbackHandler = readCompiledSafeContract('handler/CompatibilityFallbackHandler', 'CompatibilityFallbackHandler')
const signMessageLibrary = readCompiledSafeContract('libraries/SignMessageLib', 'SignMessageLib')

// Deploys only the contracts that all Safes share. The address is the same on all chains, although
// the owners there may change later.
export async function predictSafeWalletDeployment(
  chain: LocalEthereumChain,
  { owners, threshold, salt = 0 }: SafeWalletOptions,
): Promise<ContractWalletDeployment> {
  const singleton = await deployTestContractOnce(chain, safe)
  const factory = await deployTestContractOnce(chain, proxyFactory)
  const handler = await deployTestContractOnce(chain, fallbackHandler)
  const addresses = owners.map(({ address }) => address)
  const setup = [addresses, BigInt(threshold), zeroAddress, '0x', handler, zeroAddress, 0n, zeroAddress]
  const initializer = encodeFunctionData({ abi: safe.abi, functionName: 'setup', args: setup })
  const proxy = (await callContract(chain, { to: factory, contract: proxyFactory, name: 'proxyCreationCode' })) as Hex
  const address = getContractAddress({
    opcode: 'CREATE2',
    from: factory,
    // The salt includes the setup, so that no one can deploy another setup at this address
    // (SafeProxyFactory.createProxyWithNonce).
    salt: keccak256(concat([keccak256(initializer), toHex(salt, { size: 32 })])),
    bytecode: concat([proxy, encodeAbiParameters([{ type: 'address' }], [singleton])]),
  })
  const args = [singleton, initializer, BigInt(salt)]
  return {
    address,
    factory,
    factoryData: encodeFunctionData({ abi: proxyFactory.abi, functionName: 'createProxyWithNonce', args }),
  }
}

export async function deploySafeWallet(
  chain: LocalEthereumChain,
  options: SafeWalletOptions,
): Promise<ContractWalletDeployment> {
  const deployment = await predictSafeWalletDeployment(chain, options)
  await sendEthereumTransaction(chain, { to: deployment.factory, data: deployment.factoryData })
  return deployment
}

/** Each owner signs the ERC-191 hash as a SafeMessage (EIP-712) for this Safe and this chain. */
export async function signAsSafeWallet(
  owners: readonly EthereumTestKey[],
  text: string,
  address: Address,
  chainId: number,
): Promise<Hex> {
  const types = { SafeMessage: [{ name: 'message', type: 'bytes' }] }
  const domain = { chainId, verifyingContract: address }
  return signAsOwners(owners, { domain, types, primaryType: 'SafeMessage', message: { message: hashMessage(text) } })
}

/** ERC-6492. */
export async function signAsUndeployedSafeWallet(
  deployment: ContractWalletDeployment,
  owners: readonly EthereumTestKey[],
  text: string,
  chainId: number,
): Promise<Hex> {
  return wrapErc6492Signature(deployment, await signAsSafeWallet(owners, text, deployment.address, chainId))
}

/** Replaces an owner. @param owners enough of the current owners to reach the threshold */
export async function replaceSafeWalletOwner(
  chain: LocalEthereumChain,
  address: Address,
  owners: readonly EthereumTestKey[],
  change: { from: EthereumTestKey; to: EthereumTestKey },
): Promise<void> {
  const list = (await callContract(chain, { to: address, contract: safe, name: 'getOwners' })) as Address[]
  // OwnerManager keeps the owners in a linked list, whose first entry is the address 1.
  const previous =
    list[list.indexOf(change.from.address as Address) - 1] ?? '0x0000000000000000000000000000000000000001'
  const data = encodeFunctionData({
    abi: safe.abi,
    functionName: 'swapOwner',
    args: [previous, change.from.address, change.to.address],
  })
  await executeSafeTransaction(chain, address, owners, { to: address, data })
}

export async function changeSafeWalletThreshold(
  chain: LocalEthereumChain,
  address: Address,
  owners: readonly EthereumTestKey[],
  threshold: number,
): Promise<void> {
  const data = encodeFunctionData({ abi: safe.abi, functionName: 'changeThreshold', args: [BigInt(threshold)] })
  await executeSafeTransaction(chain, address, owners, { to: address, data })
}

export async function approveSafeWalletMessageOnChain(
  chain: LocalEthereumChain,
  address: Address,
  owners: readonly EthereumTestKey[],
  text: string,
): Promise<void> {
  const to = await deployTestContractOnce(chain, signMessageLibrary)
  const data = encodeFunctionData({
    abi: signMessageLibrary.abi,
    functionName: 'signMessage',
    args: [hashMessage(text)],
  })
  await executeSafeTransaction(chain, address, owners, { to, data, operation: 1 })
}

const safeTransaction = Object.entries({
  to: 'address',
  value: 'uint256',
  data: 'bytes',
  operation: 'uint8',
  safeTxGas: 'uint256',
  baseGas: 'uint256',
  gasPrice: 'uint256',
  gasToken: 'address',
  refundReceiver: 'address',
  nonce: 'uint256',
}).map(([name, type]) => ({ name, type }))

// Operation 1 means a delegate call.
async function executeSafeTransaction(
  chain: LocalEthereumChain,
  address: Address,
  owners: readonly EthereumTestKey[],
  { to, data, operation = 0 }: { to: Address; data: Hex; operation?: 0 | 1 },
): Promise<void> {
  const nonce = await callContract(chain, { to: address, contract: safe, name: 'nonce' })
  const gas = { safeTxGas: 0n, baseGas: 0n, gasPrice: 0n, gasToken: zeroAddress, refundReceiver: zeroAddress }
  const signatures = await signAsOwners(owners, {
    domain: { chainId: chain.chainId, verifyingContract: address },
    types: { SafeTx: safeTransaction },
    primaryType: 'SafeTx',
    message: { to, value: 0n, data, operation, ...gas, nonce },
  })
  const args = [to, 0n, data, operation, ...Object.values(gas), signatures]
  await sendContractTransaction(chain, { to: address, contract: safe, name: 'execTransaction', args })
}

interface TypedData {
  readonly domain: { readonly chainId: number; readonly verifyingContract: Address }
  readonly types: Record<string, readonly { readonly name: string; readonly type: string }[]>
  readonly primaryType: string
  readonly message: Record<string, unknown>
}

// A Safe requires signatures in ascending order of the owners' addresses.
async function signAsOwners(owners: readonly EthereumTestKey[], typedData: TypedData): Promise<Hex> {
  const sorted = [...owners].sort((a, b) => (a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1))
  return concat(
    await Promise.all(sorted.map((owner) => privateKeyToAccount(toHex(owner.privateKey)).signTypedData(typedData))),
  )
}
