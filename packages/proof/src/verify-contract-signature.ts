// Verifies signatures of contract wallets (ERC-1271), deployed or not (ERC-6492), on their chain.
import { ChainUnavailableError } from './chain-reader.ts'
import type {
  ContractCallResult,
  ChainBlock,
  ChainReader,
  ContractDeployment,
  Hex,
  ContractCall,
  ChainReadResult,
} from './chain-reader.ts'
import { decodeHex, encodeHex } from './hex-encoding.ts'
import { hashPersonalMessage } from './personal-message-hash.ts'
import type { ContractVerificationErrorCode } from './ethereum-verification-errors.ts'
import { parseErc6492Signature } from './parse-erc6492-signature.ts'

/**
 * What the operator allows on a chain.
 *
 * @example
 * ```ts
 * import type { ContractWalletPolicy } from '@countersign/proof'
 *
 * const strict: ContractWalletPolicy = { factories: [], allowDelegates: false }
 * strict.factories.length // => 0
 * ```
 */
export interface ContractWalletPolicy {
  /** The lowercase addresses of the factories that may deploy a wallet in a simulation. */
  readonly factories: readonly string[]
  /** Whether a contract may respond for a key that delegates to it (EIP-7702). */
  readonly allowDelegates: boolean
}

/**
 * The result: verified at a block; refused with a reason, which is a key of
 * `contractVerificationErrors`; or unavailable, because the chain could not be read.
 *
 * @example
 * ```ts
 * import type { ContractVerificationResult } from '@countersign/proof'
 *
 * function tell(proof: ContractVerificationResult): string {
 *   return proof.outcome === 'verified' ? `proved at block ${proof.block.number}` : `${proof.outcome}: ${proof.reason}`
 * }
 * tell({ outcome: 'unavailable', reason: 'the node did not answer in time' }) // => 'unavailable: the node did not answer in time'
 * ```
 */
export type ContractVerificationResult =
  | {
      readonly outcome: 'verified'
      readonly method: 'erc1271' | 'erc6492'
      readonly block: ChainBlock
      /** The hash of the code that responded; null if the wallet is not deployed yet. */
      readonly codeHash: Hex | null
      /** The contract that responded for a key which delegates to it (EIP-7702); otherwise null. */
      readonly delegate: Hex | null
      /** The signature that the contract received, which has no ERC-6492 wrapper. */
      readonly signature: Hex
      /** The results of `extraCalls`, in the same order; null if the wallet is not deployed. */
      readonly extraResults: readonly ContractCallResult[] | null
    }
  | {
      readonly outcome: 'refused'
      readonly reason: ContractVerificationErrorCode
      /** The block at which the chain was read; absent if it was not read. */
      readonly block?: ChainBlock
    }
  | { readonly outcome: 'unavailable'; readonly reason: string }

// The selector of isValidSignature, which is also its success value (ERC-1271 §Specification).
const isValidSignatureSelector = '1626ba7e'
const magicValue = `0x${isValidSignatureSelector}${'0'.repeat(56)}`

/**
 * Asks a contract whether a signature for a text is valid. The text is hashed as in
 * `verifyEthereumKeySignature`. If the input is malformed, nothing is read. Errors of the reader
 * are thrown, except `ChainUnavailableError`.
 *
 * @example
 * ```ts
 * import { verifyContractSignature } from '@countersign/proof'
 * import type { ChainReader } from '@countersign/proof'
 *
 * // On this chain, every contract answers with the magic value of ERC-1271.
 * const chain: ChainReader = {
 *   read: async (questions) => ({
 *     block: { number: '7', hash: '0xb0', at: 0 },
 *     results: questions.map(() => ({
 *       outcome: 'answered',
 *       code: { hash: '0xc0', delegate: null },
 *       data: `0x1626ba7e${'0'.repeat(56)}`,
 *     })),
 *   }),
 * }
 * const address = '0x00000000000000000000000000000000000000aa'
 * const proof = await verifyContractSignature('a text', '0x1234', address, chain, { factories: [], allowDelegates: false })
 * proof.outcome // => 'verified'
 * ```
 * @param signature "0x" followed by hexadecimal digits; without digits, the contract checks whether
 * the owners approved the text on-chain
 * @param chain the chain that the text names; on another chain, the address may belong to someone
 * else (THREATS S4)
 * @param extraCalls further calls at the same block, which do not affect the outcome
 */
