// Does the contract at this address stand behind this signature (ERC-1271)? Its chain is asked, also for a contract that is
// not there yet (ERC-6492). Proved, refused and unavailable are three answers: a chain that is silent has not said no.
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
  /** The factories, in lower case, that may make a wallet in a simulation. */
  readonly factories: readonly string[]
  /** Whether the contract that a key is delegated to (EIP-7702) may answer for it. */
  readonly allowDelegates: boolean
}

/**
 * The answer: proved, by what and at which block; refused, with the reason (`contractVerificationErrors` has its words); or not known.
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
      /** Of the code that answered; null where it is not on the chain yet. */
      readonly codeHash: Hex | null
      /** As the contract was given it: without the wrapper of ERC-6492. */
      readonly signature: Hex
      /** What came of the further questions, in their order; null where there is no contract yet, so that nothing else was asked. */
      readonly extraResults: readonly ContractCallResult[] | null
    }
  | {
      readonly outcome: 'refused'
      readonly reason: ContractVerificationErrorCode
      /** At which the chain was asked; left out where it was not. */
      readonly block?: ChainBlock
    }
  | { readonly outcome: 'unavailable'; readonly reason: string }

/** ERC-1271 §Specification: the selector of isValidSignature(bytes32,bytes), which is also its answer. */
const isValidSignatureSelector = '1626ba7e'
const magicValue = `0x${isValidSignatureSelector}${'0'.repeat(56)}`

/**
 * Asks a contract whether it stands behind the signature of a text (hashed as `verifyEthereumKeySignature` does it). At most one reading of the
 * chain, and none for what is malformed. Nothing is thrown but what the reader throws beside `ChainUnavailableError`.
 *
 * @example
 * ```ts
 * import { verifyContractSignature } from '@countersign/proof'
 * import type { ChainReader } from '@countersign/proof'
 *
 * // A chain on which every contract answers with the magic value of ERC-1271.
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
 * @param signature "0x" and hexadecimal digits; "0x" alone asks whether the contract's owners have approved on the chain
 * @param chain the chain that the text names: the same address elsewhere can be somebody else's (THREATS S4)
 * @param extraCalls what to ask at the same block, such as whether an earlier signature still stands; it decides nothing here
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
  // A factory that is not allowed is not called; where the wallet is on the chain already, there is no need to.
  const isAllowed = opened.deployment !== null && rules.factories.includes(opened.deployment.factory)
  const question = encodeIsValidSignatureCall(text, opened.signature, address)
  let reading = isAllowed
    ? await readChain(chain, [question], { deployment: opened.deployment })
    : await readChain(chain, [question, ...extraCalls], {})
  // A deployment goes with the one question that needs it. Where the wallet is on the chain already, all is asked again together: who wraps a
  // signature must not keep the further questions from being asked.
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

/**
 * The call with which a contract is asked: isValidSignature(bytes32 hash, bytes signature).
 * @param signature as the contract is given it, hexadecimal: the one that a proof gives back
 */
export function encodeIsValidSignatureCall(text: string, signature: Hex, address: string): ContractCall {
  const digits = signature.slice(2)
  const padded = digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
  return {
    to: address.toLowerCase() as Hex,
    data: `0x${isValidSignatureSelector}${encodeHex(hashPersonalMessage(text))}${word(64)}${word(digits.length / 2)}${padded}`,
  }
}

const word = (value: number): string => value.toString(16).padStart(64, '0')

/** Whether an answer is a yes: for who asks many contracts at once. No code is none. */
export const isErc1271CallAccepted = (
  answer: ContractCallResult,
  rules: Pick<ContractWalletPolicy, 'allowDelegates'>,
): boolean => answer.outcome !== 'no-code' && findResultError(answer, rules) === null

/** Why an answer is no yes; null where it is one: exactly the 32 bytes that a contract of ERC-1271 answers (THREATS S3, S7). */
function findResultError(
  answer: Exclude<ContractCallResult, { outcome: 'no-code' }>,
  { allowDelegates }: Pick<ContractWalletPolicy, 'allowDelegates'>,
): ContractVerificationErrorCode | null {
  if (answer.code.delegate !== null && !allowDelegates) return 'delegate_not_allowed'
  if (answer.outcome === 'failed') return 'contract_failed'
  if (answer.outcome === 'too-long') return 'answer_too_long'
  if (answer.data === magicValue) return null
  // The other values of a bytes4 are a no, and 0xffffffff is the one that contracts write.
  return /^0x[0-9a-f]{8}0{56}$/.test(answer.data) ? 'not_accepted' : 'answer_malformed'
}

const refused = (reason: ContractVerificationErrorCode, block?: ChainBlock): ContractVerificationResult => ({
  outcome: 'refused',
  reason,
  ...(block && { block }),
})
