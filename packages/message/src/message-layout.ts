// This is a separate file, so that pages that only write messages stay small.

/** The supported chain families by CAIP-2 namespace: all EVM chains, Solana and Bitcoin. */
export const chainNamespaces = ['eip155', 'solana', 'bip122'] as const

/**
 * The CAIP-2 namespace of a chain family.
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
 * The fixed text around the fields of a message.
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
  /** The text after the domain, including the line feed of the first line. */
  readonly header: string
  /** Whether a scheme may precede the domain. */
  readonly allowsScheme: boolean
  /** Whether two blank lines mean no statement, so that an empty statement is a different text. */
  readonly hasSecondBlankLine: boolean
}

// Letter case matters (RFC 7405 §2.1). Literals are compared faster than concatenated strings.

/** ERC-4361 §Message Format. */
export const eip155MessageLayout: MessageLayout = {
  namespace: 'eip155',
  header: ' wants you to sign in with your Ethereum account:\n',
  allowsScheme: true,
  hasSecondBlankLine: true,
}

export const solanaMessageLayout: MessageLayout = {
  namespace: 'solana',
  header: ' wants you to sign in with your Solana account:\n',
  allowsScheme: false,
  hasSecondBlankLine: false,
}

/** CAIP-122 for Bitcoin, which is EIP-4361 without a scheme. */
export const bip122MessageLayout: MessageLayout = {
  namespace: 'bip122',
  header: ' wants you to sign in with your Bitcoin account:\n',
  allowsScheme: false,
  hasSecondBlankLine: true,
}

export const messageLayoutByNamespace: Readonly<Record<ChainNamespace, MessageLayout>> = {
  eip155: eip155MessageLayout,
  solana: solanaMessageLayout,
  bip122: bip122MessageLayout,
}
