// docs/reference/messages.md: the three messages, each with its grammar as packages/message/grammar has it, a sound example, and where each rule is from.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  bip122MessageProfile,
  eip155MessageProfile,
  parseSignInMessage,
  solanaMessageProfile,
} from '@countersign/message'
import type { MessageProfile } from '@countersign/message'
import {
  validBitcoinMessageExample,
  validEthereumMessageExample,
  validSolanaMessageExample,
} from '@countersign/message/message-error-examples'
import { listSolanaChainIds, solanaClusters } from '@countersign/message/solana/solana-clusters'
import { formatMarkdownCode, formatMarkdownTable } from './format-markdown.ts'

/** A grammar as it stands in the code, which a reader is generated from and held against ours. */
export const renderMessageAbnfGrammar = (name: 'common' | 'eip155' | 'solana' | 'bip122'): string =>
  block(
    'abnf',
    readFileSync(join(import.meta.dirname, `../../packages/message/grammar/${name}.abnf`), 'utf8').trimEnd(),
  )

/** @throws MessageError where the example is none, which no document may show */
export function renderValidatedMessageExample(text: string, profile: MessageProfile): string {
  parseSignInMessage(text, { profile })
  return block('text', text)
}

const block = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``

/** The page of the messages. */
export const renderSignInMessagesReferencePage = (): string => `# The messages

What a wallet is asked to sign, for each chain family that signs in: Ethereum and all EVM chains, Solana, Bitcoin. One reader reads all three
([\`@countersign/message\`](../../packages/message/README.md)): it accepts exactly these grammars, and what it reads it writes back byte for byte. Which family a message is of, its
first line says and nothing else; no text is a message of two. What a server names in the fields, and that all of them must come back as they were issued, is the same for all.

Each grammar is ABNF (RFC 5234), with \`%s\` before what is letter for letter (RFC 7405), and complete with [the common part](#what-they-have-in-common). A reader that is generated from
these very files is held against ours in every run of the tests, on sound messages and on damaged ones (\`packages/message/src/abnf-differential-namespaces.node.test.ts\`). What is wrong with
a text that is none of them has a code each: [errors.md](errors.md#message-errors).

${renderEthereumSection()}

${renderSolanaSection()}

${renderBitcoinSection()}

${renderCommonSection()}
`

const renderEthereumSection = (): string => `## Ethereum and all EVM chains

${renderMessageAbnfGrammar('eip155')}

${renderValidatedMessageExample(validEthereumMessageExample, eip155MessageProfile)}

This is [EIP-4361](https://eips.ethereum.org/EIPS/eip-4361), Sign-In with Ethereum, as it stands there. Where its words say more than its ABNF, the words hold:

${formatMarkdownTable(
  ['rule', 'from', 'here'],
  [
    [
      'the address carries its checksum',
      'EIP-4361: should; [ERC-55](https://eips.ethereum.org/EIPS/eip-55)',
      'must: one wallet has one spelling. `0X`, which ABNF would let pass, is refused',
    ],
    [
      'a statement may be empty',
      'EIP-4361, `[ statement LF ] LF`',
      'three empty lines are an empty statement, and two are none; both are read',
    ],
    ['the domain', 'RFC 3986, `authority`', 'must not be empty'],
    [
      'the scheme before the domain',
      'EIP-4361: optional',
      'read by the library; a server issues none and refuses one, also on http://localhost: `uri` has it',
    ],
    ['times', 'RFC 3339', 'a day exists in its month; a 60th second is one of the leap seconds'],
    ['contract wallets', 'ERC-1271, ERC-6492', 'the same message; its chain id says whose chain is asked'],
  ],
)}

Why no scheme is issued on http://localhost: MetaMask with controller-utils 8.0 (siwe-parser 1.1.3), siwe-parser up to 2.0.2 and lit-siwe take a message with \`http://\` for plain text and do not
check its origin; MetaMask with 11.0 to 12.3, siwe-parser 3.0 and siwe 3 read both. Host and port are compared in either case, and \`uri\` tells http and https apart. A wallet that follows EIP-4361 to
the letter assumes https and may warn on http://localhost.`

