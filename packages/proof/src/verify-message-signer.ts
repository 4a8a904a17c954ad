// Verifies the signer that a parsed message names: a key of its chain family, or a contract.
import type { MessageProfile, SignInMessage } from '@countersign/message'
import type { BitcoinVerificationErrorCode } from './bip122/bitcoin-verification-errors.ts'
import { verifyBitcoinSignature } from './bip122/verify-bitcoin-signature.ts'
import type { ChainReader } from './chain-reader.ts'
import type { ContractVerificationErrorCode, EthereumKeyVerificationErrorCode } from './ethereum-verification-errors.ts'
import type { SolanaVerificationErrorCode } from './solana/verify-solana-signature.ts'
import { verifySolanaSignature } from './solana/verify-solana-signature.ts'
import { verifyContractSignature } from './verify-contract-signature.ts'
import type { ContractWalletPolicy } from './verify-contract-signature.ts'
import { verifyEthereumKeySignature } from './verify-ethereum-key-signature.ts'

/**
 * The code of a refused signature, which is a key of the family's catalog of errors.
 *
 * @example
 * ```ts
 * import { ethereumKeyVerificationErrors } from '@countersign/proof'
 * import type { MessageSignerErrorCode } from '@countersign/proof'
 *
 * const detail: MessageSignerErrorCode = 'other_signer'
 * ethereumKeyVerificationErrors[detail] // => 'The signature is from another address or for another text.'
 * ```
 */
export type MessageSignerErrorCode =
  | EthereumKeyVerificationErrorCode
  | ContractVerificationErrorCode
  | SolanaVerificationErrorCode
  | BitcoinVerificationErrorCode

export interface MessageSignerOptions {
  /** Returns a reader of the EVM chain with this ID, such as '1'; undefined if there is none. */
  readonly reader?: (chainId: string) => ChainReader | undefined
  /** By default, neither factories nor delegates are allowed. */
  readonly policy?: ContractWalletPolicy
}

type MessageSignerResult =
  | { readonly outcome: 'verified'; readonly kind: 'key' | 'contract' }
  | { readonly outcome: 'refused'; readonly reason: MessageSignerErrorCode }
  | { readonly outcome: 'unavailable'; readonly reason: string }

const strictPolicy: ContractWalletPolicy = { factories: [], allowDelegates: false }

export async function verifyMessageSigner(
  proof: { message: string; signature: string; block?: unknown },
  { message: { address, chainId }, profile }: { message: SignInMessage; profile: MessageProfile },
  { reader, policy = strictPolicy }: MessageSignerOptions,
): Promise<MessageSignerResult> {
  const { message: text, signature } = proof
  if (profile.namespace === 'solana') return toKeyResult(verifySolanaSignature(text, signature, address))
  if (profile.namespace === 'bip122') return toKeyResult(verifyBitcoinSignature(text, signature, address))
  const byKey = verifyEthereumKeySignature(text, signature, address)
  if (byKey.outcome === 'verified') return toKeyResult(byKey)
  const chain = reader?.(chainId)
  if (chain === undefined) {
    // Without a chain read, a sole contract owner's signature looks like one by a wrong key.
    const mayBeContract = proof.block !== undefined || byKey.reason.startsWith('length')
    return mayBeContract ? { outcome: 'unavailable', reason: `no reader for chain ${chainId}` } : byKey
  }
  const byContract = await verifyContractSignature(text, signature, address, chain, policy)
  if (byContract.outcome === 'verified') return { outcome: 'verified', kind: 'contract' }
  return byContract.outcome === 'refused' && byContract.reason === 'not_deployed' && proof.block === undefined
    ? byKey
    : byContract
}

const toKeyResult = (
  result: { readonly outcome: 'verified' } | Extract<MessageSignerResult, { outcome: 'refused' }>,
): MessageSignerResult => (result.outcome === 'verified' ? { outcome: 'verified', kind: 'key' } : result)
