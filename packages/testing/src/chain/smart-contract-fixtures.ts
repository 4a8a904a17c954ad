// The compiled test contracts and functions that deploy them.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { encodeDeployData, encodeFunctionData, getContractAddress, toHex } from 'viem'
import type { Abi, Address, Hex, TransactionReceipt } from 'viem'
import type { LocalEthereumChain } from './local-ethereum-chain.ts'

export interface CompiledContract {
  readonly abi: Abi
  readonly bytecode: Hex
}

export const compiledTestContractsFilePath = join(import.meta.dirname, 'compiled.json')

const compiledContracts = JSON.parse(readFileSync(compiledTestContractsFilePath, 'utf8')) as Record<
  string,
  CompiledContract
>

export const compiledTestContractNames: readonly string[] = Object.keys(compiledContracts)

export function getCompiledTestContract(name: string): CompiledContract {
  const found = compiledContracts[name]
  if (found === undefined)
    throw new Error(`There is no contract ${name}; there are ${compiledTestContractNames.join(', ')}.`)
  return found
}

export function readCompiledSafeContract(path: string, name: string): CompiledContract {
  const file = createRequire(import.meta.url).resolve(
    `@safe-global/safe-smart-account/build/artifacts/contracts/${path}.sol/${name}.json`,
  )
  return JSON.parse(readFileSync(file, 'utf8')) as CompiledContract
}

export async function deployTestContract(
  chain: LocalEthereumChain,
  contract: CompiledContract | string,
  args: readonly unknown[] = [],
): Promise<Address> {
  const { contractAddress } = await sendEthereumTransaction(chain, { data: encodeDeployment(contract, args) })
  if (!contractAddress) throw new Error('The transaction made no contract.')
  return contractAddress
}

// A CREATE2 deployer that has the same address on all chains. It is part of anvil.
const deployer: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/**
 * Deploys a contract at an address that depends only on its code and arguments, so it is the same
 * on every chain.
 */
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

/** Copies only the code. Storage that the constructor writes is lost. */
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
  // The code takes effect with the next block.
  await chain.mine(1)
}

export interface ContractFunctionCall {
  readonly to: Address
  readonly contract: CompiledContract | string
  readonly name: string
  readonly args?: readonly unknown[]
  readonly from?: Address
}

/** Sends a transaction, by default from an account of the node that has funds. */
export function sendContractTransaction(
  chain: LocalEthereumChain,
  { to, contract, name, args = [], from }: ContractFunctionCall,
): Promise<TransactionReceipt> {
  const data = encodeFunctionData({ abi: getAbi(contract), functionName: name, args })
  return sendEthereumTransaction(chain, { to, data, ...(from === undefined ? {} : { from }) })
}

export function callContract(
  chain: LocalEthereumChain,
  { to, contract, name, args = [] }: ContractFunctionCall,
): Promise<unknown> {
  return chain.client.readContract({ address: to, abi: getAbi(contract), functionName: name, args })
}

export interface EthereumTransactionRequest {
  readonly to?: Address
  readonly data?: Hex
  readonly from?: Address
  readonly authorizationList?: readonly object[]
}

/**
 * Sends a transaction and waits for its block. Any address can be `from`.
 * @throws if the transaction reverts
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
