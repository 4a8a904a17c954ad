// docs/reference/bitcoin-message.md: our profile of CAIP-122 for Bitcoin (bip122), as others could implement it. Tables are asked of the code: which
// addresses there are, and which kinds of signature each of them has.
import { bip122MessageProfile, parseBitcoinAddress } from '@countersign/message'
import type { BitcoinAddressType } from '@countersign/message'
import {
  bitcoinChains,
  bitcoinChainReferences,
  findBitcoinNetworkByChainReference,
} from '@countersign/message/bip122/bitcoin-chains'
import { validBitcoinMessageExample } from '@countersign/message/message-error-examples'
import { verifyBitcoinSignature } from '@countersign/proof'
import { formatMarkdownCode, formatMarkdownTable } from './format-markdown.ts'
import { renderValidatedMessageExample, renderMessageAbnfGrammar } from './sign-in-messages-reference-page.ts'

/** An address of each kind: what it is called, how it begins, and one of them. */
const bitcoinAddressKinds: Readonly<Record<BitcoinAddressType, { about: string; begins: string; address: string }>> = {
  p2wpkh: {
    about: 'one key, segregated witness (P2WPKH; BIP-141, BIP-173)',
    begins: '`bc1q…` `tb1q…` `bcrt1q…`, 42 characters on mainnet',
    address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  },
  p2tr: {
    about: 'taproot (P2TR; BIP-341, BIP-350)',
    begins: '`bc1p…` `tb1p…` `bcrt1p…`',
    address: 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  },
  p2wsh: {
    about: 'a script, such as a multisig (P2WSH; BIP-141, BIP-173)',
    begins: '`bc1q…` `tb1q…` `bcrt1q…`, 62 characters on mainnet',
    address: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
  },
  p2sh: {
    about: 'a script by its hash, also with segregated witness within (P2SH, P2SH-P2WPKH; BIP-13, BIP-16)',
    begins: '`3…`, on test networks `2…`',
    address: '37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf',
  },
  p2pkh: {
    about: 'one key, of old (P2PKH)',
    begins: '`1…`, on test networks `m…` `n…`',
    address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  },
}

/** Which forms of a signature are read at all for an address: asked with ones that hold nothing, which a form that is not read refuses first. */
function formsOf(address: string): { simple: boolean; full: boolean; bare: string } {
  const refusalOf = (signature: string): string => {
    const proof = verifyBitcoinSignature('', signature, address)
    return proof.outcome === 'refused' ? proof.reason : proof.outcome
  }
  const empty = btoa('\u0000')
  const isOld = refusalOf(btoa('\u0000'.repeat(65))) !== 'legacy_for_segwit'
  // What stands without a prefix and is no signature of old.
  const isSimple = refusalOf(empty) !== 'form_unclear'
  return {
    simple: refusalOf(`smp${empty}`) !== 'simple_not_allowed',
    full: refusalOf(`ful${empty}`) === 'transaction_malformed',
    bare: isOld ? 'the signature of old, 65 bytes' : isSimple ? 'simple' : 'refused',
  }
}

function describeAddressKind(type: BitcoinAddressType): string[] {
  const { about, begins, address } = bitcoinAddressKinds[type]
  const read = parseBitcoinAddress(address)
  if (typeof read === 'string' || read.type !== type) throw new Error(`The example of ${type} is none`)
  const { simple, full, bare } = formsOf(address)
  return [about, begins, simple ? 'yes' : 'no', full ? 'yes' : 'no', bare]
}

/** The page of the profile. */
export const renderBitcoinMessageReferencePage =
  (): string => `# Sign-in with a Bitcoin address: a profile of CAIP-122 for bip122

Wallets of Bitcoin sign texts, and no standard says which text signs somebody in. [CAIP-122](https://chainagnostic.org/CAIPs/caip-122) leaves to each chain family what its
message looks like; for \`bip122\` nobody has written that down. This page does, for this server and for whoever wants to write or read the same message. The words *must* and
*must not* are meant as RFC 2119 has them.

${renderLayoutSection()}

${renderChainSection()}

${renderAddressSection()}

${renderSignatureSection()}

## Asking a wallet

Two things keep people from signing what is then refused. Name the kind of signature, because what wallets choose by themselves depends on the address (\`protocol: "BIP322"\` of sats-connect, \`"bip322-simple"\` of UniSat). And of several addresses
take first the one that begins with \`bc1q\`, then \`bc1p\`: for them the simple signature is the one that wallets have.

## Identity

The account is CAIP-10: \`bip122:${bitcoinChainReferences.mainnet}:bc1q…\`.
`

const renderLayoutSection = (): string => `## The message

${renderMessageAbnfGrammar('bip122')}

What is not defined there is [common to all three messages](messages.md#what-they-have-in-common). A complete one:

${renderValidatedMessageExample(validBitcoinMessageExample, bip122MessageProfile)}

- **Laid out as EIP-4361 is.** The domain and the header, the address, an empty line, the statement with an empty line after it (without one, two lines stay empty), the fields in
  their order, LF between lines and none at the end. Wallets show a text as it is: one layout for all chains is one that people learn to read, and one reader with one set of rules reads them all.
- **The header word is \`Bitcoin\`**, letter for letter. Nothing but the first line says which family a message is of.
- **No scheme before the domain**, as EIP-4361 lets there be one. It would say nothing: no wallet of Bitcoin compares it with the page, and the URI has it.
- **URI, Version, Chain ID, Nonce and Issued At must be there**; without them a message is good anywhere and for ever. Whoever issued it must compare every field with what was
  issued, and take the nonce once.`

