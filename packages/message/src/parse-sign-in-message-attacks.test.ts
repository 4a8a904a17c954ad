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

describe('M11 nothing before, between or after', () => {
  test('M11 a line feed in the statement is refused', () => {
    expect(expectParseErrorAfterReplacement('Sign in', 'Sign\nin')).toBe('message.blank_line_before_fields - 5:118')
    expect(expectParseErrorAfterReplacement('Sign in', 'Sign\n\nin')).toBe('message.field_unknown - 6:119')
    expect(expectParseErrorAfterReplacement('Sign in to Example.', 'Sign\n\nURI: https://evil.example')).toBe(
      'message.blank_line_unexpected - 7:145',
    )
  })

  test('M11 a line feed in the request id is refused', () => {
    expect(expectParseErrorAfterReplacement('Request ID: a7', 'Request ID: a\n7')).toBe(
      'message.text_after_end - 14:331',
    )
    expect(expectParseErrorAfterReplacement('Request ID: a7', 'Request ID: a7\nRequest ID: b')).toBe(
      'message.field_duplicate requestId 14:332',
    )
  })

  test('M11 a line feed in a resource is refused', () => {
    expect(expectParseErrorAfterReplacement('/terms', '/te\nrms')).toMatch(/^message\.resource_line resources 16:/)
    expect(expectParseErrorAfterReplacement('/terms', '/terms\nNonce: 12345678')).toMatch(
      /^message\.field_duplicate nonce 16:/,
    )
  })

  const lines = validEthereumMessageExample.split('\n')
  const labelled = lines.slice(5)

  test.each(labelled)('M11 “%s” a second time is refused', (line) => {
    if (line.startsWith('- '))
      return expect(expectMessageRoundTrip(validEthereumMessageExample + '\n' + line).resources).toHaveLength(2)
    expect(expectParseErrorAfterReplacement(line, `${line}\n${line}`)).toMatch(/^message\.field_duplicate /)
    expect(expectMessageParseError(`${validEthereumMessageExample}\n${line}`)).toMatch(/^message\.field_duplicate /)
  })

  test('M11 two fields that have changed places are refused', () => {
    for (let first = 5; first < 13; first += 1) {
      for (let second = first + 1; second < 13; second += 1) {
        const moved = [...lines]
        moved[first] = lines[second]!
        moved[second] = lines[first]!
        expect(expectMessageParseError(moved.join('\n'))).toMatch(/^message\.(field_order|[a-z_]+_missing) /)
      }
    }
  })

  test('M11 a line that is taken out is missed', () => {
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

  test('M11 an empty or a foreign line anywhere is refused', () => {
    for (let index = 0; index <= lines.length; index += 1) {
      expect(expectMessageParseError(lines.toSpliced(index, 0, '').join('\n'))).toMatch(/^message\./)
      expect(expectMessageParseError(lines.toSpliced(index, 0, 'Audience: example').join('\n'))).toMatch(/^message\./)
    }
    expect(expectParseErrorAfterReplacement('Nonce: ', 'Audience: example\nNonce: ')).toBe(
      'message.field_unknown - 9:190',
    )
  })

  test('M11 junk at the very start and the very end is refused', () => {
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

  test('M11 carriage returns are refused, at each line end alone and at all', () => {
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
  ])('M11 %j written as %j is refused', (label, other) => {
    expect(expectParseErrorAfterReplacement(label, other)).toMatch(
      label === 'Nonce: ' ? /^message\.nonce_character/ : /^message\.field_name [a-z]/i,
    )
  })
})

describe('M12 what cannot be seen', () => {
  const controls = ['\u0000', '\u0007', '\t', '\u001b', '\u007f', '\u0085']
  const invisible = ['\u00a0', '\u00ad', '\u200b', '\u200e', '\u202e', '\u2028', '\u2066', '\u3164', '\ufeff']
  const others = ['\u0430', '\uff0f', '\ud83d\ude00', '\ud800', '\udfff']
  const unseen = [...controls, ...invisible, ...others].map((character) => [
    character.codePointAt(0)!.toString(16),
    character,
  ])

  test.each(unseen)('M12 U+%s anywhere is refused as such', (_, character) => {
    for (const message of [validEthereumMessageExample, minimalEthereumMessageFixture]) {
      for (let at = 0; at <= message.length; at += 1) {
        const text = message.slice(0, at) + character + message.slice(at)
        expect(expectMessageParseError(text)).toMatch(new RegExp(`^message\\.character_foreign .*:${at}$`))
      }
    }
  })
})

describe('M13 resources', () => {
  test('M13 a javascript resource is a URI to the grammar, and is kept as it is for the comparison', () => {
    expect(
      expectMessageRoundTrip(replaceTextInMessage('https://example.com/terms', 'javascript:alert(1)')).resources,
    ).toEqual(['javascript:alert(1)'])
  })

  test.each(['', 'terms', '//example.com', 'https://exa mple.com', 'https://a - https://b'])(
    'M13 %j as a resource is refused',
    (resource) => {
      expect(expectParseErrorAfterReplacement('- https://example.com/terms', '- ' + resource)).toMatch(
        /^message\.resource_invalid resources 15:/,
      )
    },
  )

  test.each(['-https://a', '* https://a', 'https://a', '-', ' - https://a', '\u2013 https://a'])(
    'M13 %j as a line is refused',
    (line) => {
      expect(expectParseErrorAfterReplacement('- https://example.com/terms', line)).toMatch(
        /^message\.(resource_line|character_foreign) resources 15:/,
      )
    },
  )
})

describe('M14 size and time', () => {
  test('M14 a long text is refused unread', () => {
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
    ).toThrow('Message too long.')
    expect(
      parseSignInMessage(validEthereumMessageExample, { maxLength: validEthereumMessageExample.length }),
    ).toHaveProperty('domain')
  })

  const limit = { maxLength: 1 << 20 }
  /** Shapes of which a backtracking reader would make quadratic work. */
  const shapes: readonly (readonly [string, (size: number) => string])[] = [
    ['a long statement', (size) => replaceTextInMessage('Sign in to Example.', 'a '.repeat(size / 2))],
    ['many resources', (size) => validEthereumMessageExample + '\n- a:b'.repeat(size / 6)],
    ['a long resource', (size) => `${validEthereumMessageExample}\n- a:${'%41'.repeat(size / 3)}`],
    [
      'a long userinfo',
      (size) => replaceTextInMessage('https://example.com/sign-in', `https://${'a:'.repeat(size / 2)}@h`),
    ],
    [
      'a userinfo without its end',
      (size) => replaceTextInMessage('https://example.com/sign-in', `https://${'a:'.repeat(size / 2)}`),
    ],
    ['many at signs', (size) => replaceTextInMessage('https://example.com/sign-in', `https://${'@'.repeat(size)}`)],
    [
      'many address groups',
      (size) => replaceTextInMessage('https://example.com/sign-in', `https://[${'1:'.repeat(size / 2)}]`),
    ],
    ['a long fraction', (size) => replaceTextInMessage('12:00:00Z', `12:00:00.${'1'.repeat(size)}Z`)],
    ['many empty lines', (size) => replaceTextInMessage('\n\nURI', '\n'.repeat(size) + 'URI')],
    ['many headers', (size) => ' wants you to sign in with your Ethereum account:'.repeat(size / 49)],
    ['line feeds alone', (size) => '\n'.repeat(size)],
    ['many duplicates', (size) => validEthereumMessageExample + '\nNonce: 12345678'.repeat(size / 16)],
    ['characters of other alphabets', (size) => replaceTextInMessage('Sign in to Example.', '\u0430'.repeat(size))],
  ]

  test.each(shapes)('M14 64 KiB of %s take less than 5 ms and no more than their share', (_, shape) => {
    const small = shape(16 * 1024)
    const large = shape(64 * 1024)
    const largeMs = fastest(large)
    expect(largeMs).toBeLessThan(5)
    // Four times the length may take four times as long; quadratic work would take sixteen times. A clock's grain is
    // allowed for, because the whole takes less than a millisecond.
    expect(largeMs).toBeLessThan(10 * fastest(small) + 1)
  })

  /** The fastest of many runs, which is one that nothing else disturbed, and by which the compiler was done. */
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

test('what was read before leaves no trace', () => {
  for (let length = 0; length < minimalEthereumMessageFixture.length; length += 1) {
    const text = minimalEthereumMessageFixture.slice(0, length)
    const fresh = expectMessageParseError(text)
    parseSignInMessage(validEthereumMessageExample)
    expect(expectMessageParseError(text)).toBe(fresh)
    // Characters at the very places where the text ends, so that reading on would find what it looks for.
    parseSignInMessage(minimalEthereumMessageFixture)
    expect(expectMessageParseError(text)).toBe(fresh)
  }
})
