import { describe, expect, test } from 'vitest'
import { validEthereumMessageExample } from './message-error-examples.ts'
import { parseSignInMessage } from './parse-sign-in-message.ts'
import {
  expectMessageRoundTrip,
  replaceTextInMessage,
  expectMessageParseError,
  expectParseErrorAfterReplacement,
  findMessageParseError,
  minimalEthereumMessageFixture,
} from './message-parser-test-assertions.ts'

describe('parsing a valid message', () => {
  test('returns every field', () => {
    expect(expectMessageRoundTrip(validEthereumMessageExample)).toMatchInlineSnapshot(`
      {
        "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        "chainId": "1",
        "domain": "example.com",
        "expirationTime": "2024-02-29T12:05:00Z",
        "issuedAt": "2024-02-29T12:00:00Z",
        "nonce": "8mzv3kcq7h2ydx5w",
        "notBefore": "2024-02-29T11:59:00Z",
        "requestId": "a7",
        "resources": [
          "https://example.com/terms",
        ],
        "scheme": "https",
        "statement": "Sign in to Example.",
        "uri": "https://example.com/sign-in",
        "version": "1",
      }
    `)
  })

  test('accepts a message that has only the required fields', () => {
    expect(expectMessageRoundTrip(minimalEthereumMessageFixture)).toMatchInlineSnapshot(`
      {
        "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        "chainId": "1",
        "domain": "example.com",
        "issuedAt": "2024-02-29T12:00:00Z",
        "nonce": "12345678",
        "uri": "a:",
        "version": "1",
      }
    `)
  })

  test('distinguishes a missing, an empty and a blank statement', () => {
    expect(expectMessageRoundTrip(minimalEthereumMessageFixture)).not.toHaveProperty('statement')
    expect(
      expectMessageRoundTrip(replaceTextInMessage('\n\n\n', '\n\n\n\n', minimalEthereumMessageFixture)).statement,
    ).toBe('')
    expect(
      expectMessageRoundTrip(replaceTextInMessage('\n\n\n', '\n\n \n\n', minimalEthereumMessageFixture)).statement,
    ).toBe(' ')
  })

  test('accepts a statement that looks like a field', () => {
    expect(
      expectMessageRoundTrip(replaceTextInMessage('Sign in to Example.', 'URI: https://evil.example')).statement,
    ).toBe('URI: https://evil.example')
  })

  test('accepts every character allowed in a statement', () => {
    const statement = ":/?#[]@!$&'()*+,;= -._~azAZ09"
    expect(expectMessageRoundTrip(replaceTextInMessage('Sign in to Example.', statement)).statement).toBe(statement)
  })

  test('distinguishes a missing request ID from an empty one', () => {
    expect(expectMessageRoundTrip(minimalEthereumMessageFixture)).not.toHaveProperty('requestId')
    expect(expectMessageRoundTrip(minimalEthereumMessageFixture + '\nRequest ID: ').requestId).toBe('')
  })

  test('distinguishes a missing resource list from an empty one', () => {
    expect(expectMessageRoundTrip(minimalEthereumMessageFixture)).not.toHaveProperty('resources')
    expect(expectMessageRoundTrip(minimalEthereumMessageFixture + '\nResources:').resources).toEqual([])
    expect(expectMessageRoundTrip(minimalEthereumMessageFixture + '\nResources:\n- a:\n- b:').resources).toEqual([
      'a:',
      'b:',
    ])
  })

  test('accepts each optional field without the others', () => {
    expect(
      expectMessageRoundTrip(minimalEthereumMessageFixture + '\nExpiration Time: 2024-02-29T12:00:00Z').expirationTime,
    ).toBe('2024-02-29T12:00:00Z')
    expect(
      expectMessageRoundTrip(minimalEthereumMessageFixture + '\nNot Before: 2024-02-29t12:00:00.5+01:00').notBefore,
    ).toBe('2024-02-29t12:00:00.5+01:00')
    expect(expectMessageRoundTrip(minimalEthereumMessageFixture + '\nRequest ID: %20').requestId).toBe('%20')
  })

  test.each([
    'user:pass@example.com:8080',
    '[2001:db8::1]:443',
    'EXAMPLE.com.',
    'example.com:',
    ':80',
    '256.1.1.1',
    'xn--mnchen-3ya.de',
  ])('accepts the domain %s', (domain) =>
    expect(
      expectMessageRoundTrip(replaceTextInMessage('example.com', domain, minimalEthereumMessageFixture)).domain,
    ).toBe(domain),
  )

  test.each(['http', 'a+b-1.c', 'HTTPS'])('accepts the scheme %s', (scheme) => {
    expect(
      expectMessageRoundTrip(replaceTextInMessage('https://example.com wants', scheme + '://example.com wants')).scheme,
    ).toBe(scheme)
  })
})

