import { parseSignInMessage } from '@countersign/message'
import { validEthereumMessageExample } from '@countersign/message/message-error-examples'
import { describe, expect, test } from 'vitest'
import { inspectMessage } from './inspect-message.ts'

function damaged(piece: string, replacement: string): string {
  expect(validEthereumMessageExample).toContain(piece)
  return validEthereumMessageExample.replace(piece, () => replacement)
}

const lowerCase = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
const notBefore = 'Not Before: 2024-02-29T11:59:00Z'
const checksum = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

describe('unambiguous fixes restore the valid message', () => {
  test.each([
    ['an address in lowercase', damaged(checksum, lowerCase)],
    ['an address in uppercase', damaged(checksum, `0x${lowerCase.slice(2).toUpperCase()}`)],
    ['an uppercase X in 0x', damaged('0x5a', '0X5a')],
    ['spaces around the address', damaged(checksum, ` ${checksum} `)],
    ['CRLF line ends', validEthereumMessageExample.replaceAll('\n', '\r\n')],
    ['CR line ends', validEthereumMessageExample.replaceAll('\n', '\r')],
    ['line feeds at the end', `${validEthereumMessageExample}\n\n`],
    ['CRLF line ends, including a final one', `${validEthereumMessageExample}\n`.replaceAll('\n', '\r\n')],
    ['leading empty lines', `\n\n${validEthereumMessageExample}`],
    ['an empty line between fields', damaged('Nonce', '\nNonce')],
    ['a line of spaces between fields', damaged('Nonce', '  \nNonce')],
    ['no empty line after the address', damaged('\n\nSign', '\nSign')],
    ['no empty line before the fields', damaged('\n\nURI', '\nURI')],
    ['three empty lines before the fields', damaged('\n\nURI', '\n\n\n\nURI')],
    ['two empty lines before the statement', damaged('\n\nSign', '\n\n\nSign')],
    ['four empty lines before the statement', damaged('\n\nSign', '\n\n\n\n\nSign')],
    ['an empty line before the address', damaged(`\n${checksum}`, `\n\n${checksum}`)],
    ['a field name in another case', damaged('Chain ID: ', 'chain id:')],
    ['a field name without its space', damaged('Issued At: ', 'IssuedAt:')],
    ['the header in uppercase', damaged('wants you to sign in', 'WANTS YOU TO SIGN IN')],
    ['fields in another order', damaged('Version: 1\nChain ID: 1\n', 'Chain ID: 1\nVersion: 1\n')],
    ['optional fields in another order', damaged(`${notBefore}\nRequest ID: a7`, `Request ID: a7\n${notBefore}`)],
    ['a field after the resources', `${damaged('Request ID: a7\n', '')}\nRequest ID: a7`],
    ['a line repeated after the resources', `${validEthereumMessageExample}\nRequest ID: a7`],
    ['a repeated line', damaged('Version: 1\n', 'Version: 1\nVersion: 1\n')],
    ['a space instead of T in a time', damaged('29T12:00:00Z', '29 12:00:00Z')],
    [
      'trailing spaces on all lines but the statement',
      validEthereumMessageExample.replaceAll(/(?<=.)$/gm, ' ').replace('Example. ', 'Example.'),
    ],
    ['a byte order mark', `\ufeff${validEthereumMessageExample}`],
    [
      'zero-width spaces',
      damaged('example.com wants', 'example.com\u200b wants')
        .replace('Nonce', 'No\u2060nce')
        .replace('8mzv', '8\u200bmzv'),
    ],
    ['no-break spaces', damaged('Chain ID: 1', 'Chain\u00a0ID:\u00a01\u00a0')],
    ['Cyrillic letters in fixed words', damaged('Nonce', 'N\u043en\u0441\u0435')],
    ['full-width letters in a field name', damaged('URI', '\uff35\uff32\uff29')],
    ['an en dash before a resource', damaged('- https', '\u2013 https')],
    ['quotation marks around the message', `"${validEthereumMessageExample}"`],
    ['a JSON string', JSON.stringify(validEthereumMessageExample)],
    ['a JSON string without its quotation marks', JSON.stringify(validEthereumMessageExample).slice(1, -1)],
    ['a JSON string in a JSON string', JSON.stringify(JSON.stringify(validEthereumMessageExample))],
    ['a JSON object with the message', JSON.stringify({ message: validEthereumMessageExample, signature: '0x' })],
    [
      'a JSON object on several lines',
      JSON.stringify({ message: validEthereumMessageExample, signature: '0x' }, null, 2),
    ],
    ['Unicode escapes in a JSON string', JSON.stringify(validEthereumMessageExample).replace('Sign', '\\u0053ign')],
    ['apostrophes around the message', `'${validEthereumMessageExample}'`],
    ['a Markdown code fence', `\`\`\`text\n${validEthereumMessageExample}\n\`\`\`\n`],
    [
      'the signed bytes with their prefix, in hexadecimal',
      `0x${Buffer.from(`\x19Ethereum Signed Message:\n${validEthereumMessageExample.length}${validEthereumMessageExample}`).toString('hex')}`,
    ],
    ['the message bytes in hexadecimal', `0x${Buffer.from(validEthereumMessageExample).toString('hex')}`],
  ])('%s', (_, text) => {
    const { errors, fixedText } = inspectMessage(text, { at: 0 })
    expect(fixedText).toBe(validEthereumMessageExample)
    expect(errors[0]!.fix?.certain).toBe(true)
  })
})

