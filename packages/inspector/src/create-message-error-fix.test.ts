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

describe('what is certain becomes the message that was meant', () => {
  test.each([
    ['an address in small letters', damaged(checksum, lowerCase)],
    ['an address in capitals', damaged(checksum, `0x${lowerCase.slice(2).toUpperCase()}`)],
    ['a large X', damaged('0x5a', '0X5a')],
    ['space around the address', damaged(checksum, ` ${checksum} `)],
    ['CRLF', validEthereumMessageExample.replaceAll('\n', '\r\n')],
    ['CR alone', validEthereumMessageExample.replaceAll('\n', '\r')],
    ['line feeds at the end', `${validEthereumMessageExample}\n\n`],
    ['CRLF at the end too', `${validEthereumMessageExample}\n`.replaceAll('\n', '\r\n')],
    ['empty lines before', `\n\n${validEthereumMessageExample}`],
    ['an empty line between fields', damaged('Nonce', '\nNonce')],
    ['a line of spaces between fields', damaged('Nonce', '  \nNonce')],
    ['no empty line after the address', damaged('\n\nSign', '\nSign')],
    ['no empty line before the fields', damaged('\n\nURI', '\nURI')],
    ['three empty lines before the fields', damaged('\n\nURI', '\n\n\n\nURI')],
    ['two empty lines before the statement', damaged('\n\nSign', '\n\n\nSign')],
    ['four empty lines before the statement', damaged('\n\nSign', '\n\n\n\n\nSign')],
    ['an empty line before the address', damaged(`\n${checksum}`, `\n\n${checksum}`)],
    ['names in another case', damaged('Chain ID: ', 'chain id:')],
    ['names without a space', damaged('Issued At: ', 'IssuedAt:')],
    ['the header in capitals', damaged('wants you to sign in', 'WANTS YOU TO SIGN IN')],
    ['fields in another order', damaged('Version: 1\nChain ID: 1\n', 'Chain ID: 1\nVersion: 1\n')],
    ['optional fields in another order', damaged(`${notBefore}\nRequest ID: a7`, `Request ID: a7\n${notBefore}`)],
    ['a field after the resources', `${damaged('Request ID: a7\n', '')}\nRequest ID: a7`],
    ['the same line twice, the second after the resources', `${validEthereumMessageExample}\nRequest ID: a7`],
    ['the same line twice', damaged('Version: 1\n', 'Version: 1\nVersion: 1\n')],
    ['a space for the T', damaged('29T12:00:00Z', '29 12:00:00Z')],
    ['spaces at every end', validEthereumMessageExample.replaceAll(/(?<=.)$/gm, ' ').replace('Example. ', 'Example.')],
    ['a byte order mark', `\ufeff${validEthereumMessageExample}`],
    [
      'zero-width spaces',
      damaged('example.com wants', 'example.com\u200b wants')
        .replace('Nonce', 'No\u2060nce')
        .replace('8mzv', '8\u200bmzv'),
    ],
    ['no-break spaces', damaged('Chain ID: 1', 'Chain\u00a0ID:\u00a01\u00a0')],
    ['Cyrillic letters in fixed words', damaged('Nonce', 'N\u043en\u0441\u0435')],
    ['full-width letters in a name', damaged('URI', '\uff35\uff32\uff29')],
    ['a dash before a resource', damaged('- https', '\u2013 https')],
    ['quotation marks around', `"${validEthereumMessageExample}"`],
    ['the text of a program', JSON.stringify(validEthereumMessageExample)],
    ['the text of a program, without its marks', JSON.stringify(validEthereumMessageExample).slice(1, -1)],
    ['the text of a program in the text of a program', JSON.stringify(JSON.stringify(validEthereumMessageExample))],
    ['the message of an object', JSON.stringify({ message: validEthereumMessageExample, signature: '0x' })],
    ['an object on several lines', JSON.stringify({ message: validEthereumMessageExample, signature: '0x' }, null, 2)],
    ['other escapes', JSON.stringify(validEthereumMessageExample).replace('Sign', '\\u0053ign')],
    ['apostrophes around', `'${validEthereumMessageExample}'`],
    ['a fence', `\`\`\`text\n${validEthereumMessageExample}\n\`\`\`\n`],
    [
      'what is signed, in hexadecimal',
      `0x${Buffer.from(`\x19Ethereum Signed Message:\n${validEthereumMessageExample.length}${validEthereumMessageExample}`).toString('hex')}`,
    ],
    ['its bytes in hexadecimal', `0x${Buffer.from(validEthereumMessageExample).toString('hex')}`],
  ])('%s', (_, text) => {
    const { errors, fixedText } = inspectMessage(text, { at: 0 })
    expect(fixedText).toBe(validEthereumMessageExample)
    expect(errors[0]!.fix?.certain).toBe(true)
  })
})

test('an unseen character that is certain to go takes none with it that may be meant', () => {
  const text = `\ufeff${damaged('example.com wants', 'exam\u200bple.com wants')}`
  const { errors, fixedText } = inspectMessage(text, { at: 0 })
  expect(fixedText).toBe(text.slice(1))
  expect(errors.map(({ fix }) => fix?.certain)).toEqual([true, false])
})

test.each(['8mzv\u00a03kcq', '8mzv\u2003\u20033kcq'])(
  'what passes for a space in the nonce is one fault: %j',
  (nonce) => {
    expect(inspectMessage(damaged('8mzv3kcq', nonce), { at: 0 }).errors).toHaveLength(1)
  },
)

test.each(['/login', 'https:///x y', 'https://https://x y'])('a URI that names no host has no guess: %s', (uri) => {
  const { errors } = inspectMessage(damaged('URI: https://example.com/sign-in', `URI: ${uri}`), { at: 0 })
  expect(errors.map(({ code, fix }) => [code, fix])).toEqual([['message.uri_invalid', null]])
})