describe('parsing an invalid message', () => {
  test('refuses an empty string or a value that is not a string', () => {
    expect(expectMessageParseError('')).toBe('message.invalid - 1:0')
    for (const value of [undefined, null, 1, {}, [], Symbol.iterator]) {
      expect(() => parseSignInMessage(value as unknown as string)).toThrow('Invalid message')
    }
  })

  test('refuses an empty domain', () => {
    expect(expectParseErrorAfterReplacement('example.com', '', minimalEthereumMessageFixture)).toBe(
      'message.domain_empty domain 1:0',
    )
    expect(expectParseErrorAfterReplacement('https://example.com wants', 'https:// wants')).toBe(
      'message.domain_empty domain 1:8',
    )
  })

  test('refuses a truncated message, unless only optional parts are missing', () => {
    for (let length = 0; length < minimalEthereumMessageFixture.length; length += 1)
      expect(expectMessageParseError(minimalEthereumMessageFixture.slice(0, length))).toMatch(/^message\./)
    const whole: string[] = []
    const withoutResource = validEthereumMessageExample.slice(0, validEthereumMessageExample.lastIndexOf('\n') + 1)
    for (let length = 0; length < withoutResource.length; length += 1) {
      const text = withoutResource.slice(0, length)
      if (findMessageParseError(text) === null) whole.push(text.split('\n').at(-1)!)
    }
    expect(whole).toEqual([
      'Issued At: 2024-02-29T12:00:00Z',
      'Expiration Time: 2024-02-29T12:05:00Z',
      'Not Before: 2024-02-29T11:59:00Z',
      'Request ID: ',
      'Request ID: a',
      'Request ID: a7',
      'Resources:',
    ])
  })

  test('refuses an invalid first line', () => {
    expect(expectMessageParseError('hello')).toBe('message.header_missing - 1:5')
    expect(expectParseErrorAfterReplacement(' wants', '  wants')).toBe('message.domain_invalid domain 1:19')
    expect(expectParseErrorAfterReplacement('account:', 'account: ')).toBe('message.header_missing - 1:68')
    expect(expectParseErrorAfterReplacement('Ethereum', 'ethereum')).toBe('message.header_missing - 1:51')
    expect(expectParseErrorAfterReplacement('Ethereum', 'Solana')).toBe('message.header_missing - 1:51')
    expect(expectMessageParseError(minimalEthereumMessageFixture.split('\n')[0]!)).toBe('message.header_missing - 1:60')
  })

  test.each([
    ['ht_tp://example.com wants', 'message.scheme_invalid scheme 1:2'],
    ['://example.com wants', 'message.scheme_invalid scheme 1:0'],
    ['https:/example.com wants', 'message.domain_invalid domain 1:6'],
    ['https://https://example.com wants', 'message.domain_invalid domain 1:14'],
  ])('refuses a message that starts with “%s”', (start, reason) =>
    expect(expectParseErrorAfterReplacement('https://example.com wants', start)).toBe(reason),
  )
})

describe('M8: URI syntax', () => {
  const others = [
    '',
    'example.com',
    '/path',
    '//example.com',
    ' https://example.com',
    'https://exa mple.com',
    'https://a/%',
    '<https://a>',
  ]
  test.each(others)('M8: refuses the URI %j', (uri) =>
    expect(expectParseErrorAfterReplacement('https://example.com/sign-in', uri)).toMatch(
      /^message\.uri_invalid uri 6:/,
    ),
  )
})

describe('M9: version and chain ID', () => {
  test.each(['0', '2', '', '1.0', '01', '11', ' 1', '1 ', 'one'])('M9: refuses version %j', (version) => {
    expect(expectParseErrorAfterReplacement('Version: 1', 'Version: ' + version)).toMatch(
      /^message\.version_unsupported version 7:/,
    )
  })

  test.each(['', '-1', '+1', '0x1', '1e3', '1.0', '1 ', ' 1', '1,000', 'one'])('M9: refuses chain ID %j', (chainId) => {
    expect(expectParseErrorAfterReplacement('Chain ID: 1', 'Chain ID: ' + chainId)).toMatch(
      /^message\.chain_id_invalid chainId 8:/,
    )
  })

  test.each(['0', '01', '0001', '9007199254740993', '9'.repeat(100)])(
    'M9: keeps the digits of chain ID %s unchanged',
    (chainId) => {
      expect(expectMessageRoundTrip(replaceTextInMessage('Chain ID: 1', 'Chain ID: ' + chainId)).chainId).toBe(chainId)
    },
  )
})

test('M3: refuses a nonce that is too short or not alphanumeric', () => {
  expect(expectParseErrorAfterReplacement('8mzv3kcq7h2ydx5w', '')).toBe('message.nonce_short nonce 9:197')
  expect(expectParseErrorAfterReplacement('8mzv3kcq7h2ydx5w', '1234567')).toMatch(/^message\.nonce_short nonce/)
  expect(expectParseErrorAfterReplacement('8mzv3kcq7h2ydx5w', '1234567 ')).toMatch(/^message\.nonce_character nonce/)
  expect(expectParseErrorAfterReplacement('8mzv3kcq7h2ydx5w', '1234_5678')).toMatch(/^message\.nonce_character nonce/)
})

describe('M10: times', () => {
  test.each(['Issued At', 'Expiration Time', 'Not Before'])(
    'M10: refuses an invalid “%s” instead of ignoring it',
    (label) => {
      const line = new RegExp(`${label}: .*`).exec(validEthereumMessageExample)![0]
      for (const time of ['', 'never', '2024-02-29', '2024-02-29T12:00:00', '1709208000']) {
        expect(expectParseErrorAfterReplacement(line, `${label}: ${time}`)).toMatch(
          /^message\.time_malformed (issuedAt|expirationTime|notBefore) 1[0-2]:/,
        )
      }
      for (const time of ['2023-02-29T12:00:00Z', '2024-02-29T12:00:60Z', '2024-13-01T00:00:00Z']) {
        expect(expectParseErrorAfterReplacement(line, `${label}: ${time}`)).toMatch(
          /^message\.time_nonexistent (issuedAt|expirationTime|notBefore) 1[0-2]:/,
        )
      }
    },
  )

  test.each(['1990-12-31T23:59:60Z', '2024-02-29t12:00:00z', '2024-02-29T12:00:00.123456789-23:59'])(
    'M10: keeps the time %s as written',
    (time) => {
      expect(expectMessageRoundTrip(replaceTextInMessage('2024-02-29T12:00:00Z', time)).issuedAt).toBe(time)
    },
  )
})
