// Encodes ERC-1271 calls and ERC-6492 wrappers as raw bytes.
import { concat, decodeFunctionResult, encodeAbiParameters, encodeFunctionData, hashMessage, parseAbi } from 'viem'
import type { Address, Hex } from 'viem'
import type { LocalEthereumChain } from './local-ethereum-chain.ts'

export const erc1271MagicValue: Hex = `0x1626ba7e${'00'.repeat(28)}`

const abi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])

/**
 * Calls isValidSignature and returns the raw response.
 * @throws {JsonRpcError} if the contract reverts
 */
export async function callIsValidSignature(
  chain: LocalEthereumChain,
  wallet: Address,
  text: string,
  signature: Hex,
): Promise<Hex> {
  return (await chain.rpc('eth_call', [{ to: wallet, data: encodeIsValidSignature(text, signature) }, 'latest'])) as Hex
}

export function encodeIsValidSignature(text: string, signature: Hex): Hex {
  return encodeFunctionData({ abi, functionName: 'isValidSignature', args: [hashMessage(text), signature] })
}

export async function isErc1271SignatureAccepted(
  chain: LocalEthereumChain,
  wallet: Address,
  text: string,
  signature: Hex,
): Promise<boolean> {
  const answer = await callIsValidSignature(chain, wallet, text, signature).catch((): Hex => '0x')
  return (
    answer.length === 66 &&
    decodeFunctionResult({ abi, functionName: 'isValidSignature', data: answer }) === '0x1626ba7e'
  )
}

export interface ContractWalletDeployment {
  readonly address: Address
  readonly factory: Address
  readonly factoryData: Hex
}

// The suffix of a wrapped signature, with which no plain signature ends (ERC-6492 §Specification).
const erc6492MagicBytes: Hex = `0x${'6492'.repeat(16)}`

/** ERC-6492. */
export function wrapErc6492Signature(
  { factory, factoryData }: Omit<ContractWalletDeployment, 'address'>,
  signature: Hex,
): Hex {
  const types = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const
  return concat([encodeAbiParameters(types, [factory, factoryData, signature]), erc6492MagicBytes])
}