describe('what is not certain is never fixed without being asked', () => {
  test.each([
    ['an address in both cases, of which a letter is wrong', damaged('0x5aAeb', '0x5aaeb')],
    ['an address that is too short', damaged(checksum, checksum.slice(0, -1))],
    ['letters of another alphabet in the domain', damaged('example.com wants', '\u0435\u0445\u0430mple.com wants')],
    ['letters of another alphabet in the address', damaged('0x5aAeb', '0x5\u0430Aeb')],
    ['a zero-width space in the domain', damaged('example.com wants', 'exam\u200bple.com wants')],
    ['a direction mark in the domain', damaged('example.com wants', 'exam\u200eple.com wants')],
    ['a zero-width space in the address', damaged('0x5aAeb', '0x5a\u200bAeb')],
    ['a no-break space in the address', damaged('0x5aAeb', '0x5a\u00a0Aeb')],
    ['a no-break space in the nonce', damaged('8mzv3kcq', '8mzv\u00a03kcq')],
    ['a no-break space in the URI', damaged('com/sign-in', 'com/sign\u00a0-in')],
    ['a no-break space in a time', damaged('29T12:00', '29\u00a012:00')],
    ['a text that runs the other way', damaged('Example.', 'Ex\u202eample.')],
    ['a name with a slip', damaged('Version', 'Verison')],
    ['two different lines for one field', damaged('Nonce: ', 'Nonce: 12345678\nNonce: ')],
    ['a field of nobody', damaged('Nonce: ', 'Audience: example\nNonce: ')],
    ['a chain id in hexadecimal', damaged('Chain ID: 1', 'Chain ID: 0x1')],
    ['a time without a zone', damaged('12:00:00Z', '12:00:00')],
    [
      'escapes of another language',
      JSON.stringify(validEthereumMessageExample).replaceAll('"', "'").replace('Sign', '\\x53ign'),
    ],
    ['quotation marks around another header', `'${damaged('example.com wants', 'example.com/ wants')}'`],
    ['a statement on two lines', damaged('Sign in to', 'Sign in\nto')],
  ])('%s', (_, text) => {
    const { errors, fixedText } = inspectMessage(text, { at: 0 })
    expect(fixedText).toBeNull()
    expect(errors.filter(({ fix }) => fix?.certain)).toEqual([])
  })

  test.each([
    ['a statement of two paragraphs', damaged('Sign in to', 'Sign in\n\nto'), validEthereumMessageExample],
    ['a statement of three paragraphs', damaged('Sign in to', 'Sign\n\nin\n\nto'), validEthereumMessageExample],
    ['a stop after the header', damaged('account:', 'account.'), validEthereumMessageExample],
    [
      'a zero-width space in the domain',
      damaged('example.com wants', 'exam\u200bple.com wants'),
      validEthereumMessageExample,
    ],
    ['a zero-width space in the address', damaged('0x5aAeb', '0x5a\u200bAeb'), validEthereumMessageExample],
    ['a no-break space in the nonce', damaged('8mzv3kcq', '8mzv\u00a03kcq'), validEthereumMessageExample],
    ['a no-break space in a time', damaged('29T12:00', '29\u00a012:00'), validEthereumMessageExample],
    ['another name of the expiration', damaged('Expiration Time:', 'Expires At:'), validEthereumMessageExample],
    ['half the name of the expiration', damaged('Expiration Time:', 'Expiration:'), validEthereumMessageExample],
    ['a longer name of a field', damaged('Not Before:', 'Not Before Time:'), validEthereumMessageExample],
    ['a scheme twice before the domain', damaged('https://', 'https://https://'), validEthereumMessageExample],
    ['a path after the domain', damaged('example.com wants', 'example.com/path wants'), validEthereumMessageExample],
    ['no domain', damaged('example.com wants', ' wants'), validEthereumMessageExample],
    ['a chain id in hexadecimal', damaged('Chain ID: 1', 'Chain ID: 0xA'), damaged('Chain ID: 1', 'Chain ID: 10')],
    ['a chain id with its namespace', damaged('Chain ID: 1', 'Chain ID: eip155:1'), validEthereumMessageExample],
    ['a name with a slip', damaged('Version', 'Verison'), validEthereumMessageExample],
    ['a time without a zone', damaged('12:00:00Z', '12:00:00'), validEthereumMessageExample],
    ['seconds since 1970', damaged('2024-02-29T12:00:00Z', '1709208000'), damaged('12:00:00Z', '12:00:00.000Z')],
    [
      'a URI without a scheme',
      damaged('https://example.com/sign-in', 'example.com/sign-in'),
      validEthereumMessageExample,
    ],
    ['a resource without its hyphen', damaged('- https', 'https'), validEthereumMessageExample],
    ['a nonce with hyphens', damaged('8mzv3kcq', '8mzv-3kcq'), validEthereumMessageExample],
    ['a quotation mark in the statement', damaged('Sign in', 'Sign "in"'), damaged('Sign in', "Sign 'in'")],
    ['letters of another alphabet in a URI', damaged('/sign-in', '/日'), damaged('/sign-in', '/%E6%97%A5')],
    ['another chain in the header', damaged('Ethereum account', 'Solana account'), validEthereumMessageExample],
    ['the address on the first line', damaged('account:\n', 'account: '), validEthereumMessageExample],
  ])('%s has a guess', (_, text, guess) => {
    const [fault] = inspectMessage(text, { at: 0 }).errors
    expect(fault!.fix).toEqual({ certain: false, text: guess })
    expect(() => parseSignInMessage(guess)).not.toThrow()
  })
})
