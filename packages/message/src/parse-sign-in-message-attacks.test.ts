import { describe, expect, test } from 'vitest'
import { validEthereumMessageExample } from './message-error-examples.ts'
import { MessageError } from './message-error.ts'
import { parseSignInMessage } from './parse-sign-in-message.ts'
import {
  expectMessageRoundTrip,
  replaceTextInMessage,
  expectMessageParseError,
  expectParseErrorAfterReplacement,
  minimalEthereumMessageFixture,
} from './message-parser-test-assertions.ts'

describe('M11: message structure', () => {
  test('M11: refuses a line feed in the statement', () => {
    expect(expectParseErrorAfterReplacement('Sign in', 'Sign\nin')).toBe('message.blank_line_before_fields - 5:118')
    expect(expectParseErrorAfterReplacement('Sign in', 'Sign\n\nin')).toBe('message.field_unknown - 6:119')
    expect(expectParseErrorAfterReplacement('Sign in to Example.', 'Sign\n\nURI: https://evil.example')).toBe(
      'message.blank_line_unexpected - 7:145',
    )
  })

  test('M11: refuses a line feed in the request ID', () => {
    expect(expectParseErrorAfterReplacement('Request ID: a7', 'Request ID: a\n7')).toBe(
      'message.text_after_end - 14:331',
    )
    expect(expectParseErrorAfterReplacement('Request ID: a7', 'Request ID: a7\nRequest ID: b')).toBe(
      'message.field_duplicate requestId 14:332',
    )
  })

  test('M11: refuses a line feed in a resource', () => {
    expect(expectParseErrorAfterReplacement('/terms', '/te\nrms')).toMatch(/^message\.resource_line resources 16:/)
    expect(expectParseErrorAfterReplacement('/terms', '/terms\nNonce: 12345678')).toMatch(
      /^message\.field_duplicate nonce 16:/,
    )
  })

  const lines = validEthereumMessageExample.split('\n')
  const labelled = lines.slice(5)

  test.each(labelled)('M11: refuses a duplicate “%s” line, unless it is a resource', (line) => {
    if (line.startsWith('- '))
      return expect(expectMessageRoundTrip(validEthereumMessageExample + '\n' + line).resources).toHaveLength(2)
    expect(expectParseErrorAfterReplacement(line, `${line}\n${line}`)).toMatch(/^message\.field_duplicate /)
    expect(expectMessageParseError(`${validEthereumMessageExample}\n${line}`)).toMatch(/^message\.field_duplicate /)
  })

  test('M11: refuses a message if two fields are swapped', () => {
    for (let first = 5; first < 13; first += 1) {
      for (let second = first + 1; second < 13; second += 1) {
        const moved = [...lines]
        moved[first] = lines[second]!
        moved[second] = lines[first]!
        expect(expectMessageParseError(moved.join('\n'))).toMatch(/^message\.(field_order|[a-z_]+_missing) /)
      }
    }
  })

  test('M11: refuses a message if a required line is missing', () => {
    const reasons = lines.map((_, index) => {
      const text = lines.toSpliced(index, 1).join('\n')
      try {
        return expectMessageRoundTrip(text) && 'accepted'
      } catch (fault) {
        return (fault as MessageError).code
      }
    })
    expect(reasons).toMatchInlineSnapshot(`
      [
        "message.header_missing",
        "message.address_missing",
        "message.blank_line_after_address",
        "accepted",
        "message.blank_line_before_fields",
        "message.uri_missing",
        "message.version_missing",
        "message.chain_id_missing",
        "message.nonce_missing",
        "message.issued_at_missing",
        "accepted",
        "accepted",
        "accepted",
        "message.text_after_end",
        "accepted",
      ]
    `)
  })

  test('M11: refuses an empty or unknown line at any position', () => {
    for (let index = 0; index <= lines.length; index += 1) {
      expect(expectMessageParseError(lines.toSpliced(index, 0, '').join('\n'))).toMatch(/^message\./)
      expect(expectMessageParseError(lines.toSpliced(index, 0, 'Audience: example').join('\n'))).toMatch(/^message\./)
    }
    expect(expectParseErrorAfterReplacement('Nonce: ', 'Audience: example\nNonce: ')).toBe(
      'message.field_unknown - 9:190',
    )
  })

  test('M11: refuses extra characters before or after the message', () => {
    for (const junk of [' ', '\n', '\t', '\ufeff', '\0', '"']) {
      expect(expectMessageParseError(junk + validEthereumMessageExample)).toMatch(/^message\./)
      expect(expectMessageParseError(validEthereumMessageExample + junk)).toMatch(/^message\./)
      expect(expectMessageParseError(minimalEthereumMessageFixture + junk)).toMatch(/^message\./)
    }
    expect(expectMessageParseError(validEthereumMessageExample + '\n')).toBe(
      `message.line_feed_at_end - 15:${validEthereumMessageExample.length}`,
    )
    expect(expectMessageParseError(minimalEthereumMessageFixture + '\n\n')).toBe(
      `message.line_feed_at_end - 9:${minimalEthereumMessageFixture.length}`,
    )
    expect(expectMessageParseError(minimalEthereumMessageFixture + '\nThat is all.')).toBe(
      `message.text_after_end - 10:${minimalEthereumMessageFixture.length + 1}`,
    )
  })

  test('M11: refuses carriage returns at one line end or at all of them', () => {
    for (let index = 0; index < lines.length; index += 1) {
      const text = lines.with(index, lines[index] + '\r').join('\n')
      expect(expectMessageParseError(text)).toMatch(/^message\.carriage_return /)
    }
    expect(expectMessageParseError(validEthereumMessageExample.replaceAll('\n', '\r\n'))).toBe(
      'message.carriage_return - 1:68',
    )
    expect(expectMessageParseError(validEthereumMessageExample.replaceAll('\n', '\r'))).toBe(
      'message.carriage_return - 1:68',
    )
  })

  test.each([
    ['URI: ', 'Uri: '],
    ['URI: ', 'URI:'],
    ['Version: ', 'version: '],
    ['Chain ID: ', 'ChainID: '],
    ['Nonce: ', 'Nonce:  '],
    ['Issued At: ', 'Issued at: '],
    ['Expiration Time: ', 'expiration time: '],
    ['Not Before: ', 'Not before: '],
    ['Request ID: ', 'Request Id: '],
    ['Resources:', 'resources:'],
    ['Resources:', 'Resources: '],
  ])('M11: refuses the label %j written as %j', (label, other) => {
    expect(expectParseErrorAfterReplacement(label, other)).toMatch(
      label === 'Nonce: ' ? /^message\.nonce_character/ : /^message\.field_name [a-z]/i,
    )
  })
})

