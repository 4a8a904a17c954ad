import { describe, expect, test } from 'vitest'
import { encodeTextForParser } from './encode-text-for-parser.ts'
import { scanUriAuthority, scanUriScheme, scanUriPathSegment, scanUri } from './scan-rfc3986-uri.ts'

type Scanner = (bytes: Uint8Array, from: number) => number

function matches(scan: Scanner, text: string): boolean {
  return scan(encodeTextForParser(text), 0) === text.length
}

describe('scanning a URI (RFC 3986 §3)', () => {
  test.each([
    // The examples of RFC 3986 §1.1.2.
    'ftp://ftp.is.co.za/rfc/rfc1808.txt',
    'http://www.ietf.org/rfc/rfc2396.txt',
    'ldap://[2001:db8::7]/c=GB?objectClass?one',
    'mailto:John.Doe@example.com',
    'news:comp.infosystems.www.servers.unix',
    'tel:+1-816-555-1212',
    'telnet://192.0.2.16:80/',
    'urn:oasis:names:specification:docbook:dtd:xml:4.1.2',
    'a:',
    'a+b-c.d1:',
    'a://',
    'a:///',
    'a:/',
    'a:/b//c',
    'a:b//c',
    'a:?',
    'a:#',
    'a:?#',
    'a:?/?:@#/?:@',
    'a://h?q',
    'a://h#f',
    'a://u:p@h:1/p?q#f',
    'a://@h',
    'a://u@',
    'a://h:',
    'a://%41%5a%fF',
    "a:-._~!$&'()*+,;=:@%00",
    'javascript:alert(1)',
  ])('accepts %j', (text) => expect(matches(scanUri, text)).toBe(true))

  test.each([
    ['', 0],
    [':a', 0],
    ['1a:', 0],
    ['a', 1],
    ['a_b:', 1],
    ['//h', 0],
    ['a:b c', 3],
    ['a:[', 2],
    ['a:%', 2],
    ['a:%4', 2],
    ['a:%4g', 2],
    ['a:%g4', 2],
    ['a:"', 2],
    ['a:<>', 2],
    ['a:\\', 2],
    ['a:^', 2],
    ['a:`', 2],
    ['a:{}', 2],
    ['a:|', 2],
    ['a:##', 3],
    ['a:?[', 3],
    ['a:#]', 3],
    ['a://h:8a', 7],
    ['a://h:1:2', 7],
    ['a://h@h@', 7],
    ['a://a:b:c', 6],
    ['a://[::1', 8],
    ['a://[::1]x', 9],
    ['a://[::1]@h', 9],
    ['a://h]', 5],
    ['a:\u00e9', 2],
    ['a:\u0000', 2],
    ['a:\u0141', 2],
  ])('refuses %j at offset %i', (text, offset) => {
    const end = scanUri(encodeTextForParser(text), 0)
    expect(end < 0 ? ~end : end).toBe(offset)
    expect(end).not.toBe(text.length)
  })
})

describe('scanning a scheme (RFC 3986 §3.1)', () => {
  test.each(['a', 'Z', 'https', 'a1+-.'])('accepts %j', (text) => expect(matches(scanUriScheme, text)).toBe(true))
  test.each(['', '1a', '+a', '-', '.', 'a_', 'a:', '@', '[', '`', '{'])('refuses %j', (text) =>
    expect(matches(scanUriScheme, text)).toBe(false),
  )
})

describe('scanning an authority (RFC 3986 §3.2)', () => {
  test.each([
    '',
    'example.com',
    'EXAMPLE.com.',
    'localhost:3000',
    'example.com:',
    ':80',
    'user@host',
    'user:pass:word@host:1',
    '@',
    // These look like invalid addresses, but the grammar accepts them as reg-names.
    '256.1.1.1',
    '01.02.03.04',
    'a%20b',
    '[::1]:8080',
    'me@[::1]',
  ])('accepts %j', (text) => expect(matches(scanUriAuthority, text)).toBe(true))

  test.each([
    'a/b',
    'a?b',
    'a#b',
    'a b',
    'a@b@c',
    'a:b',
    '[::1',
    '::1',
    '[]',
    '[::1]]',
    'a[::1]',
    '%',
    'a%2',
    'm\u00fcnchen.de',
  ])('refuses %j', (text) => expect(matches(scanUriAuthority, text)).toBe(false))
})

describe('scanning an IP-literal (RFC 3986 §3.2.2)', () => {
  test.each([
    '1:2:3:4:5:6:7:8',
    '1:2:3:4:5:6:1.2.3.4',
    '::',
    '::8',
    '::7:8',
    '::2:3:4:5:6:7:8',
    '1::',
    '1::8',
    '1:2:3:4:5:6:7::',
    '1:2:3:4:5:6::8',
    '1:2:3::5:6:7:8',
    '::1.2.3.4',
    '::ffff:255.255.255.255',
    '1:2:3:4:5::1.2.3.4',
    '::2:3:4:5:6:1.2.3.4',
    '1::3:1.2.3.4',
    'ABCD:ef01::0',
    '0000::0000',
    'v1.a',
    'VF.:',
    "v0aF.-._~!$&'()*+,;=:",
  ])('accepts [%s]', (inside) => expect(matches(scanUriAuthority, `[${inside}]`)).toBe(true))

  test.each([
    '',
    ':',
    '1',
    '1:',
    ':1',
    ':::',
    '1:::2',
    '::1::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7:8:',
    '::1:2:3:4:5:6:7:8',
    '1:2:3:4:5:6:7::8',
    '1:2:3:4::5:6:7:8',
    '12345::',
    'g::',
    '1.2.3.4',
    '1:2:3:4:5:6:7:1.2.3.4',
    '1:2:3:4:5:6::1.2.3.4',
    '1.2.3.4::',
    '::1.2.3',
    '::1.2.3.4.5',
    '::1.2.3.256',
    '::1.2.3.04',
    '::01.2.3.4',
    '::1.2.3.',
    '::1.2.3.4:5',
    '::a.2.3.4',
    'fe80::1%25en0',
    'fe80::1%en0',
    'v.a',
    'v1.',
    'v1',
    'vg.a',
    'v1.a/',
    'v1.%41',
  ])('refuses [%s]', (inside) => expect(matches(scanUriAuthority, `[${inside}]`)).toBe(false))
})

test('a path segment is a run of pchar characters, which may be empty (RFC 3986 §3.3)', () => {
  expect(matches(scanUriPathSegment, '')).toBe(true)
  expect(matches(scanUriPathSegment, "aZ09-._~!$&'()*+,;=:@%2F")).toBe(true)
  for (const other of ['/', '?', '#', '[', ']', ' ', '%2', '"', '\n', '\u0101'])
    expect(matches(scanUriPathSegment, other)).toBe(false)
})
