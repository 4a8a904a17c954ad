// Compares the parser with one generated from the standard's ABNF. The two share no code.
import { ParsedMessage } from '@spruceid/siwe-parser'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  uriAuthorityArbitrary,
  dateTimeArbitrary,
  ethereumMessageTextArbitrary,
  uriArbitrary,
  ipv6Arbitrary,
} from './message-grammar-arbitraries.ts'
import { mutatedMessageTextArbitrary } from './message-mutation-arbitraries.ts'
import { MessageError } from './message-error.ts'
import { parseSignInMessage } from './parse-sign-in-message.ts'

function judge(text: string): { here: boolean; there: boolean; code: string | null } {
  let code: string | null = null
  let there = true
  try {
    parseSignInMessage(text, { maxLength: 1 << 16 })
  } catch (fault) {
    if (!(fault instanceof MessageError)) throw fault
    code = fault.code
  }
  try {
    void new ParsedMessage(text)
  } catch {
    there = false
  }
  return { here: code === null, there, code }
}

// Finds IPv6 addresses that end in an IPv4 address with an empty or zero-padded octet. The
// generated parser accepts them, but RFC 3986 §3.2.2 dec-octet does not.
function hasOddOctet(text: string): boolean {
  const quads = [...text.matchAll(/[:[]([0-9]*(?:\.[0-9]*){3})\]/g)].map(([, quad]) => quad ?? '')
  return quads.some((quad) => quad.split('.').some((octet) => !/^(?:0|[1-9][0-9]*)$/.test(octet)))
}

function messageWith(domain: string, about: string, issuedAt: string): string {
  return `${domain} wants you to sign in with your Ethereum account:
0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed


URI: ${about}
Version: 1
Chain ID: 1
Nonce: 12345678
Issued At: ${issuedAt}`
}

function nearly(part: fc.Arbitrary<string>, characters: string): fc.Arbitrary<string> {
  const piece = fc.string({ unit: fc.constantFrom(...characters), maxLength: 3 })
  return fc
    .tuple(part, fc.nat(40), fc.nat(2), piece)
    .map(([text, at, taken, put]) => text.slice(0, at) + put + text.slice(at + taken))
}

test('refuses an embedded IPv4 address with an empty, zero-padded or too large octet', () => {
  for (const octets of ['10..0.0', '10.0.0.00', '010.0.0.1', '.1.1.1', '1.1.1.256']) {
    expect(judge(messageWith(`[::${octets}]`, 'a:', '2024-02-29T12:00:00Z'))).toMatchObject({ here: false })
  }
})

describe('the parser agrees with one generated from the ABNF', () => {
  test('on whole messages, valid and mutated', () => {
    fc.assert(
      fc.property(fc.oneof(ethereumMessageTextArbitrary, mutatedMessageTextArbitrary), (text) => {
        const { here, there } = judge(text)
        if (!hasOddOctet(text)) expect(here).toBe(there)
      }),
      { numRuns: 400 },
    )
  })

  test.each([
    [
      'domains',
      nearly(
        fc.oneof(
          uriAuthorityArbitrary,
          ipv6Arbitrary.map((inside) => `[${inside}]`),
        ),
        'a1:@.%4[]v-',
      ),
      0,
    ],
    ['URIs', nearly(uriArbitrary, 'a1:/?#@[]%4.'), 1],
    ['times', nearly(dateTimeArbitrary, '0123456-:TtZz+.'), 2],
  ])('on nearly valid %s', (_, part, position) => {
    fc.assert(
      fc.property(part, (value) => {
        const parts: [string, string, string] = ['example.com', 'a:', '2024-02-29T12:00:00Z']
        parts[position] = value
        const { here, there, code } = judge(messageWith(...parts))
        // The ABNF allows second 60 in any minute; only the prose of RFC 3339 §5.7 limits it to
        // leap seconds.
        const isSixtiethSecond = code === 'message.time_nonexistent' && value.slice(17, 19) === '60'
        if (!isSixtiethSecond && !hasOddOctet(value)) expect(here).toBe(there)
      }),
      { numRuns: 300 },
    )
  })
})
