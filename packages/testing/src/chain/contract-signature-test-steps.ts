// The question of ERC-1271 and the envelope of ERC-6492, as raw bytes: tests judge with them what they have made.
import { concat, decodeFunctionResult, encodeAbiParameters, encodeFunctionData, hashMessage, parseAbi } from 'viem'
import type { Address, Hex } from 'viem'
import type { LocalEthereumChain } from './local-ethereum-chain.ts'

/** What a contract answers that accepts a signature. */
export const erc1271MagicValue: Hex = `0x1626ba7e${'00'.repeat(28)}`

const abi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])

/**
 * Asks a contract whether it accepts the signature of a text, and returns its answer byte for byte.
 * @throws {JsonRpcError} when the contract reverts
 */
export async function callIsValidSignature(
  chain: LocalEthereumChain,
  wallet: Address,
  text: string,
  signature: Hex,
): Promise<Hex> {
  return (await chain.rpc('eth_call', [{ to: wallet, data: encodeIsValidSignature(text, signature) }, 'latest'])) as Hex
}

/** The question itself. */
export function encodeIsValidSignature(text: string, signature: Hex): Hex {
  return encodeFunctionData({ abi, functionName: 'isValidSignature', args: [hashMessage(text), signature] })
}

/** Whether a contract accepts the signature of a text, as a reader sees it who takes every revert for a no. */
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

/** How a wallet that is not on the chain yet would come there. */
export interface ContractWalletDeployment {
  readonly address: Address
  readonly factory: Address
  readonly factoryData: Hex
}

// ERC-6492 §Specification: the envelope ends with these 32 bytes, which no plain signature ends with.
const erc6492MagicBytes: Hex = `0x${'6492'.repeat(16)}`

/** Puts a signature into ERC-6492's envelope, with how the wallet would be deployed. */
export function wrapErc6492Signature(
  { factory, factoryData }: Omit<ContractWalletDeployment, 'address'>,
  signature: Hex,
): Hex {
  const types = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const
  return concat([encodeAbiParameters(types, [factory, factoryData, signature]), erc6492MagicBytes])
}
