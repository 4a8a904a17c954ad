import { describe, expect, test } from 'vitest'
import { validEthereumMessageExample } from './message-error-examples.ts'
import type { SignInMessage } from './sign-in-message.ts'
import { formatSignInMessage } from './format-sign-in-message.ts'
import { MessageError } from './message-error.ts'
import { parseSignInMessage } from './parse-sign-in-message.ts'

const fields: SignInMessage = {
  domain: 'example.com',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  uri: 'https://example.com/sign-in',
  version: '1',
  chainId: '1',
  nonce: '12345678',
  issuedAt: '2024-02-29T12:00:00Z',
}

function refusal(change: Record<string, unknown>): string {
  try {
    formatSignInMessage({ ...fields, ...change } as unknown as SignInMessage)
  } catch (fault) {
    if (!(fault instanceof MessageError)) throw fault
    return `${fault.code} ${fault.field ?? '-'} ${fault.line}:${fault.offset}`
  }
  throw new Error('The fields were accepted.')
}

test('formats the fields as the text to sign', () => {
  expect(formatSignInMessage(fields)).toMatchInlineSnapshot(`
    "example.com wants you to sign in with your Ethereum account:
    0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed


    URI: https://example.com/sign-in
    Version: 1
    Chain ID: 1
    Nonce: 12345678
    Issued At: 2024-02-29T12:00:00Z"
  `)
  expect(formatSignInMessage(parseSignInMessage(validEthereumMessageExample))).toBe(validEthereumMessageExample)
})

test('formats an empty statement differently from a missing one', () => {
  expect(formatSignInMessage({ ...fields, statement: '' })).not.toBe(formatSignInMessage(fields))
  expect(parseSignInMessage(formatSignInMessage({ ...fields, statement: '' })).statement).toBe('')
})

describe('M11: formatting a message refuses fields that would be different after parsing', () => {
  test.each([
    ['scheme', 'message.scheme_invalid'],
    ['domain', 'message.domain_invalid'],
    ['address', 'message.address_invalid'],
    ['statement', 'message.statement_character'],
    ['uri', 'message.uri_invalid'],
    ['version', 'message.version_unsupported'],
    ['chainId', 'message.chain_id_invalid'],
    ['nonce', 'message.nonce_character'],
    ['issuedAt', 'message.time_malformed'],
    ['expirationTime', 'message.time_malformed'],
    ['notBefore', 'message.time_malformed'],
    ['requestId', 'message.request_id_invalid'],
  ])('M11: a line feed or a value that is not a string in %s', (field, code) => {
    for (const value of ['a7\nResources:', '\n', 1, null, {}, ['a']])
      expect(refusal({ [field]: value })).toMatch(new RegExp(`^${code} ${field} `))
  })

  test('M11: resources that are not a list of single-line strings', () => {
    for (const value of ['a:', {}, null, [undefined], [1], ['a:\n- b:'], ['a:', '\n']]) {
      expect(refusal({ resources: value })).toMatch(/^message\.resource_invalid resources /)
    }
  })

  test.each([
    ['domain', 'message.domain_empty'],
    ['address', 'message.address_missing'],
    ['uri', 'message.uri_missing'],
    ['version', 'message.version_missing'],
    ['chainId', 'message.chain_id_missing'],
    ['nonce', 'message.nonce_missing'],
    ['issuedAt', 'message.issued_at_missing'],
  ])('a missing %s', (field, code) => expect(refusal({ [field]: undefined })).toMatch(new RegExp(`^${code} ${field} `)))

  test('a domain that contains a scheme, and an empty scheme', () => {
    expect(refusal({ domain: 'https://example.com' })).toBe('message.domain_invalid domain 1:0')
    expect(refusal({ scheme: 'https', domain: 'https://example.com' })).toBe('message.domain_invalid domain 1:14')
    expect(refusal({ scheme: '' })).toBe('message.scheme_invalid scheme 1:0')
    expect(refusal({ scheme: '', domain: 'https://example.com' })).toMatch(/^message\.scheme_invalid/)
  })

  test('invalid values, with their position in the text', () => {
    expect(refusal({ domain: '' })).toBe('message.domain_empty domain 1:0')
    expect(refusal({ address: fields.address.toLowerCase() })).toBe('message.address_checksum address 2:65')
    expect(refusal({ statement: '"' })).toBe('message.statement_character statement 4:105')
    expect(refusal({ chainId: '' })).toMatch(/^message\.chain_id_invalid chainId 7:/)
    expect(refusal({ nonce: '1234567' })).toMatch(/^message\.nonce_short nonce 8:/)
    expect(refusal({ version: '2' })).toMatch(/^message\.version_unsupported version 6:/)
    expect(refusal({ notBefore: '' })).toMatch(/^message\.time_malformed notBefore 10:/)
    expect(refusal({ requestId: 'a b' })).toMatch(/^message\.request_id_invalid requestId 10:/)
  })

  test('M14: a message above the maximum length', () => {
    expect(refusal({ statement: 'a'.repeat(4096) })).toMatch(/^message\.too_long - /)
    expect(formatSignInMessage({ ...fields, statement: 'a'.repeat(4096) }, { maxLength: 8192 })).toHaveLength(
      formatSignInMessage(fields).length + 4097,
    )
  })
})
