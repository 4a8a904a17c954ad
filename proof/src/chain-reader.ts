// What a chain is asked, and what it answers. A proof of a contract wallet needs somebody who reads its chain; this package
// opens no connection itself.

/** "0x" and pairs of hexadecimal digits. */
export type Hex = `0x${string}`

/** One static call of a contract. */
export interface Question {
  to: Hex
  data: Hex
}

/** What came of one question. A contract that fails has answered: it said nothing. */
export type Answer =
  /** There is no contract at this address. */
  | { outcome: 'no-code' }
  /** It reverted, or used up the gas that it was given. */
  | { outcome: 'failed'; code: Code }
  /** Its answer is longer than is read. */
  | { outcome: 'too-long'; code: Code }
  | { outcome: 'answered'; code: Code; data: Hex }

/** The code that was asked. */
export interface Code {
  hash: Hex
  /** Of an account that is delegated to a contract (EIP-7702): that contract. */
  delegate: Hex | null
}

/** A call that would make the wallet that is asked first, where it is not there yet; it is simulated, and changes nothing. */
export interface Deployment {
  factory: Hex
  data: Hex
}

/** The block at which everything of one reading was read. */
export interface Block {
  /** A decimal number. */
  number: string
  hash: Hex
  /** Milliseconds since 1970. */
  at: number
}

/** What a chain said, at one block. */
export interface Reading {
  block: Block
  /** One for each question, in the same order. */
  answers: Answer[]
  /** The deployment was simulated: there is no contract yet, and the code that was asked is what would be there. */
  simulated?: true
}

export interface ReadOptions {
  /** Simulated before the one question that it goes with, and only where there is no code at its address. */
  deployment?: Deployment
  /** The newest block, or the newest one that can no longer be taken back. The newest where it is left out. */
  at?: 'latest' | 'finalized'
  /** Nobody waits for it: it takes no time from readings that somebody waits for, and they take none from it. */
  background?: true
}

/** Reads one chain. */
export interface ChainReader {
  /** @throws ChainUnavailable where no answer could be had that is to be believed */
  read: (questions: readonly Question[], options?: ReadOptions) => Promise<Reading>
}

/** The chain could not be read: that says nothing about the wallet. */
export class ChainUnavailable extends Error {
  override readonly name = 'ChainUnavailable'
  /** For the log: never the address of a node, which can hold a key. */
  readonly reason: string
  /** Those that it is about, where it is not about all: a reading without them may be had. */
  readonly questions: readonly Question[]

  constructor(reason: string, questions: readonly Question[] = []) {
    super(`The chain cannot be read: ${reason}`)
    this.reason = reason
    this.questions = questions
  }
}
