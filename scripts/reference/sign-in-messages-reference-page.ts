// Renders docs/reference/messages.md, with grammars from packages/message/grammar.
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

/** The test parser is generated from this grammar; tests compare that parser with ours. */
export const renderMessageAbnfGrammar = (name: 'common' | 'eip155' | 'solana' | 'bip122'): string =>
  renderGrammarFile(`message/grammar/${name}.abnf`)

const renderGrammarFile = (path: string): string =>
  block('abnf', readFileSync(join(import.meta.dirname, '../../packages', path), 'utf8').trimEnd())

export function renderValidatedMessageExample(text: string, profile: MessageProfile): string {
  parseSignInMessage(text, { profile })
  return block('text', text)
}

const block = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``

export const renderSignInMessagesReferencePage = (): string => `# Sign-in messages

The messages that wallets sign, for each chain family: Ethereum and all EVM chains, Solana, and
Bitcoin. One parser handles all three
([\`@countersign/message\`](../../packages/message/README.md)). It accepts exactly these grammars, and
formats a parsed message back byte for byte. Only the first line determines the family of a message,
and no text is valid for two families. For all families, a server fills in the same fields and
requires all of them to come back as issued.

Each grammar is ABNF (RFC 5234), with \`%s\` for case-sensitive strings (RFC 7405), and is complete
together with [the common rules](#common-rules). Every test run compares the parser with one that is
generated from these files, on valid and on damaged messages
(\`packages/message/src/abnf-differential-namespaces.node.test.ts\`). Each error has a code:
[errors.md](errors.md#message-errors).

${renderEthereumSection()}

${renderSolanaSection()}

${renderBitcoinSection()}

${renderCommonSection()}
`

const renderEthereumSection = (): string => `## Ethereum and all EVM chains

${renderMessageAbnfGrammar('eip155')}

${renderValidatedMessageExample(validEthereumMessageExample, eip155MessageProfile)}

This is [EIP-4361](https://eips.ethereum.org/EIPS/eip-4361), Sign-In with Ethereum, as specified. Where
its text requires more than its ABNF, the text applies:

${formatMarkdownTable(
  ['Rule', 'Source', 'Here'],
  [
    [
      'checksum of the address',
      'EIP-4361: should; [ERC-55](https://eips.ethereum.org/EIPS/eip-55)',
      'required: each wallet has one spelling. `0X`, which the ABNF would allow, is refused',
    ],
    [
      'empty statement',
      'EIP-4361, `[ statement LF ] LF`',
      'three empty lines mean an empty statement, two mean no statement; both are accepted',
    ],
    ['domain', 'RFC 3986, `authority`', 'must not be empty'],
    [
      'scheme before the domain',
      'EIP-4361: optional',
      'accepted by the library; a server issues none and refuses one, even on http://localhost: `uri` contains it',
    ],
    ['times', 'RFC 3339', 'the day must exist in its month; second 60 only for a leap second'],
    ['contract wallets', 'ERC-1271, ERC-6492', 'the same message; its chain ID determines which chain is queried'],
  ],
)}

Why no scheme is issued on http://localhost: MetaMask with controller-utils 8.0 (siwe-parser 1.1.3),
siwe-parser up to 2.0.2, and lit-siwe treat a message with \`http://\` as plain text and do not check
its origin. MetaMask with 11.0 to 12.3, siwe-parser 3.0 and siwe 3 accept both. Host and port are
compared either way, and \`uri\` distinguishes http from https. A wallet that follows EIP-4361 strictly
assumes https and may warn on http://localhost.`