export async function verifyContractSignature(
  text: string,
  signature: string,
  address: string,
  chain: ChainReader,
  rules: ContractWalletPolicy,
  extraCalls: readonly ContractCall[] = [],
): Promise<ContractVerificationResult> {
  if (typeof address !== 'string' || decodeHex(address)?.length !== 20) return refused('address_invalid')
  if (typeof text !== 'string' || !text.isWellFormed()) return refused('text_not_encodable')
  const opened = parseErc6492Signature(signature)
  if (typeof opened === 'string') return refused(opened)
  // A factory that is not allowed is not called, and a deployed wallet needs none.
  const isAllowed = opened.deployment !== null && rules.factories.includes(opened.deployment.factory)
  const question = encodeIsValidSignatureCall(text, opened.signature, address)
  let reading = isAllowed
    ? await readChain(chain, [question], { deployment: opened.deployment })
    : await readChain(chain, [question, ...extraCalls], {})
  // A deployment can be simulated only with a single call. If the wallet turns out to be deployed,
  // everything is read again, so that a wrapped signature cannot suppress the extra calls.
  if (isAllowed && extraCalls.length > 0 && !(reading instanceof ChainUnavailableError) && isDeployed(reading))
    reading = await readChain(chain, [question, ...extraCalls], {})
  if (reading instanceof ChainUnavailableError) return { outcome: 'unavailable', reason: reading.reason }
  const { block, results, simulated = false } = reading
  const [answer, ...rest] = results as [ContractCallResult, ...ContractCallResult[]]
  if (answer.outcome === 'no-code')
    return refused(
      opened.deployment === null ? 'not_deployed' : isAllowed ? 'deployment_failed' : 'factory_not_allowed',
      block,
    )
  const reason = findResultError(answer, rules)
  if (reason !== null) return refused(reason, block)
  return {
    outcome: 'verified',
    method: simulated ? 'erc6492' : 'erc1271',
    block,
    codeHash: simulated ? null : answer.code.hash,
    delegate: answer.code.delegate,
    signature: opened.signature,
    extraResults: simulated ? null : rest,
  }
}

const isDeployed = ({ results, simulated }: ChainReadResult): boolean =>
  simulated !== true && results[0]?.outcome !== 'no-code'

async function readChain(
  chain: ChainReader,
  questions: readonly ContractCall[],
  { deployment }: { deployment?: ContractDeployment | null },
): Promise<ChainReadResult | ChainUnavailableError> {
  try {
    return await chain.read(questions, deployment == null ? {} : { deployment })
  } catch (error) {
    if (error instanceof ChainUnavailableError) return error
    throw error
  }
}

/** The signature must not have an ERC-6492 wrapper; `verifyContractSignature` removes it. */
export function encodeIsValidSignatureCall(text: string, signature: Hex, address: string): ContractCall {
  const digits = signature.slice(2)
  const padded = digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
  return {
    to: address.toLowerCase() as Hex,
    data: `0x${isValidSignatureSelector}${encodeHex(hashPersonalMessage(text))}${word(64)}${word(digits.length / 2)}${padded}`,
  }
}

const word = (value: number): string => value.toString(16).padStart(64, '0')

/** For callers that check many contracts in one read. */
export const isErc1271CallAccepted = (
  answer: ContractCallResult,
  rules: Pick<ContractWalletPolicy, 'allowDelegates'>,
): boolean => answer.outcome !== 'no-code' && findResultError(answer, rules) === null

// Returns null only for exactly the 32-byte success value of ERC-1271 (THREATS S3, S7).
function findResultError(
  answer: Exclude<ContractCallResult, { outcome: 'no-code' }>,
  { allowDelegates }: Pick<ContractWalletPolicy, 'allowDelegates'>,
): ContractVerificationErrorCode | null {
  if (answer.code.delegate !== null && !allowDelegates) return 'delegate_not_allowed'
  if (answer.outcome === 'failed') return 'contract_failed'
  if (answer.outcome === 'too-long') return 'answer_too_long'
  if (answer.data === magicValue) return null
  // Any other bytes4 is a refusal; contracts usually return 0xffffffff.
  return /^0x[0-9a-f]{8}0{56}$/.test(answer.data) ? 'not_accepted' : 'answer_malformed'
}

const refused = (reason: ContractVerificationErrorCode, block?: ChainBlock): ContractVerificationResult => ({
  outcome: 'refused',
  reason,
  ...(block && { block }),
})
