// How a chain family's message is laid out: what its first line says, and how many lines stay empty where there is no statement. What is
// needed to write a message, apart from what is needed to read one, so that a page that only writes stays light.

/** The chain families that sign in, by their names in CAIP-2: Ethereum and all EVM chains, Solana, Bitcoin. */
export const chainNamespaces = ['eip155', 'solana', 'bip122'] as const

/**
 * The name that CAIP-2 gives a chain family.
 *
 * @example
 * ```ts
 * import type { ChainNamespace } from '@countersign/message'
 *
 * const withContracts: ChainNamespace[] = ['eip155']
 * withContracts.includes('solana') // => false
 * ```
 */
export type ChainNamespace = (typeof chainNamespaces)[number]

/**
 * How the text of a message is put together around its fields.
 *
 * @example
 * ```ts
 * import { eip155MessageProfile } from '@countersign/message'
 * import type { MessageLayout } from '@countersign/message'
 *
 * const firstLine = (domain: string, { header }: MessageLayout) => domain + header.trimEnd()
 * firstLine('example.com', eip155MessageProfile) // => 'example.com wants you to sign in with your Ethereum account:'
 * ```
 */
export interface MessageLayout {
  readonly namespace: ChainNamespace
  /** What follows the domain, with the end of the first line. */
  readonly header: string
  /** Whether a scheme may stand before the domain. */
  readonly allowsScheme: boolean
  /** Whether two lines, not one, stay empty between address and fields where there is no statement. An empty statement can be written only then. */
  readonly hasSecondBlankLine: boolean
}

// The letter case of the headers is part of them (ERC-4361 §Message Format, RFC 7405 §2.1). Written out: one that is put together takes longer to compare
// with, in each message.

/** ERC-4361 §Message Format. */
export const eip155MessageLayout: MessageLayout = {
  namespace: 'eip155',
  header: ' wants you to sign in with your Ethereum account:\n',
  allowsScheme: true,
  hasSecondBlankLine: true,
}

/** Sign In With Solana: without a scheme, and with one empty line between address and fields. */
export const solanaMessageLayout: MessageLayout = {
  namespace: 'solana',
  header: ' wants you to sign in with your Solana account:\n',
  allowsScheme: false,
  hasSecondBlankLine: false,
}

/** CAIP-122 for Bitcoin, laid out as EIP-4361 is, without a scheme. */
export const bip122MessageLayout: MessageLayout = {
  namespace: 'bip122',
  header: ' wants you to sign in with your Bitcoin account:\n',
  allowsScheme: false,
  hasSecondBlankLine: true,
}

/** Chain family → its layout. */
export const messageLayoutByNamespace: Readonly<Record<ChainNamespace, MessageLayout>> = {
  eip155: eip155MessageLayout,
  solana: solanaMessageLayout,
  bip122: bip122MessageLayout,
}
