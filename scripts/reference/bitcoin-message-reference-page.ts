// Our profile of CAIP-122 for Bitcoin (bip122).
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
    about: 'a script hash, also with nested segregated witness (P2SH, P2SH-P2WPKH; BIP-13, BIP-16)',
    begins: '`3…`, on test networks `2…`',
    address: '37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf',
  },
  p2pkh: {
    about: 'one key, legacy (P2PKH)',
    begins: '`1…`, on test networks `m…` `n…`',
    address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  },
}

/** An empty signature shows which formats the address accepts: others are refused unchecked. */
function formsOf(address: string): { simple: boolean; full: boolean; has65Bytes: boolean } {
  const refusalOf = (signature: string): string => {
    const proof = verifyBitcoinSignature('', signature, address)
    return proof.outcome === 'refused' ? proof.reason : proof.outcome
  }
  const empty = btoa('\u0000')
  return {
    simple: refusalOf(`smp${empty}`) !== 'simple_not_allowed',
    full: refusalOf(`ful${empty}`) === 'transaction_malformed',
    has65Bytes: refusalOf(btoa('\u0000'.repeat(65))) === 'legacy_header',
  }
}

function describeAddressKind(type: BitcoinAddressType): string[] {
  const { about, begins, address } = bitcoinAddressKinds[type]
  const read = parseBitcoinAddress(address)
  if (typeof read === 'string' || read.type !== type) throw new Error(`The example is not a ${type} address`)
  const { simple, full, has65Bytes } = formsOf(address)
  return [about, begins, ...[simple, full, has65Bytes].map((isAccepted) => (isAccepted ? 'yes' : 'no'))]
}

export const renderBitcoinMessageReferencePage =
  (): string => `# Sign-in with a Bitcoin address: a CAIP-122 profile for bip122

Bitcoin wallets can sign text, but no standard defines a sign-in message for them.
[CAIP-122](https://chainagnostic.org/CAIPs/caip-122) leaves the message format to each chain family,
and there is none for \`bip122\`. This page specifies one, for this server and for anyone who wants to
implement it. The words *must* and *must not* have the meaning defined in RFC 2119.

${renderLayoutSection()}

${renderChainSection()}

${renderAddressSection()}

${renderSignatureSection()}

## Requesting a signature

To avoid requesting signatures that are then refused:

- Specify the signature type, because a wallet's default type depends on the address
  (\`protocol: "BIP322"\` in sats-connect, \`"bip322-simple"\` in UniSat). If a wallet cannot sign with
  BIP-322, request ECDSA, which gives 65 bytes.
- If there are several addresses, prefer one that starts with \`bc1q\`, then \`bc1p\`: wallets can create
  simple signatures for these.

## Identity

The account ID is CAIP-10: \`bip122:${bitcoinChainReferences.mainnet}:bc1q…\`.
`

const renderLayoutSection = (): string => `## The message

${renderMessageAbnfGrammar('bip122')}

Rules that are not defined here are [common to all three messages](messages.md#common-rules). A
complete example:

${renderValidatedMessageExample(validBitcoinMessageExample, bip122MessageProfile)}

- **Layout of EIP-4361.** The domain and the header, the address, an empty line, the statement followed
  by an empty line (two empty lines without a statement), the fields in fixed order, LF between lines
  and none at the end. Wallets display the text unchanged: with one layout for all chains, people learn
  to read it, and one parser with one set of rules handles all messages.
- **The header word is \`Bitcoin\`**, case-sensitive. Only the first line determines the family of a
  message.
- **No scheme before the domain**, unlike in EIP-4361, where it is optional. It would serve no purpose: no
  Bitcoin wallet compares it with the page, and the URI contains it.
- **URI, Version, Chain ID, Nonce and Issued At are required.** Without them, a message is valid
  anywhere and forever. The issuer must compare every field with what it issued, and accept the nonce
  only once.
- **Resources are optional.** This server issues only the one of [a bound
  proof](../../packages/proof/README.md#bound-proofs), as for the other chain families.`

const renderChainSection = (): string => `## The chain ID

The CAIP-2 reference ([namespace bip122](https://namespaces.chainagnostic.org/bip122/caip2)): the
first 32 characters of the genesis block hash, in lowercase. It is not a word, because wallets use
different words for Bitcoin's networks, and not the whole hash, because that is not a CAIP-2 name.

${formatMarkdownTable(
  ['Chain', 'Chain ID', 'Addresses of'],
  bitcoinChains.map((chain) => [
    chain,
    formatMarkdownCode(bitcoinChainReferences[chain]),
    findBitcoinNetworkByChainReference(bitcoinChainReferences[chain]) ?? '',
  ]),
)}

The address must belong to the network of that chain. All test networks except regtest share the prefix
\`tb\`, and in base58check all test networks have the same version bytes: only the chain ID determines
which network is meant. A site is configured for one chain and must refuse an address of another
network, even one of the same key.`