test('the unambiguous fix removes a byte order mark but keeps a zero-width space in the domain', () => {
  const text = `\ufeff${damaged('example.com wants', 'exam\u200bple.com wants')}`
  const { errors, fixedText } = inspectMessage(text, { at: 0 })
  expect(fixedText).toBe(text.slice(1))
  expect(errors.map(({ fix }) => fix?.certain)).toEqual([true, false])
})

test.each(['8mzv\u00a03kcq', '8mzv\u2003\u20033kcq'])(
  'reports several space-like characters in the nonce as one error: %j',
  (nonce) => {
    expect(inspectMessage(damaged('8mzv3kcq', nonce), { at: 0 }).errors).toHaveLength(1)
  },
)

test.each(['/login', 'https:///x y', 'https://https://x y'])('suggests no fix for a URI without a host: %s', (uri) => {
  const { errors } = inspectMessage(damaged('URI: https://example.com/sign-in', `URI: ${uri}`), { at: 0 })
  expect(errors.map(({ code, fix }) => [code, fix])).toEqual([['message.uri_invalid', null]])
})

describe('ambiguous fixes are only suggested', () => {
  test.each([
    ['a checksum address with one letter in the wrong case', damaged('0x5aAeb', '0x5aaeb')],
    ['an address that is too short', damaged(checksum, checksum.slice(0, -1))],
    ['Cyrillic letters in the domain', damaged('example.com wants', '\u0435\u0445\u0430mple.com wants')],
    ['a Cyrillic letter in the address', damaged('0x5aAeb', '0x5\u0430Aeb')],
    ['a zero-width space in the domain', damaged('example.com wants', 'exam\u200bple.com wants')],
    ['a direction mark in the domain', damaged('example.com wants', 'exam\u200eple.com wants')],
    ['a zero-width space in the address', damaged('0x5aAeb', '0x5a\u200bAeb')],
    ['a no-break space in the address', damaged('0x5aAeb', '0x5a\u00a0Aeb')],
    ['a no-break space in the nonce', damaged('8mzv3kcq', '8mzv\u00a03kcq')],
    ['a no-break space in the URI', damaged('com/sign-in', 'com/sign\u00a0-in')],
    ['a no-break space in a time', damaged('29T12:00', '29\u00a012:00')],
    ['a right-to-left override', damaged('Example.', 'Ex\u202eample.')],
    ['a misspelled field name', damaged('Version', 'Verison')],
    ['two different lines for one field', damaged('Nonce: ', 'Nonce: 12345678\nNonce: ')],
    ['an unknown field', damaged('Nonce: ', 'Audience: example\nNonce: ')],
    ['a chain ID in hexadecimal', damaged('Chain ID: 1', 'Chain ID: 0x1')],
    ['a time without a zone', damaged('12:00:00Z', '12:00:00')],
    [
      'hexadecimal escapes in a string literal',
      JSON.stringify(validEthereumMessageExample).replaceAll('"', "'").replace('Sign', '\\x53ign'),
    ],
    ['quotation marks around an invalid message', `'${damaged('example.com wants', 'example.com/ wants')}'`],
    ['a statement on two lines', damaged('Sign in to', 'Sign in\nto')],
  ])('does not fix %s', (_, text) => {
    const { errors, fixedText } = inspectMessage(text, { at: 0 })
    expect(fixedText).toBeNull()
    expect(errors.filter(({ fix }) => fix?.certain)).toEqual([])
  })

  test.each([
    ['a statement of two paragraphs', damaged('Sign in to', 'Sign in\n\nto'), validEthereumMessageExample],
    ['a statement of three paragraphs', damaged('Sign in to', 'Sign\n\nin\n\nto'), validEthereumMessageExample],
    ['a period after the header', damaged('account:', 'account.'), validEthereumMessageExample],
    [
      'a zero-width space in the domain',
      damaged('example.com wants', 'exam\u200bple.com wants'),
      validEthereumMessageExample,
    ],
    ['a zero-width space in the address', damaged('0x5aAeb', '0x5a\u200bAeb'), validEthereumMessageExample],
    ['a no-break space in the nonce', damaged('8mzv3kcq', '8mzv\u00a03kcq'), validEthereumMessageExample],
    ['a no-break space in a time', damaged('29T12:00', '29\u00a012:00'), validEthereumMessageExample],
    ['another name for the expiration', damaged('Expiration Time:', 'Expires At:'), validEthereumMessageExample],
    ['a shortened name for the expiration', damaged('Expiration Time:', 'Expiration:'), validEthereumMessageExample],
    ['a longer field name', damaged('Not Before:', 'Not Before Time:'), validEthereumMessageExample],
    ['a repeated scheme before the domain', damaged('https://', 'https://https://'), validEthereumMessageExample],
    ['a path after the domain', damaged('example.com wants', 'example.com/path wants'), validEthereumMessageExample],
    ['no domain', damaged('example.com wants', ' wants'), validEthereumMessageExample],
    ['a chain ID in hexadecimal', damaged('Chain ID: 1', 'Chain ID: 0xA'), damaged('Chain ID: 1', 'Chain ID: 10')],
    ['a chain ID with its namespace', damaged('Chain ID: 1', 'Chain ID: eip155:1'), validEthereumMessageExample],
    ['a misspelled field name', damaged('Version', 'Verison'), validEthereumMessageExample],
    ['a time without a zone', damaged('12:00:00Z', '12:00:00'), validEthereumMessageExample],
    ['a Unix time', damaged('2024-02-29T12:00:00Z', '1709208000'), damaged('12:00:00Z', '12:00:00.000Z')],
    [
      'a URI without a scheme',
      damaged('https://example.com/sign-in', 'example.com/sign-in'),
      validEthereumMessageExample,
    ],
    ['a resource without its hyphen', damaged('- https', 'https'), validEthereumMessageExample],
    ['a nonce with hyphens', damaged('8mzv3kcq', '8mzv-3kcq'), validEthereumMessageExample],
    ['a quotation mark in the statement', damaged('Sign in', 'Sign "in"'), damaged('Sign in', "Sign 'in'")],
    ['non-ASCII characters in a URI', damaged('/sign-in', '/日'), damaged('/sign-in', '/%E6%97%A5')],
    ['another chain family in the header', damaged('Ethereum account', 'Solana account'), validEthereumMessageExample],
    ['the address on the first line', damaged('account:\n', 'account: '), validEthereumMessageExample],
  ])('suggests a fix for %s', (_, text, guess) => {
    const [fault] = inspectMessage(text, { at: 0 }).errors
    expect(fault!.fix).toEqual({ certain: false, text: guess })
    expect(() => parseSignInMessage(guess)).not.toThrow()
  })
})