describe('M12: control, invisible and non-ASCII characters', () => {
  const controls = ['\u0000', '\u0007', '\t', '\u001b', '\u007f', '\u0085']
  const invisible = ['\u00a0', '\u00ad', '\u200b', '\u200e', '\u202e', '\u2028', '\u2066', '\u3164', '\ufeff']
  const others = ['\u0430', '\uff0f', '\ud83d\ude00', '\ud800', '\udfff']
  const unseen = [...controls, ...invisible, ...others].map((character) => [
    character.codePointAt(0)!.toString(16),
    character,
  ])

  test.each(unseen)('M12: refuses U+%s at any position as a foreign character', (_, character) => {
    for (const message of [validEthereumMessageExample, minimalEthereumMessageFixture]) {
      for (let at = 0; at <= message.length; at += 1) {
        const text = message.slice(0, at) + character + message.slice(at)
        expect(expectMessageParseError(text)).toMatch(new RegExp(`^message\\.character_foreign .*:${at}$`))
      }
    }
  })
})

describe('M13: resources', () => {
  test('M13: parses a javascript: resource as a URI, and keeps it unchanged for the comparison', () => {
    expect(
      expectMessageRoundTrip(replaceTextInMessage('https://example.com/terms', 'javascript:alert(1)')).resources,
    ).toEqual(['javascript:alert(1)'])
  })

  test.each(['', 'terms', '//example.com', 'https://exa mple.com', 'https://a - https://b'])(
    'M13: refuses the resource %j',
    (resource) => {
      expect(expectParseErrorAfterReplacement('- https://example.com/terms', '- ' + resource)).toMatch(
        /^message\.resource_invalid resources 15:/,
      )
    },
  )

  test.each(['-https://a', '* https://a', 'https://a', '-', ' - https://a', '\u2013 https://a'])(
    'M13: refuses the malformed resource line %j',
    (line) => {
      expect(expectParseErrorAfterReplacement('- https://example.com/terms', line)).toMatch(
        /^message\.(resource_line|character_foreign) resources 15:/,
      )
    },
  )
})

