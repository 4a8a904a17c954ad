// The grammars of a sign-in message, rule by rule, as generators of random texts for the property tests. Apart from the
// address's checksum none of them shares code with what is tested.
import fc from 'fast-check'
import { toChecksumAddress } from './checksum-address.ts'
import { soundMessage } from './fault-examples.ts'
import type { Message } from './fields.ts'

const alpha = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const digit = '0123456789'
const hexadecimal = digit + 'abcdefABCDEF'
const unreserved = alpha + digit + '-._~'
const subDelimiters = "!$&'()*+,;="

const of = (characters: string, minLength = 0, maxLength = 12) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength })
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((pieces) => pieces.join(''))
const maybe = (part: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), part)
const several = (part: fc.Arbitrary<string>, minLength = 0, maxLength = 6) =>
  fc.array(part, { minLength, maxLength }).map((parts) => parts.join(''))

const percent = joined(fc.constant('%'), of(hexadecimal, 2, 2))
const run = (characters: string, minLength = 0) =>
  several(fc.oneof({ weight: 4, arbitrary: of(characters, 1, 8) }, { weight: 1, arbitrary: percent }), minLength)
const scheme = joined(of(alpha, 1, 1), of(alpha + digit + '+-.'))
const octet = fc.integer({ min: 0, max: 255 }).map(String)
const version4 = fc.tuple(octet, octet, octet, octet).map((octets) => octets.join('.'))
const group = of(hexadecimal, 1, 4)
const groups = (count: number) => fc.array(group, { minLength: count, maxLength: count }).map((all) => all.join(':'))
export const version6 = fc.oneof(
  groups(8),
  joined(groups(6), fc.constant(':'), version4),
  fc
    .tuple(fc.nat(7), fc.nat(7))
    .filter(([before, after]) => before + after <= 7)
    .chain(([before, after]) => joined(groups(before), fc.constant('::'), groups(after))),
  fc.nat(5).chain((before) => joined(groups(before), fc.constant('::'), version4)),
)
const future = joined(
  fc.constantFrom('v', 'V'),
  of(hexadecimal, 1, 3),
  fc.constant('.'),
  of(unreserved + subDelimiters + ':', 1),
)
const host = fc.oneof(
  run(unreserved + subDelimiters),
  version4,
  joined(fc.constant('['), fc.oneof(version6, future), fc.constant(']')),
)
const userinfo = run(unreserved + subDelimiters + ':')
export const authority = joined(
  maybe(joined(userinfo, fc.constant('@'))),
  host,
  maybe(joined(fc.constant(':'), of(digit, 0, 6))),
)
const segment = run(unreserved + subDelimiters + ':@')
const segmentNotEmpty = run(unreserved + subDelimiters + ':@', 1)
const laterSegments = several(joined(fc.constant('/'), segment))
const hierarchy = fc.oneof(
  joined(fc.constant('//'), authority, laterSegments),
  joined(fc.constant('/'), maybe(joined(segmentNotEmpty, laterSegments))),
  joined(segmentNotEmpty, laterSegments),
  fc.constant(''),
)
const tail = run(unreserved + subDelimiters + ':@/?')
export const uri = joined(
  scheme,
  fc.constant(':'),
  hierarchy,
  maybe(joined(fc.constant('?'), tail)),
  maybe(joined(fc.constant('#'), tail)),
)

const two = (min: number, max: number) => fc.integer({ min, max }).map((number) => String(number).padStart(2, '0'))
const zone = fc.oneof(
  fc.constantFrom('Z', 'z'),
  joined(fc.constantFrom('+', '-'), two(0, 23), fc.constant(':'), two(0, 59)),
)
export const dateTime = joined(
  fc
    .date({ min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  fc.constantFrom('T', 't'),
  two(0, 23),
  fc.constant(':'),
  two(0, 59),
  fc.constant(':'),
  two(0, 59),
  maybe(joined(fc.constant('.'), of(digit, 1, 20))),
  zone,
)
/** Made by the package's own checksum, which is tested against the examples of ERC-55. */
const address = of(hexadecimal, 40, 40).map((digits) => toChecksumAddress('0x' + digits))
const statement = of(unreserved + subDelimiters + ':/?#[]@ ', 0, 60)
const nonce = of(alpha + digit, 8, 40)
const chainId = of(digit, 1, 40)

/** Fields that make a message. */
export const fields: fc.Arbitrary<Message> = fc.record(
  {
    domain: authority.filter((text) => text !== ''),
    address,
    uri,
    version: fc.constant('1' as const),
    chainId,
    nonce,
    issuedAt: dateTime,
    scheme,
    statement,
    expirationTime: dateTime,
    notBefore: dateTime,
    requestId: segment,
    resources: fc.array(uri, { maxLength: 5 }),
  },
  { requiredKeys: ['domain', 'address', 'uri', 'version', 'chainId', 'nonce', 'issuedAt'] },
)

const line = (label: string, value: fc.Arbitrary<string>) => maybe(joined(fc.constant('\n' + label), value))
/** Texts of the grammar of ERC-4361 §Message Format. */
export const texts = joined(
  maybe(joined(scheme, fc.constant('://'))),
  authority.filter((text) => text !== ''),
  fc.constant(' wants you to sign in with your Ethereum account:\n'),
  address,
  fc.constant('\n\n'),
  maybe(joined(statement, fc.constant('\n'))),
  fc.constant('\nURI: '),
  uri,
  fc.constant('\nVersion: 1\nChain ID: '),
  chainId,
  fc.constant('\nNonce: '),
  nonce,
  fc.constant('\nIssued At: '),
  dateTime,
  line('Expiration Time: ', dateTime),
  line('Not Before: ', dateTime),
  line('Request ID: ', segment),
  line('Resources:', several(joined(fc.constant('\n- '), uri))),
)

const pieces = ['', '\n', '\n\n', '\r\n', ' ', ':', '/', '%', '[', '\nNonce: 12345678', 'Z', '1', '\u200b', '\ud800']
const damage = fc.record({
  at: fc.nat(soundMessage.length),
  taken: fc.nat(3),
  put: fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom(...pieces)),
})

/** Messages with one to three places damaged. */
export const damagedTexts = fc
  .tuple(fc.oneof(fc.constant(soundMessage), texts), fc.array(damage, { minLength: 1, maxLength: 3 }))
  .map(([sound, damages]) =>
    damages.reduce((text, { at, taken, put }) => {
      const start = at % (text.length + 1)
      return text.slice(0, start) + put + text.slice(start + taken)
    }, sound),
  )
