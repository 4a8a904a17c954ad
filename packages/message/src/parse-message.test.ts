import { describe, expect, test } from 'vitest'
import { soundMessage } from './fault-examples.ts'
import { parseMessage } from './parse-message.ts'
import { accepted, changed, refusal, refusalOf, refusalOrNull, shortMessage } from './parse-probes.ts'

describe('reads', () => {
  test('every field', () => {
    expect(accepted(soundMessage)).toMatchInlineSnapshot(`
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

  test('only what must be there', () => {
    expect(accepted(shortMessage)).toMatchInlineSnapshot(`
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

  test('no statement, an empty one and a blank one as three things', () => {
    expect(accepted(shortMessage)).not.toHaveProperty('statement')
    expect(accepted(changed('\n\n\n', '\n\n\n\n', shortMessage)).statement).toBe('')
    expect(accepted(changed('\n\n\n', '\n\n \n\n', shortMessage)).statement).toBe(' ')
  })

  test('a statement that looks like a field', () => {
    expect(accepted(changed('Sign in to Example.', 'URI: https://evil.example')).statement).toBe(
      'URI: https://evil.example',
    )
  })

  test('every character that a statement may have', () => {
    const statement = ":/?#[]@!$&'()*+,;= -._~azAZ09"
    expect(accepted(changed('Sign in to Example.', statement)).statement).toBe(statement)
  })

  test('no request id and an empty one as two things', () => {
    expect(accepted(shortMessage)).not.toHaveProperty('requestId')
    expect(accepted(shortMessage + '\nRequest ID: ').requestId).toBe('')
  })

  test('no resources and none of them as two things', () => {
    expect(accepted(shortMessage)).not.toHaveProperty('resources')
    expect(accepted(shortMessage + '\nResources:').resources).toEqual([])
    expect(accepted(shortMessage + '\nResources:\n- a:\n- b:').resources).toEqual(['a:', 'b:'])
  })

  test('each optional field without the others', () => {
    expect(accepted(shortMessage + '\nExpiration Time: 2024-02-29T12:00:00Z').expirationTime).toBe(
      '2024-02-29T12:00:00Z',
    )
    expect(accepted(shortMessage + '\nNot Before: 2024-02-29t12:00:00.5+01:00').notBefore).toBe(
      '2024-02-29t12:00:00.5+01:00',
    )
    expect(accepted(shortMessage + '\nRequest ID: %20').requestId).toBe('%20')
  })

  test.each([
    'user:pass@example.com:8080',
    '[2001:db8::1]:443',
    'EXAMPLE.com.',
    'example.com:',
    ':80',
    '256.1.1.1',
    'xn--mnchen-3ya.de',
  ])('the domain %s', (domain) => expect(accepted(changed('example.com', domain, shortMessage)).domain).toBe(domain))

  test.each(['http', 'a+b-1.c', 'HTTPS'])('the scheme %s', (scheme) => {
    expect(accepted(changed('https://example.com wants', scheme + '://example.com wants')).scheme).toBe(scheme)
  })
})

describe('refuses', () => {
  test('what is not text', () => {
    expect(refusal('')).toBe('message.invalid - 1:0')
    for (const value of [undefined, null, 1, {}, [], Symbol.iterator]) {
      expect(() => parseMessage(value as unknown as string)).toThrow('Invalid message')
    }
  })

  test('an empty domain', () => {
    expect(refusalOf('example.com', '', shortMessage)).toBe('message.domain_empty domain 1:0')
    expect(refusalOf('https://example.com wants', 'https:// wants')).toBe('message.domain_empty domain 1:8')
  })

  test('every beginning of a message that is not all of one', () => {
    for (let length = 0; length < shortMessage.length; length += 1)
      expect(refusal(shortMessage.slice(0, length))).toMatch(/^message\./)
    const whole: string[] = []
    const withoutResource = soundMessage.slice(0, soundMessage.lastIndexOf('\n') + 1)
    for (let length = 0; length < withoutResource.length; length += 1) {
      const text = withoutResource.slice(0, length)
      if (refusalOrNull(text) === null) whole.push(text.split('\n').at(-1)!)
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

  test('a first line that is another one', () => {
    expect(refusal('hello')).toBe('message.header_missing - 1:5')
    expect(refusalOf(' wants', '  wants')).toBe('message.domain_invalid domain 1:19')
    expect(refusalOf('account:', 'account: ')).toBe('message.header_missing - 1:68')
    expect(refusalOf('Ethereum', 'ethereum')).toBe('message.header_missing - 1:51')
    expect(refusalOf('Ethereum', 'Solana')).toBe('message.header_missing - 1:51')
    expect(refusal(shortMessage.split('\n')[0]!)).toBe('message.header_missing - 1:60')
  })

  test.each([
    ['ht_tp://example.com wants', 'message.scheme_invalid scheme 1:2'],
    ['://example.com wants', 'message.scheme_invalid scheme 1:0'],
    ['https:/example.com wants', 'message.domain_invalid domain 1:6'],
    ['https://https://example.com wants', 'message.domain_invalid domain 1:14'],
  ])('%s', (start, reason) => expect(refusalOf('https://example.com wants', start)).toBe(reason))
})

describe('M8 the form of scheme and uri', () => {
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
  test.each(others)('M8 %j as the uri is refused', (uri) =>
    expect(refusalOf('https://example.com/sign-in', uri)).toMatch(/^message\.uri_invalid uri 6:/),
  )
})

describe('M9 version and chain', () => {
  test.each(['0', '2', '', '1.0', '01', '11', ' 1', '1 ', 'one'])('M9 version %j is refused', (version) => {
    expect(refusalOf('Version: 1', 'Version: ' + version)).toMatch(/^message\.version_unsupported version 7:/)
  })

  test.each(['', '-1', '+1', '0x1', '1e3', '1.0', '1 ', ' 1', '1,000', 'one'])(
    'M9 chain id %j is refused',
    (chainId) => {
      expect(refusalOf('Chain ID: 1', 'Chain ID: ' + chainId)).toMatch(/^message\.chain_id_invalid chainId 8:/)
    },
  )

  test.each(['0', '01', '0001', '9007199254740993', '9'.repeat(100)])('M9 chain id %s keeps its digits', (chainId) => {
    expect(accepted(changed('Chain ID: 1', 'Chain ID: ' + chainId)).chainId).toBe(chainId)
  })
})

test('M3 a nonce that is too short or not alphanumeric is refused', () => {
  expect(refusalOf('8mzv3kcq7h2ydx5w', '')).toBe('message.nonce_short nonce 9:197')
  expect(refusalOf('8mzv3kcq7h2ydx5w', '1234567')).toMatch(/^message\.nonce_short nonce/)
  expect(refusalOf('8mzv3kcq7h2ydx5w', '1234567 ')).toMatch(/^message\.nonce_character nonce/)
  expect(refusalOf('8mzv3kcq7h2ydx5w', '1234_5678')).toMatch(/^message\.nonce_character nonce/)
})

describe('M10 times', () => {
  test.each(['Issued At', 'Expiration Time', 'Not Before'])(
    'M10 a %s that cannot be read is refused, never absent',
    (label) => {
      const line = new RegExp(`${label}: .*`).exec(soundMessage)![0]
      for (const time of ['', 'never', '2024-02-29', '2024-02-29T12:00:00', '1709208000']) {
        expect(refusalOf(line, `${label}: ${time}`)).toMatch(
          /^message\.time_malformed (issuedAt|expirationTime|notBefore) 1[0-2]:/,
        )
      }
      for (const time of ['2023-02-29T12:00:00Z', '2024-02-29T12:00:60Z', '2024-13-01T00:00:00Z']) {
        expect(refusalOf(line, `${label}: ${time}`)).toMatch(
          /^message\.time_nonexistent (issuedAt|expirationTime|notBefore) 1[0-2]:/,
        )
      }
    },
  )

  test.each(['1990-12-31T23:59:60Z', '2024-02-29t12:00:00z', '2024-02-29T12:00:00.123456789-23:59'])(
    'M10 %s keeps its form',
    (time) => {
      expect(accepted(changed('2024-02-29T12:00:00Z', time)).issuedAt).toBe(time)
    },
  )
})