const renderSolanaSection = (): string => `## Solana

${renderMessageAbnfGrammar('solana')}

${renderValidatedMessageExample(validSolanaMessageExample, solanaMessageProfile)}

Sign In With Solana is what two things of its makers say: the library that writes and reads it
([\`@solana/wallet-standard-util\`](https://github.com/anza-xyz/wallet-standard), 1.1.4), and the grammar by which wallets shall write
and judge it ([ABNF Message Format](https://github.com/phantom/sign-in-with-solana)). What that library writes out of complete fields is read here, and it reads what is written here (a test holds
both); the other way round it is far more lenient.

${formatMarkdownTable(
  ['rule', 'the library', 'the grammar', 'here'],
  [
    ['no scheme before the domain', 'writes none', 'none', 'none'],
    [
      'an empty line before a statement and after it; without one, a single empty line',
      'writes it so, reads others',
      'so',
      'so, and nothing else. An empty statement cannot be written',
    ],
    ['the statement', 'any text, also of several lines', 'one line', 'one line, of the characters of EIP-4361'],
    [
      'URI, version, chain id, nonce, issued-at time',
      'each may be left out',
      'each may be left out',
      'must be there: without them a message is good anywhere and for ever',
    ],
    ['the order of the fields', 'fixed; what stands elsewhere is taken for the statement', 'fixed', 'fixed'],
    ['version', 'any text', '`1`', '`1`'],
    ['nonce', 'any text', '8 letters or digits and more', '8 letters or digits and more'],
    ['times, URIs', 'any text', 'RFC 3339, RFC 3986', 'RFC 3339, RFC 3986, to the letter'],
    ['chain id', 'any text', 'a word, also after `solana:`', 'the same, and the names of CAIP-2'],
    [
      'the address',
      'any text',
      '32 to 44 digits of base58',
      'base58 of exactly 32 bytes; whether they are a key is for the signature to show',
    ],
    ['characters that cannot be seen', 'reads them', 'none', 'none'],
    ['line feeds after the end', 'reads them', 'none', 'none'],
  ],
)}

**Chain ids** are words, alone or after \`solana:\`, and elsewhere a cluster has the name that CAIP-2 gives it. So each cluster has several names, letter for letter, of which the first is the one
that is issued. A message that comes back with another name of the same cluster is the same to the server; one of another cluster is refused.

${formatMarkdownTable(
  ['cluster', 'names in a message'],
  [
    ...solanaClusters.map((cluster) => [
      formatMarkdownCode(cluster),
      listSolanaChainIds(cluster).map(formatMarkdownCode).join(', '),
    ]),
    ['a validator of one’s own', '`localnet`, `solana:localnet`: read, and no server is for it'],
  ],
)}

**The signature** is Ed25519 over the bytes of the text, 64 bytes in base58. A text that a hardware wallet puts its own prefix before is another text, and refused with words of
its own on the page. [Decision 0049](../decisions/0049-strict-ed25519-for-solana.md) says what else is.`

const renderBitcoinSection = (): string => `## Bitcoin

${renderMessageAbnfGrammar('bip122')}

${renderValidatedMessageExample(validBitcoinMessageExample, bip122MessageProfile)}

There is no standard for this message. This is our profile of [CAIP-122](https://chainagnostic.org/CAIPs/caip-122) for the namespace \`bip122\`; it has [a page of its own](bitcoin-message.md),
by which others can write and read the same.`

const renderCommonSection = (): string => `## What they have in common

${renderMessageAbnfGrammar('common')}

The fields and their order are those of EIP-4361, which CAIP-122 made those of all chains. A server that checks one must compare every field with what it issued; [the
library](../../packages/message/README.md) does not compile where one is forgotten.`