const renderSolanaSection = (): string => `## Solana

${renderMessageAbnfGrammar('solana')}

${renderValidatedMessageExample(validSolanaMessageExample, solanaMessageProfile)}

Sign In With Solana is defined by two publications by its authors: the library that formats and parses
it ([\`@solana/wallet-standard-util\`](https://github.com/anza-xyz/wallet-standard), 1.1.4), and the
grammar that wallets should use to format and check it
([ABNF Message Format](https://github.com/phantom/sign-in-with-solana)). The parser accepts what that
library formats from complete fields, and that library accepts what \`@countersign/message\` formats
(tests check both). In other respects the library is far more lenient.

${formatMarkdownTable(
  ['Rule', 'Library', 'Grammar', 'Here'],
  [
    ['scheme before the domain', 'writes none', 'none', 'none'],
    [
      'an empty line before and after the statement; without a statement, a single empty line',
      'writes this, accepts others',
      'required',
      'required. An empty statement is not possible',
    ],
    ['statement', 'any text, even several lines', 'one line', 'one line, with the characters of EIP-4361'],
    [
      'URI, version, chain ID, nonce, issued-at time',
      'optional',
      'optional',
      'required: without them, a message is valid anywhere and forever',
    ],
    ['field order', 'fixed; a misplaced field is parsed as part of the statement', 'fixed', 'fixed'],
    ['version', 'any text', '`1`', '`1`'],
    ['nonce', 'any text', '8 or more letters or digits', '8 or more letters or digits'],
    ['times, URIs', 'any text', 'RFC 3339, RFC 3986', 'RFC 3339, RFC 3986, strictly'],
    ['chain ID', 'any text', 'a word, optionally after `solana:`', 'the same, and the CAIP-2 names'],
    [
      'address',
      'any text',
      '32 to 44 base58 characters',
      'base58 of exactly 32 bytes; whether they are a key is checked with the signature',
    ],
    ['invisible characters', 'accepts them', 'none', 'none'],
    ['line feeds after the end', 'accepts them', 'none', 'none'],
  ],
)}

**Chain IDs** are words, optionally after \`solana:\`. Elsewhere, a cluster has its CAIP-2 name. So each
cluster has several case-sensitive names; the server issues the first one. The server accepts a
message that comes back with another name of the same cluster, and refuses another cluster.

${formatMarkdownTable(
  ['Cluster', 'Names in a message'],
  [
    ...solanaClusters.map((cluster) => [
      formatMarkdownCode(cluster),
      listSolanaChainIds(cluster).map(formatMarkdownCode).join(', '),
    ]),
    [
      'local validator',
      '`localnet`, `solana:localnet`: accepted by the parser, but no server can be configured for it',
    ],
  ],
)}

**The signature** is Ed25519 over the bytes of the text, 64 bytes in base58.
[Decision 0049](../decisions/0049-strict-ed25519-for-solana.md) lists what is refused.

### Off-chain messages

Hardware wallets do not sign the text itself, but an
[off-chain message](https://docs.anza.xyz/proposals/off-chain-message-signing) that contains it, so that
what they sign can never be a transaction. The signature is then an envelope: the number of signatures
(1), the signature, and the signed off-chain message, in base64. \`encodeSolanaOffchainEnvelope\` of
\`@countersign/proof\` builds it from what the wallet returns.

${renderGrammarFile('proof/grammar/solana-offchain-envelope.abnf')}

- **The text** must be the message, byte for byte, with nothing after it, and the only signer must be
  its address.
- **Version 0 in formats 0 and 1, or version 1.** Ledger writes format 0 also for texts with line breaks.
  Format 2 is for texts that no hardware wallet signs.
- **The application domain** of version 0 is kept with the proof. It is not checked, because each wallet
  chooses it in its own way. The domain in the text is checked.
- **The old header** of Ledger's Solana app before 1.8, and of the Solana CLI, has no application domain
  and names no signer. It is refused, and the page asks the person to update the app.

Implementations differ. Except for line breaks in format 0 and for long texts in version 0, the rules
here are those that all of them accept:

${formatMarkdownTable(
  ['Rule', '@solana/kit 8.4', 'Specification', 'Here'],
  [
    [
      'length before the text in version 1',
      'none',
      'none',
      'none. One parser of Ledger reads two bytes, which no library writes',
    ],
    ['line breaks in format 0', 'not allowed', 'not allowed', 'allowed, because Ledger writes them'],
    ['signers of version 1', 'must be sorted and unique', 'must be sorted and unique', 'exactly one'],
    [
      'longest version 0 message in formats 0 and 1',
      '1,232 bytes, preamble included',
      '1,232 bytes, preamble included',
      'no limit of its own, because Ledger signs longer ones',
    ],
    ['text that is not UTF-8', 'replaced while reading', 'not allowed', 'compared as bytes with the message'],
    [
      'null characters in the text',
      'removed while reading',
      'not allowed in format 0',
      'compared as bytes with the message',
    ],
  ],
)}`

const renderBitcoinSection = (): string => `## Bitcoin

${renderMessageAbnfGrammar('bip122')}

${renderValidatedMessageExample(validBitcoinMessageExample, bip122MessageProfile)}

There is no standard for this message. This is a profile of
[CAIP-122](https://chainagnostic.org/CAIPs/caip-122) for the namespace \`bip122\`.
[A separate page](bitcoin-message.md) specifies it so that others can implement it.`

const renderCommonSection = (): string => `## Common rules

${renderMessageAbnfGrammar('common')}

The fields and their order are those of EIP-4361, which CAIP-122 adopted for all chains. A server must
compare every field with what it issued. With
[the library](../../packages/message/README.md), code that omits a comparison does not compile.

This server issues no resources, with one exception: if an application requests [a bound
proof](../guides/connect-an-application.md#a-proof-your-application-can-verify-itself), the message ends
with one resource, \`urn:countersign:binding:sha256:HASH\`, which names the application and its request.`
