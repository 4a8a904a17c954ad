// The generators share no code with the parser except the address checksum.
import fc from 'fast-check'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, bech32, bech32m, createBase58check } from '@scure/base'
import { toChecksumAddress } from './eip155/checksum-address.ts'
import type { SignInMessage } from './sign-in-message.ts'
import type { ChainNamespace } from './message-layout.ts'

const alpha = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const digit = '0123456789'

const hexadecimal = digit + 'abcdefABCDEF'

const unreserved = alpha + digit + '-._~'

const subDelimiters = "!$&'()*+,;="

const stringOf = (characters: string, minLength = 0, maxLength = 12) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength })

const concatArbitraries = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((pieces) => pieces.join(''))

const optionalArbitrary = (part: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), part)

const repeatArbitrary = (part: fc.Arbitrary<string>, minLength = 0, maxLength = 6) =>
  fc.array(part, { minLength, maxLength }).map((parts) => parts.join(''))

const percent = concatArbitraries(fc.constant('%'), stringOf(hexadecimal, 2, 2))

const run = (characters: string, minLength = 0) =>
  repeatArbitrary(
    fc.oneof({ weight: 4, arbitrary: stringOf(characters, 1, 8) }, { weight: 1, arbitrary: percent }),
    minLength,
  )

const scheme = concatArbitraries(stringOf(alpha, 1, 1), stringOf(alpha + digit + '+-.'))

const octet = fc.integer({ min: 0, max: 255 }).map(String)

const version4 = fc.tuple(octet, octet, octet, octet).map((octets) => octets.join('.'))

const group = stringOf(hexadecimal, 1, 4)

const groups = (count: number) => fc.array(group, { minLength: count, maxLength: count }).map((all) => all.join(':'))

export const ipv6Arbitrary = fc.oneof(
  groups(8),
  concatArbitraries(groups(6), fc.constant(':'), version4),
  fc
    .tuple(fc.nat(7), fc.nat(7))
    .filter(([before, after]) => before + after <= 7)
    .chain(([before, after]) => concatArbitraries(groups(before), fc.constant('::'), groups(after))),
  fc.nat(5).chain((before) => concatArbitraries(groups(before), fc.constant('::'), version4)),
)

const future = concatArbitraries(
  fc.constantFrom('v', 'V'),
  stringOf(hexadecimal, 1, 3),
  fc.constant('.'),
  stringOf(unreserved + subDelimiters + ':', 1),
)

const host = fc.oneof(
  run(unreserved + subDelimiters),
  version4,
  concatArbitraries(fc.constant('['), fc.oneof(ipv6Arbitrary, future), fc.constant(']')),
)

const userinfo = run(unreserved + subDelimiters + ':')

export const uriAuthorityArbitrary = concatArbitraries(
  optionalArbitrary(concatArbitraries(userinfo, fc.constant('@'))),
  host,
  optionalArbitrary(concatArbitraries(fc.constant(':'), stringOf(digit, 0, 6))),
)

const segment = run(unreserved + subDelimiters + ':@')

const segmentNotEmpty = run(unreserved + subDelimiters + ':@', 1)

const laterSegments = repeatArbitrary(concatArbitraries(fc.constant('/'), segment))

const hierarchy = fc.oneof(
  concatArbitraries(fc.constant('//'), uriAuthorityArbitrary, laterSegments),
  concatArbitraries(fc.constant('/'), optionalArbitrary(concatArbitraries(segmentNotEmpty, laterSegments))),
  concatArbitraries(segmentNotEmpty, laterSegments),
  fc.constant(''),
)

const tail = run(unreserved + subDelimiters + ':@/?')

export const uriArbitrary = concatArbitraries(
  scheme,
  fc.constant(':'),
  hierarchy,
  optionalArbitrary(concatArbitraries(fc.constant('?'), tail)),
  optionalArbitrary(concatArbitraries(fc.constant('#'), tail)),
)

const two = (min: number, max: number) => fc.integer({ min, max }).map((number) => String(number).padStart(2, '0'))

const zone = fc.oneof(
  fc.constantFrom('Z', 'z'),
  concatArbitraries(fc.constantFrom('+', '-'), two(0, 23), fc.constant(':'), two(0, 59)),
)