const renderChainSection = (): string => `## The chain id

The reference of CAIP-2 ([namespace bip122](https://namespaces.chainagnostic.org/bip122/caip2)): the first 32 characters of the hash of the genesis block, in small letters. Not a word, because wallets
have different words for Bitcoin's networks, and not the whole hash, because that is no name of CAIP-2.

${formatMarkdownTable(
  ['chain', 'Chain ID', 'addresses of'],
  bitcoinChains.map((chain) => [
    chain,
    formatMarkdownCode(bitcoinChainReferences[chain]),
    findBitcoinNetworkByChainReference(bitcoinChainReferences[chain]) ?? '',
  ]),
)}

The address must be of the network of that chain. All test networks but regtest share the prefix \`tb\`, and in base58check all test networks have the same first bytes: which
of them is meant the chain id alone says. A site is for one chain, and an address of another network must be refused, also where the same key is behind it.`

const renderAddressSection = (): string => `## The address

Each address has one accepted spelling, so that one wallet is one identity:

- **bech32 and bech32m in small letters.** BIP-173 lets an address be all capitals, for codes that are scanned: that is the same address in a second spelling, and refused. Mixed case is no address at all.
- **Version 0 in bech32, version 1 in bech32m** (BIP-350); programs of 20 and 32 bytes for version 0, of 32 for version 1. Later versions are refused: nobody knows yet how their owners sign.
- **base58check** of 21 bytes, with the version bytes of Bitcoin (0x00, 0x05; on test networks 0x6f, 0xc4). Addresses of other chains that look alike, such as those of Litecoin that begin with L or M, are refused by that byte.
- **No prefix** (\`bitcoin:\`) and nothing around it.

An address is an identity by itself. One key has addresses of several kinds, and each of them is another account: nothing here says which belong together.`

const renderSignatureSection = (): string => `## The signature

[BIP-322](https://github.com/bitcoin/bips/blob/master/bip-0322.mediawiki) as of 2.0.0 (June 2026), in base64 (RFC 4648 §4, with its padding and no bits left over). The prefix says which kind: \`smp\` simple,
\`ful\` full. Wallets that are older write none; then what can be nothing else is taken.

${formatMarkdownTable(
  ['address', 'begins', '`smp` simple', '`ful` full', 'without a prefix'],
  (['p2wpkh', 'p2tr', 'p2wsh', 'p2sh', 'p2pkh'] as const).map(describeAddressKind),
)}

An address of a wallet that begins with \`3\` is often one key within segregated witness (P2SH-P2WPKH). BIP-322 has no simple signature for it: that is a witness alone, and here the input has a script of its own
beside it. It must be the full one. Some libraries still write and take a simple one there; it is refused with words that say what is needed.

What is refused whatever the address:

${formatMarkdownTable(
  ['what', 'why'],
  [
    ['`pof`, a proof of funds', 'it says what somebody owns, which nobody asked'],
    [
      'a lock time or a sequence that is not zero (timelocks)',
      'whoever signs so may control the address only later, or only once it has not moved for a time; whether that time has come, no one can say who does not read the chain',
    ],
    [
      'another input, another output, another version of the transaction',
      'BIP-322 fixes them: more inputs are a proof of funds, and other outputs could be a payment',
    ],
    [
      'any sighash but ALL (for taproot: the default, or ALL)',
      'a signature over a part would be one for other messages too',
    ],
    ['an upper `s` (BIP-146), DER in another form (BIP-66)', 'a second signature without the key'],
    [
      'a piece of witness that the script does not need, and an annex',
      'it means nothing, and would be a second form of the same proof',
    ],
    [
      'scripts that are none of: one key; some of several keys (BIP-11); one key now or another one later',
      'scripts are matched, not run: another one could be satisfied by other means than a signature',
    ],
    [
      'the signature of old for an address that does not begin with 1, m or n',
      'wallets disagree about what it says there',
    ],
    [
      'one of old whose first byte is none of 27, 28, 31 and 32',
      '35 to 42 mean other kinds of address, by a convention (BIP-137) that BIP-322 does not take over; 29, 30, 33 and 34 belong to numbers that nobody has ever met',
    ],
  ],
)}

[Decision 0050](../decisions/0050-bitcoin-profile-and-bip322-verifier.md) says why. The verifier is \`verifyBitcoinSignature\` of [\`@countersign/proof\`](../../packages/proof/README.md), and every public vector of BIP-322 (\`basic-test-vectors.json\`,
\`generated-test-vectors.json\`) is run against it in each run of the tests (\`packages/proof/src/bip322-test-vector-checks.test.ts\`).`
