// What a chain is asked, and what it answers. A proof of a contract wallet needs somebody who reads its chain; this package
// opens no connection itself.

/**
 * "0x" and pairs of hexadecimal digits.
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
 * One static call of a contract.
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
 * What came of one question. A contract that fails has answered: it said nothing.
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
  /** It reverted, or used up the gas that it was given. With the error by which it sends its reader to another server (ERC-3668), where it is
   * one and the reader tells; no proof follows it. */
  | { outcome: 'failed'; code: ContractCode; lookup?: Hex }
  /** Its answer is longer than is read. */
  | { outcome: 'too-long'; code: ContractCode }
  | { outcome: 'answered'; code: ContractCode; data: Hex }

/**
 * The code that was asked.
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
  /** Of an account that is delegated to a contract (EIP-7702): that contract. */
  delegate: Hex | null
}

/**
 * A call that would make the wallet that is asked, before it is asked, where it is not there yet (ERC-6492). It is simulated, and changes
 * nothing.
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
 * The block at which everything of one reading was read.
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
  /** A decimal number. */
  number: string
  hash: Hex
  /** Milliseconds since 1970. */
  at: number
}

/**
 * What a chain said, at one block.
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
  /** One for each question, in the same order. */
  results: ContractCallResult[]
  /** The deployment was simulated: there is no contract yet, and the code that was asked is what would be there. */
  simulated?: true
}

/**
 * How a reading is wanted.
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
  /** Simulated before the one question that it goes with, and only where there is no code at its address. */
  deployment?: ContractDeployment
  /** The newest block, or the newest one that can no longer be taken back. The newest where it is left out. */
  blockTag?: 'latest' | 'finalized'
  /** The number of a block, in decimal digits, that a node must have reached: one that has not knows less than is known already. */
  notBefore?: string
  /** Nobody waits for it: it takes no time from readings that somebody waits for, and they take none from it. */
  background?: true
}

/**
 * Reads one chain. Whoever has a connection to a node writes one; this package opens none. Ask a node that you trust: what it answers is
 * believed.
 *
 * @example
 * ```ts
 * import { ChainUnavailableError } from '@countersign/proof'
 * import type { ChainReader } from '@countersign/proof'
 *
 * // Looks in a table where another would call a node.
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
  /** @throws ChainUnavailableError where no answer could be had that is to be believed */
  read: (questions: readonly ContractCall[], options?: ChainReadOptions) => Promise<ChainReadResult>
}

/**
 * The chain could not be read: that says nothing about the wallet. A reader throws it, and a proof then answers `unavailable`.
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
  /** For the log: never the address of a node, which can hold a key. */
  readonly reason: string
  /** Those that it is about, where it is not about all: a reading without them may be had. */
  readonly calls: readonly ContractCall[]

  constructor(reason: string, questions: readonly ContractCall[] = []) {
    super(`The chain cannot be read: ${reason}`)
    this.reason = reason
    this.calls = questions
  }
}