export const dateTimeArbitrary = concatArbitraries(
  fc
    .date({ min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  fc.constantFrom('T', 't'),
  two(0, 23),
  fc.constant(':'),
  two(0, 59),
  fc.constant(':'),
  two(0, 59),
  optionalArbitrary(concatArbitraries(fc.constant('.'), stringOf(digit, 1, 20))),
  zone,
)

// The checksum function is tested separately with the examples of ERC-55.
const address = stringOf(hexadecimal, 40, 40).map((digits) => toChecksumAddress('0x' + digits))

// The statements include some that look like the lines after them.
const statement = fc.oneof(
  { weight: 3, arbitrary: stringOf(unreserved + subDelimiters + ':/?#[]@ ', 0, 60) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'URI: https://evil.example',
      'URI: ',
      'URI:',
      'Version: 1',
      'Chain ID: 1',
      'Nonce: 12345678',
      'Issued At: 2024-02-29T12:00:00Z',
      'Resources:',
      '- https://evil.example',
      'example.com wants you to sign in with your Ethereum account:',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '[::1]',
      ' ',
    ),
  },
)

const nonce = stringOf(alpha + digit, 8, 40)

const chainId = stringOf(digit, 1, 40)

export const messageArbitrary: fc.Arbitrary<SignInMessage> = fc.record(
  {
    domain: uriAuthorityArbitrary.filter((text) => text !== ''),
    address,
    uri: uriArbitrary,
    version: fc.constant('1' as const),
    chainId,
    nonce,
    issuedAt: dateTimeArbitrary,
    scheme,
    statement,
    expirationTime: dateTimeArbitrary,
    notBefore: dateTimeArbitrary,
    requestId: segment,
    resources: fc.array(uriArbitrary, { maxLength: 5 }),
  },
  { requiredKeys: ['domain', 'address', 'uri', 'version', 'chainId', 'nonce', 'issuedAt'] },
)

const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size })

const base58check = createBase58check(sha256)

// Uses a different base58 library than the address parsers.
const oldAddress = (version: number) => bytes(20).map((hash) => base58check.encode(Uint8Array.of(version, ...hash)))

const segwitAddress = (prefix: string) =>
  fc.oneof(
    fc.oneof(bytes(20), bytes(32)).map((program) => bech32.encode(prefix, [0, ...bech32.toWords(program)])),
    bytes(32).map((key) => bech32m.encode(prefix, [1, ...bech32m.toWords(key)])),
  )

const bitcoinAccounts = [
  {
    address: fc.oneof(oldAddress(0), oldAddress(5), segwitAddress('bc')),
    chains: ['000000000019d6689c085ae165831e93'],
  },
  {
    address: fc.oneof(oldAddress(0x6f), oldAddress(0xc4), segwitAddress('tb')),
    chains: [
      '000000000933ea01ad0ee984209779ba',
      '00000000da84f2bafbbc53dee25a72ae',
      '00000008819873e925422c1ff0f99f7c',
    ],
  },
  { address: segwitAddress('bcrt'), chains: ['0f9188f13cb7b2c71f2a335e3a4fc328'] },
]

const clusters = ['mainnet', 'testnet', 'devnet', 'localnet', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']

const accounts: Record<ChainNamespace, fc.Arbitrary<readonly [address: string, chainId: string]>> = {
  eip155: fc.tuple(address, chainId),
  solana: fc.tuple(
    bytes(32).map((key) => base58.encode(key)),
    concatArbitraries(fc.constantFrom('', 'solana:'), fc.constantFrom(...clusters)),
  ),
  bip122: fc.oneof(...bitcoinAccounts.map((one) => fc.tuple(one.address, fc.constantFrom(...one.chains)))),
}

const line = (label: string, value: fc.Arbitrary<string>) =>
  optionalArbitrary(concatArbitraries(fc.constant('\n' + label), value))

const head = (account: string) =>
  concatArbitraries(
    uriAuthorityArbitrary.filter((text) => text !== ''),
    fc.constant(` wants you to sign in with your ${account} account:\n`),
  )

const ofEip4361 = concatArbitraries(
  optionalArbitrary(concatArbitraries(statement, fc.constant('\n'))),
  fc.constant('\n'),
)

const heads: Record<ChainNamespace, readonly [before: fc.Arbitrary<string>, after: fc.Arbitrary<string>]> = {
  eip155: [
    concatArbitraries(optionalArbitrary(concatArbitraries(scheme, fc.constant('://'))), head('Ethereum')),
    ofEip4361,
  ],
  solana: [
    head('Solana'),
    optionalArbitrary(
      concatArbitraries(
        statement.filter((text) => text !== ''),
        fc.constant('\n\n'),
      ),
    ),
  ],
  bip122: [head('Bitcoin'), ofEip4361],
}

/** The grammars are ERC-4361 §Message Format and those in packages/message/grammar. */
export const createMessageTextArbitrary = (namespace: ChainNamespace): fc.Arbitrary<string> =>
  accounts[namespace].chain(([account, chain]) =>
    concatArbitraries(
      heads[namespace][0],
      fc.constant(`${account}\n\n`),
      heads[namespace][1],
      fc.constant('URI: '),
      uriArbitrary,
      fc.constant(`\nVersion: 1\nChain ID: ${chain}\nNonce: `),
      nonce,
      fc.constant('\nIssued At: '),
      dateTimeArbitrary,
      line('Expiration Time: ', dateTimeArbitrary),
      line('Not Before: ', dateTimeArbitrary),
      line('Request ID: ', segment),
      line('Resources:', repeatArbitrary(concatArbitraries(fc.constant('\n- '), uriArbitrary))),
    ),
  )

export const ethereumMessageTextArbitrary = createMessageTextArbitrary('eip155')
