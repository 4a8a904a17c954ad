// The contracts that tests deploy, compiled, and how they come onto a chain.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { encodeDeployData, encodeFunctionData, getContractAddress, toHex } from 'viem'
import type { Abi, Address, Hex, TransactionReceipt } from 'viem'
import type { LocalEthereumChain } from './local-ethereum-chain.ts'

/** A contract that can be deployed. */
export interface CompiledContract {
  readonly abi: Abi
  readonly bytecode: Hex
}

/** Where compile-test-contracts.ts puts the contracts of the folder contracts/. */
export const compiledTestContractsFilePath = join(import.meta.dirname, 'compiled.json')

const compiledContracts = JSON.parse(readFileSync(compiledTestContractsFilePath, 'utf8')) as Record<
  string,
  CompiledContract
>

/** The names of the contracts of the folder contracts/. */
export const compiledTestContractNames: readonly string[] = Object.keys(compiledContracts)

/** A contract of the folder contracts/. */
export function getCompiledTestContract(name: string): CompiledContract {
  const found = compiledContracts[name]
  if (found === undefined)
    throw new Error(`There is no contract ${name}; there are ${compiledTestContractNames.join(', ')}.`)
  return found
}

/** A contract of Safe, as its package ships it: compiled by its makers. `path` is that of its source in the package. */
export function readCompiledSafeContract(path: string, name: string): CompiledContract {
  const file = createRequire(import.meta.url).resolve(
    `@safe-global/safe-smart-account/build/artifacts/contracts/${path}.sol/${name}.json`,
  )
  return JSON.parse(readFileSync(file, 'utf8')) as CompiledContract
}

/** Deploys a new contract at an address of its own. */
export async function deployTestContract(
  chain: LocalEthereumChain,
  contract: CompiledContract | string,
  args: readonly unknown[] = [],
): Promise<Address> {
  const { contractAddress } = await sendEthereumTransaction(chain, { data: encodeDeployment(contract, args) })
  if (!contractAddress) throw new Error('The transaction made no contract.')
  return contractAddress
}

// Chains have this deployer at the same address (anvil from the start): it makes contracts by CREATE2 for anybody.
const deployer: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** Deploys a contract once at the address that follows from code and arguments: the same on every chain. */
export async function deployTestContractOnce(
  chain: LocalEthereumChain,
  contract: CompiledContract | string,
  args: readonly unknown[] = [],
): Promise<Address> {
  const data = encodeDeployment(contract, args)
  const salt = toHex(0, { size: 32 })
  const address = getContractAddress({ opcode: 'CREATE2', from: deployer, salt, bytecode: data })
  if (!(await hasCode(chain, address)))
    await sendEthereumTransaction(chain, { to: deployer, data: `${salt}${data.slice(2)}` })
  return address
}

/** Deploys a contract's code to an address that chains are known to have it at. Its constructor's storage stays behind. */
export async function deployTestContractAt(
  chain: LocalEthereumChain,
  address: Address,
  contract: CompiledContract | string,
): Promise<void> {
  if (await hasCode(chain, address)) return
  await chain.rpc('anvil_setCode', [
    address,
    await chain.rpc('eth_getCode', [await deployTestContractOnce(chain, contract), 'latest']),
  ])
  // The code is part of the next block only.
  await chain.mine(1)
}

/** A call of a contract's function by its name. */
export interface ContractFunctionCall {
  readonly to: Address
  readonly contract: CompiledContract | string
  readonly name: string
  readonly args?: readonly unknown[]
  readonly from?: Address
}

/** Changes something by a contract's function, in a transaction of whoever is named, or else of the node's rich account. */
export function sendContractTransaction(
  chain: LocalEthereumChain,
  { to, contract, name, args = [], from }: ContractFunctionCall,
): Promise<TransactionReceipt> {
  const data = encodeFunctionData({ abi: getAbi(contract), functionName: name, args })
  return sendEthereumTransaction(chain, { to, data, ...(from === undefined ? {} : { from }) })
}

/** Asks a contract's function, at the latest block. */
export function callContract(
  chain: LocalEthereumChain,
  { to, contract, name, args = [] }: ContractFunctionCall,
): Promise<unknown> {
  return chain.client.readContract({ address: to, abi: getAbi(contract), functionName: name, args })
}

/** A transaction; what else the node is to know of it goes along as it is. */
export interface EthereumTransactionRequest {
  readonly to?: Address
  readonly data?: Hex
  readonly from?: Address
  readonly authorizationList?: readonly object[]
}

/**
 * Sends a transaction and waits for its block. Anyone may be `from`: the node signs for the test.
 * @throws when it is reverted
 */
export async function sendEthereumTransaction(
  chain: LocalEthereumChain,
  transaction: EthereumTransactionRequest,
): Promise<TransactionReceipt> {
  if (transaction.from !== undefined) await chain.rpc('anvil_setBalance', [transaction.from, '0x56bc75e2d63100000'])
  const [rich] = (await chain.rpc('eth_accounts')) as Address[]
  const hash = (await chain.rpc('eth_sendTransaction', [{ from: rich, ...transaction }])) as Hex
  const receipt = await chain.client.waitForTransactionReceipt({ hash })
  if (receipt.status !== 'success') throw new Error(`The transaction ${hash} was reverted.`)
  return receipt
}

async function hasCode(chain: LocalEthereumChain, address: Address): Promise<boolean> {
  return (await chain.rpc('eth_getCode', [address, 'latest'])) !== '0x'
}

function getAbi(contract: CompiledContract | string): Abi {
  return typeof contract === 'string' ? getCompiledTestContract(contract).abi : contract.abi
}

function encodeDeployment(contract: CompiledContract | string, args: readonly unknown[]): Hex {
  const { abi, bytecode } = typeof contract === 'string' ? getCompiledTestContract(contract) : contract
  return encodeDeployData({ abi, bytecode, args })
}
