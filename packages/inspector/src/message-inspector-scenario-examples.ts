// Named examples for the inspector. Their signatures are made with public test keys.
import {
  validBitcoinMessageExample,
  validEthereumMessageExample,
  validSolanaMessageExample,
} from '@countersign/message/message-error-examples'
import type { MessageInspectorExample } from './message-inspector-example-types.ts'

/** The message contains the address of test key 1. */
export const signedEthereumMessageExample = validEthereumMessageExample.replace(
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
)

// The signature of the signed message by its own address.
const r = '2521e71082734470786d993d657bc57c69121c566e16d5e6e2ade1441ed6c0c7'
const s = '66834a42fd522aa7fc488b49058c730af949104e1b0ae58740b2400179bce404'
// The same signature with the high s, which is the curve order minus the low s (EIP-2).
const highS = '997cb5bd02add55803b774b6fa738cf3c165cc98943dbab47f201e8b56795d3d'

// A signature of the signed message by test key 2.
const signatureByBob =
  '0x0cff98c4aa0bce5c0b3e6012559559f50a070a8c7070f7d169a9a75960da4bff7863a178caa664935129fd239d1263587c2222899479c088d0038e26c7beeeb31c'

/** A signature by test key 1, which does not belong to the message's address. */
export const ethereumSignatureByOtherKeyExample =
  '0x87f3cdd6e7973f60de5c288890a7c99b039fa50ff65d2432a158e13a4f478a3216f2294367b09e439b18f58185144e75b456b7c4c3206f665898b5b7ebc109d11b'

/** The message contains the address of test key 1. */
export const signedSolanaMessageExample = validSolanaMessageExample.replace(
  '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
  '6ASf5EcmmEHTgDJ4X4ZT5vT6iHVJBXPg5AN5YoTCpGWt',
)
const solanaSignature = '5RRaMvDbasTVcSw8egWrqnSxdGfQngnjt8KMxK8BFvPEaqbFZfboAhewr7CyoSidnQB2NoNeyaBCifd8hJuU6DYT'
// Like a program address, this is not a point on the curve (RFC 8032 §5.1.3).
const programAddress = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR'

// Signatures of the valid Bitcoin message by test key 1, in the BIP-322 and the legacy format.
const bitcoinSignature =
  'AkcwRAIgcWWw92ZXsi0w01QIsGn695NnREPDC67BzMQb9Lelk5cCIA5EfZSJCByKpxIR7RSxWyZEJ8FKjT/srnDU1KOskbS0ASECeb5mfvncu6xVoGKVzocLBwKb/NstzijZWfKBWxb4F5g='
const legacyBitcoinSignature =
  'IIm+xCsryqGz6b9bjiTaptXwEYrlJBqk1G0QmaW9NFVxRYeaKlB/LVQ1peROFZ6Gxg832DCfgQHyY6OolnT3/a8='

export function createMessageInspectorScenarioExamples(at: number): MessageInspectorExample[] {
  const origin = 'https://example.com'
  const example = (
    name: string,
    text: string,
    rest: Partial<MessageInspectorExample> = {},
  ): MessageInspectorExample => ({
    name,
    text,
    at,
    ...rest,
    shows: null,
  })
  return [
    example('sound', validEthereumMessageExample, { origin }),
    example('signed', signedEthereumMessageExample, { origin, signature: `0x${r}${s}1b` }),
    example('signed-high-s', signedEthereumMessageExample, { signature: `0x${r}${highS}1c` }),
    example('signed-compact', signedEthereumMessageExample, { signature: `0x${r}${s}` }),
    example('signed-by-another', signedEthereumMessageExample, { signature: signatureByBob }),
    example('signed-by-contract', signedEthereumMessageExample, { signature: `0x${`${r}${s}1b`.repeat(2)}` }),
    example('signed-by-undeployed-contract', signedEthereumMessageExample, {
      signature: wrapErc6492Signature(`${r}${s}1b`),
    }),
    example('signed-solana', signedSolanaMessageExample, { origin, signature: solanaSignature }),
    example('signed-solana-changed', signedSolanaMessageExample.replace('Example.', 'Example!'), {
      signature: solanaSignature,
    }),
    example(
      'signed-solana-by-program',
      signedSolanaMessageExample.replace('6ASf5EcmmEHTgDJ4X4ZT5vT6iHVJBXPg5AN5YoTCpGWt', programAddress),
      { signature: solanaSignature },
    ),
    example('signed-bitcoin', validBitcoinMessageExample, { origin, signature: bitcoinSignature }),
    example('signed-bitcoin-old', validBitcoinMessageExample, { signature: legacyBitcoinSignature }),
    example('subdomain', validEthereumMessageExample, { origin: 'https://app.example.com' }),
    example('crlf', validEthereumMessageExample.replaceAll('\n', '\r\n')),
    example('zero-width', validEthereumMessageExample.replace('example.com wants', 'exam\u200bple.com wants')),
    example('look-alike', validEthereumMessageExample.replace('wants you', 'w\u0430nts you')),
    example(
      'look-alike-domain',
      validEthereumMessageExample.replace('example.com wants', '\u0435\u0445\u0430mple.com wants'),
    ),
    example(
      'address-lower-case',
      validEthereumMessageExample.replace(
        '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
      ),
    ),
    example('no-statement-one-empty-line', validEthereumMessageExample.replace('Sign in to Example.\n\n', '')),
    example(
      'two-errors',
      validEthereumMessageExample.replace('Chain ID: 1', 'Chain Id: 1').replace('12:05:00Z', '12:05Z'),
    ),
    example('escaped', JSON.stringify(validEthereumMessageExample)),
  ]
}

// An ERC-6492 signature is the ABI-encoded (address, bytes, bytes), followed by the magic suffix.
function wrapErc6492Signature(inner: string): string {
  const word = (hex: string): string => hex.padStart(64, '0')
  const factory = word('4e59b44847b379578588920ca78fbf26c0b4956c')
  const factoryData = word('4') + 'deadbeef'.padEnd(64, '0')
  return `0x${factory}${word('60')}${word('a0')}${factoryData}${word('41')}${inner.padEnd(192, '0')}${'6492'.repeat(16)}`
}