describe('M14: message length and parsing time', () => {
  test('M14: enforces the maximum length of a message, which is 4096 by default', () => {
    expect(expectMessageParseError('a'.repeat(4097))).toBe('message.too_long - 1:4096')
    expect(expectMessageParseError(validEthereumMessageExample + '\n- a:'.repeat(10_000))).toMatch(
      /^message\.too_long /,
    )
    expect(
      expectMessageRoundTrip(
        replaceTextInMessage('Sign in to Example.', 'a'.repeat(4096 - validEthereumMessageExample.length + 19)),
      ),
    ).toHaveProperty('domain')
    expect(() =>
      parseSignInMessage(validEthereumMessageExample, { maxLength: validEthereumMessageExample.length - 1 }),
    ).toThrow('The message is too long.')
    expect(
      parseSignInMessage(validEthereumMessageExample, { maxLength: validEthereumMessageExample.length }),
    ).toHaveProperty('domain')
  })

  const limit = { maxLength: 1 << 20 }
  /** Inputs for which a backtracking parser would need quadratic time. */
  const shapes: readonly (readonly [string, (size: number) => string])[] = [
    ['a long statement', (size) => replaceTextInMessage('Sign in to Example.', 'a '.repeat(size / 2))],
    ['many resources', (size) => validEthereumMessageExample + '\n- a:b'.repeat(size / 6)],
    ['a long resource', (size) => `${validEthereumMessageExample}\n- a:${'%41'.repeat(size / 3)}`],
    [
      'a long userinfo',
      (size) => replaceTextInMessage('https://example.com/sign-in', `https://${'a:'.repeat(size / 2)}@h`),
    ],
    [
      'a userinfo without a final @',
      (size) => replaceTextInMessage('https://example.com/sign-in', `https://${'a:'.repeat(size / 2)}`),
    ],
    ['many at signs', (size) => replaceTextInMessage('https://example.com/sign-in', `https://${'@'.repeat(size)}`)],
    [
      'many IPv6 groups',
      (size) => replaceTextInMessage('https://example.com/sign-in', `https://[${'1:'.repeat(size / 2)}]`),
    ],
    ['a long fraction of a second', (size) => replaceTextInMessage('12:00:00Z', `12:00:00.${'1'.repeat(size)}Z`)],
    ['many empty lines', (size) => replaceTextInMessage('\n\nURI', '\n'.repeat(size) + 'URI')],
    ['many headers', (size) => ' wants you to sign in with your Ethereum account:'.repeat(size / 49)],
    ['only line feeds', (size) => '\n'.repeat(size)],
    ['many duplicate fields', (size) => validEthereumMessageExample + '\nNonce: 12345678'.repeat(size / 16)],
    ['Cyrillic letters', (size) => replaceTextInMessage('Sign in to Example.', '\u0430'.repeat(size))],
  ]

  test.each(shapes)('M14: parses 64 KiB in less than 5 ms and in linear time: %s', (_, shape) => {
    const small = shape(16 * 1024)
    const large = shape(64 * 1024)
    const largeMs = fastest(large)
    expect(largeMs).toBeLessThan(5)
    // A text of four times the length takes four times as long in linear time, and sixteen times in
    // quadratic time. The 1 ms allows for the resolution of the clock.
    expect(largeMs).toBeLessThan(10 * fastest(small) + 1)
  })

  /** Returns the time of the fastest of many runs, which excludes noise and compilation. */
  function fastest(text: string): number {
    let best = Infinity
    for (let run = 0; run < 40; run += 1) {
      const start = performance.now()
      try {
        parseSignInMessage(text, limit)
      } catch (fault) {
        expect(fault).toBeInstanceOf(MessageError)
      }
      best = Math.min(best, performance.now() - start)
    }
    return best
  }
})

test('a previously parsed message does not affect the next result', () => {
  for (let length = 0; length < minimalEthereumMessageFixture.length; length += 1) {
    const text = minimalEthereumMessageFixture.slice(0, length)
    const fresh = expectMessageParseError(text)
    parseSignInMessage(validEthereumMessageExample)
    expect(expectMessageParseError(text)).toBe(fresh)
    // Leaves the rest of a valid message in the buffer, right after the end of the next text.
    parseSignInMessage(minimalEthereumMessageFixture)
    expect(expectMessageParseError(text)).toBe(fresh)
  }
})
