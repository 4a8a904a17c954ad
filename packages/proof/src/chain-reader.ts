/**
 * "0x" followed by pairs of hexadecimal digits.
 *
 * @example
 * ```ts
 * import type { Hex } from '@countersign/proof'
 *
 * const call: Hex = '0x1626ba7e'
 * call.length // => 10
 * ```
 */
export type Hex = `0x${string}`

/**
 * A call to a contract that must not change its state.
 *
 * @example
 * ```ts
 * import type { ContractCall } from '@countersign/proof'
 *
 * const question: ContractCall = { to: '0x00000000000000000000000000000000000000aa', data: '0x1626ba7e' }
 * question.data.slice(2).length // => 8
 * ```
 */
export interface ContractCall {
  to: Hex
  data: Hex
}

/**
 * The result of one call. If the contract fails, this is also a result.
 *
 * @example
 * ```ts
 * import type { ContractCallResult } from '@countersign/proof'
 *
 * const results: ContractCallResult[] = [
 *   { outcome: 'no-code' },
 *   { outcome: 'answered', code: { hash: '0xc0', delegate: null }, data: '0x' },
 * ]
 * results.map(({ outcome }) => outcome) // => ['no-code', 'answered']
 * ```
 */
export type ContractCallResult =
  /** There is no contract at this address. */
  | { outcome: 'no-code' }
  /** The call reverted or ran out of gas. `lookup` is its ERC-3668 error, which is not followed. */
  | { outcome: 'failed'; code: ContractCode; lookup?: Hex }
  /** The response is longer than the reader's limit. */
  | { outcome: 'too-long'; code: ContractCode }
  | { outcome: 'answered'; code: ContractCode; data: Hex }

/**
 * The code of the contract that was called.
 *
 * @example
 * ```ts
 * import type { ContractCode } from '@countersign/proof'
 *
 * const code: ContractCode = { hash: `0x${'c0'.repeat(32)}`, delegate: null }
 * code.delegate // => null
 * ```
 */
export interface ContractCode {
  hash: Hex
  /** The contract to which an account delegates by EIP-7702; null for other contracts. */
  delegate: Hex | null
}

/**
 * A call that would deploy a wallet that does not exist yet (ERC-6492). It is only simulated.
 *
 * @example
 * ```ts
 * import type { ContractDeployment } from '@countersign/proof'
 *
 * const deployment: ContractDeployment = { factory: '0x00000000000000000000000000000000000000fa', data: '0xfeed' }
 * deployment.data // => '0xfeed'
 * ```
 */
export interface ContractDeployment {
  factory: Hex
  data: Hex
}

/**
 * The block at which all results were read.
 *
 * @example
 * ```ts
 * import type { ChainBlock } from '@countersign/proof'
 *
 * const block: ChainBlock = { number: '19000000', hash: `0x${'b0'.repeat(32)}`, at: Date.UTC(2024, 1, 29) }
 * BigInt(block.number) // => 19_000_000n
 * ```
 */
export interface ChainBlock {
  /** Decimal. */
  number: string
  hash: Hex
  /** Milliseconds since 1970. */
  at: number
}

/**
 * The results that were read from a chain at one block.
 *
 * @example
 * ```ts
 * import type { ChainReadResult } from '@countersign/proof'
 *
 * const reading: ChainReadResult = {
 *   block: { number: '7', hash: `0x${'b0'.repeat(32)}`, at: 0 },
 *   results: [{ outcome: 'no-code' }],
 * }
 * reading.results.length // => 1
 * ```
 */
export interface ChainReadResult {
  block: ChainBlock
  /** One result per call, in the same order. */
  results: ContractCallResult[]
  /** Set if no contract exists yet; `code` is what the simulated deployment would create. */
  simulated?: true
}

/**
 * Options of a read.
 *
 * @example
 * ```ts
 * import type { ChainReadOptions } from '@countersign/proof'
 *
 * const options: ChainReadOptions = { blockTag: 'finalized' }
 * options.deployment // => undefined
 * ```
 */
export interface ChainReadOptions {
  /** Simulated before the call if the address has no code. Allowed only with a single call. */
  deployment?: ContractDeployment
  /** Defaults to `latest`. */
  blockTag?: 'latest' | 'finalized'
  /** The decimal number of a block that the node must have reached, so that its state is fresh. */
  notBefore?: string
  /** Set for background reads, which do not use the time budget of interactive reads. */
  background?: true
}

/**
 * Reads one chain. Implement it with a trusted node, because the responses are not checked.
 *
 * @example
 * ```ts
 * import { ChainUnavailableError } from '@countersign/proof'
 * import type { ChainReader } from '@countersign/proof'
 *
 * // This reader looks in a table; a real one would call a node.
 * function readerOf(contracts: Record<string, `0x${string}`>): ChainReader {
 *   return {
 *     read: async (questions) => {
 *       if (questions.length > 10) throw new ChainUnavailableError('too many questions at once', questions)
 *       const results = questions.map(({ to }) => {
 *         const data = contracts[to]
 *         if (data === undefined) return { outcome: 'no-code' } as const
 *         return { outcome: 'answered', code: { hash: '0xc0', delegate: null }, data } as const
 *       })
 *       return { block: { number: '7', hash: '0xb0', at: 0 }, results }
 *     },
 *   }
 * }
 * const { results } = await readerOf({}).read([{ to: '0xaa', data: '0x' }])
 * results // => [{ outcome: 'no-code' }]
 * ```
 */
export interface ChainReader {
  /** Makes the calls at one block. @throws ChainUnavailableError without a trustworthy response */
  read: (questions: readonly ContractCall[], options?: ChainReadOptions) => Promise<ChainReadResult>
}

/**
 * The chain could not be read, so verification returns `unavailable` and not `refused`.
 *
 * @example
 * ```ts
 * import { ChainUnavailableError } from '@countersign/proof'
 *
 * const error = new ChainUnavailableError('the node did not answer in time')
 * error.message // => 'The chain cannot be read: the node did not answer in time'
 * ```
 */
export class ChainUnavailableError extends Error {
  override readonly name = 'ChainUnavailableError'
  /** The reason for the log. It never contains a node's URL, which may include an API key. */
  readonly reason: string
  /** The calls that failed, or none if all are affected. A read without these calls may succeed. */
  readonly calls: readonly ContractCall[]

  constructor(reason: string, questions: readonly ContractCall[] = []) {
    super(`The chain cannot be read: ${reason}`)
    this.reason = reason
    this.calls = questions
  }
}