const renderAddressSection = (): string => `## The address

Each address has one accepted spelling, so that one wallet is one identity:

- **bech32 and bech32m in lowercase.** BIP-173 also allows an all-uppercase form, for QR codes. It is
  refused, because it is a second spelling of the same address. Mixed case is invalid.
- **Version 0 in bech32, version 1 in bech32m** (BIP-350), with programs of 20 or 32 bytes for version
  0, and of 32 bytes for version 1. Later versions are refused, because signing with them is not
  defined yet.
- **base58check** of 21 bytes, with a Bitcoin version byte (0x00 or 0x05; on test networks 0x6f or
  0xc4). This byte excludes similar addresses of other chains, such as Litecoin addresses that start
  with L or M.
- **No prefix** (\`bitcoin:\`), and nothing around the address.

Each address is a separate identity. One key has addresses of several types, and each of them is a
different account: the message does not show which belong together.`

const renderSignatureSection = (): string => `## The signature

[BIP-322](https://github.com/bitcoin/bips/blob/master/bip-0322.mediawiki) version 2.0.0 (June 2026), in
base64 (RFC 4648 §4, with padding and without unused bits). The prefix names the type: \`smp\` for
simple, \`ful\` for full. Older wallets write no prefix; such a signature is accepted if its type is
unambiguous. Desktop and hardware wallets write 65 bytes, from which the key is recovered
([BIP-137](https://github.com/bitcoin/bips/blob/master/bip-0137.mediawiki)).

${formatMarkdownTable(
  ['Address', 'Starts with', '`smp` simple', '`ful` full', '65 bytes'],
  (['p2wpkh', 'p2tr', 'p2wsh', 'p2sh', 'p2pkh'] as const).map(describeAddressKind),
)}

- **65 bytes.** The first byte is a header plus the recovery ID, 0 or 1. Header 27 is for P2PKH with an
  uncompressed key, 31 for P2PKH, 35 for P2SH-P2WPKH and 39 for P2WPKH. Electrum, Ledger, Sparrow and
  UniSat write 31 for all of these, so 31 is accepted for each of them. The address of the recovered
  key must be exactly the address in the message. For a P2SH address, this means nested segregated
  witness with a single key.
- **Two spellings.** A 65-byte signature of a P2WPKH or P2SH-P2WPKH address exists with two headers.
  The challenge of a message can be used only once, so a second spelling is of no use.
- **An address that starts with \`3\`** is often a single key in nested segregated witness
  (P2SH-P2WPKH). BIP-322 has no simple signature for it: a simple signature is only a witness, but this
  input also needs a script. Some libraries write a witness anyway. Without a prefix, it is accepted if
  its key determines that script; with \`smp\`, it is refused.
- **A full signature without a prefix** is accepted, because a transaction starts with its version, 0 or
  2 in four bytes, and no valid witness starts like that.
- **Scripts** may require one key (\`pk\`, \`pkh\`), m of n keys (\`multi\`, and \`multi_a\` in a Taproot
  leaf), or all of several keys (\`<key> CHECKSIGVERIFY\` for each key but the last, then
  \`<key> CHECKSIG\`).
- **Scripts with two alternatives** are \`or_d(X, Z)\`, as Liana writes it for a recovery path, and
  \`or_i(X, Z)\`, which is \`IF X ELSE Z ENDIF\`. For \`or_d\`, X must be a single key or \`multi\`, and only
  X is accepted; Taproot leaves cannot have it. For \`or_i\`, X and Z are both accepted if they are
  accepted scripts themselves, up to eight levels deep. It does not matter whether the unused
  alternative has a delay, and it may contain anything that has no effect when it is not run.
- **A key that can sign later** (\`IF <key> ELSE <delay> CHECKSEQUENCEVERIFY DROP <later key> ENDIF
  CHECKSIG\`) is allowed, but only the other key is accepted.

Refused for all addresses:

${formatMarkdownTable(
  ['Refused', 'Reason'],
  [
    ['`pof`, a proof of funds', 'it reveals what someone owns, which was not requested'],
    [
      'a lock time that is not zero, or a sequence that is a relative timelock (BIP-68)',
      'the signer may gain control of the address only later, or only once the coins have not moved for some time; this cannot be checked without reading the chain',
    ],
    [
      'another input, output or version of the transaction',
      'BIP-322 fixes them: more inputs are a proof of funds, and other outputs could be a payment',
    ],
    [
      'any sighash but ALL (for taproot: the default, or ALL)',
      'a signature over part of the transaction would also be valid for other messages',
    ],
    ['a high `s` (BIP-146), DER that is not canonical (BIP-66)', 'a second signature could be made without the key'],
    [
      'a witness element that the script does not need, and an annex',
      'it has no meaning, and would be a second form of the same proof',
    ],
    ['all other scripts', 'scripts are matched, not run: other scripts could be satisfied without a signature'],
    ['65 bytes for Taproot, or for a script', 'BIP-137 defines them only for addresses of a single key'],
    [
      '65 bytes whose first byte is for another address type',
      'the wallet signed for another address than the one in the message',
    ],
    ['65 bytes with recovery ID 2 or 3', 'they are for values that do not occur in practice'],
  ],
)}

[Decision 0050](../decisions/0050-bitcoin-profile-and-bip322-verifier.md) explains why. The verifier is
\`verifyBitcoinSignature\` in [\`@countersign/proof\`](../../packages/proof/README.md). Every test run
checks it against all public BIP-322 vectors (\`basic-test-vectors.json\`,
\`generated-test-vectors.json\`; \`packages/proof/src/bip322-test-vector-checks.test.ts\`).`
