// Does the contract at this address stand behind this signature (ERC-1271)?
import { bytesOfHex } from './hex-bytes.ts'
import { ChainUnavailable } from './chain-reader.ts'
import type { Answer, Block, ChainReader, Hex, Question } from './chain-reader.ts'
import { hashPersonalMessage } from './personal-message-hash.ts'

/** What the operator allows on a chain. */
export interface ContractRules {
  /** The factories, in lower case, that may make a wallet in a simulation. */
  factories: readonly string[]
  allowDelegates: boolean
}

export type ContractProof =
  | { readonly outcome: 'proved'; readonly method: 'erc1271' | 'erc6492'; readonly block: Block; readonly codeHash: Hex | null; readonly signature: string }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'unavailable'; readonly reason: string }

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const word = (value: number): string => value.toString(16).padStart(64, '0')

/** The call that asks a contract: isValidSignature(bytes32,bytes). */
export function questionOf(text: string, signature: string, address: string): Question {
  const bytes = bytesOfHex(signature) ?? new Uint8Array()
  const padded = hexOf(bytes).padEnd(Math.ceil(bytes.length / 32) * 64, '0')
  return { to: address as Hex, data: `0x1626ba7e${hexOf(hashPersonalMessage(text))}${word(64)}${word(bytes.length)}${padded}` }
}

/** Whether an answer is the magic value, and nothing else. */
export const accepts = (answer: Answer): boolean => answer.outcome === 'answered' && answer.data === `0x1626ba7e${'0'.repeat(56)}`

export async function proveContract(text: string, signature: string, address: string, chain: ChainReader, rules: ContractRules): Promise<ContractProof> {
  try {
    const { block, answers: [answer] } = await chain.read([questionOf(text, signature, address)])
    if (answer === undefined || answer.outcome === 'no-code') return { outcome: 'refused', reason: 'not_deployed' }
    if (answer.code.delegate !== null && !rules.allowDelegates) return { outcome: 'refused', reason: 'delegate_not_allowed' }
    if (!accepts(answer)) return { outcome: 'refused', reason: 'contract_refused' }
    return { outcome: 'proved', method: 'erc1271', block, codeHash: answer.code.hash, signature }
  } catch (error) {
    if (error instanceof ChainUnavailable) return { outcome: 'unavailable', reason: error.reason }
    throw error
  }
}
