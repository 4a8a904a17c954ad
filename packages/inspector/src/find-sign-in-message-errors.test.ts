import { validEthereumMessageExample } from '@countersign/message/message-error-examples'
import { describe, expect, test } from 'vitest'
import { inspectMessage } from './inspect-message.ts'

function faultsOf(text: string): string[] {
  return inspectMessage(text, { at: 0 }).errors.map(
    ({ code, place: { line, column, length }, found, expected, fix }) => {
      const kind = fix === null ? '' : fix.certain ? ' (certain)' : ' (guess)'
      return `${code.slice('message.'.length)} ${line}:${column}+${length} ${found} → ${expected}${kind}`
    },
  )
}

function damaged(...changes: [string, string][]): string {
  return changes.reduce((text, [piece, replacement]) => {
    expect(text).toContain(piece)
    return text.replace(piece, () => replacement)
  }, validEthereumMessageExample)
}

describe('several errors in one message', () => {
  test('are all reported at their positions in the pasted text', () => {
    const text =
      damaged(
        ['0x5aAeb', '0X5aAeb'],
        ['Sign in', 'Sign "in"'],
        ['Version: 1\nChain ID: 1', 'Chain Id: 0x1'],
        ['Nonce: 8mzv3kcq7h2ydx5w\n', '\n'],
        ['12:05:00Z', '12:05Z'],
        ['a7', 'a 7'],
        ['- https', '-https'],
      ) + '\n\n'
    expect(faultsOf(text)).toMatchInlineSnapshot(`
      [
        "address_invalid 2:2+1 X → 0x (certain)",
        "statement_character 4:6+1 " → A–Z a–z 0–9 - . _ ~ : / ? # [ ] @ ! $ & ' ( ) * + , ; = ␠ (guess)",
        "version_missing 7:1+0  → Version: 1 (guess)",
        "field_name 7:8+2 d: → Chain ID:  (certain)",
        "chain_id_invalid 7:12+1 x → 0–9 (guess)",
        "nonce_missing 8:1+0  → Nonce: ",
        "blank_line_unexpected 8:1+1 ␊ → Issued At:  (certain)",
        "time_malformed 10:34+1 Z → : (guess)",
        "request_id_invalid 12:14+1   → A–Z a–z 0–9 - . _ ~ ! $ & ' ( ) * + , ; = : @ %00–%FF (guess)",
        "resource_line 14:2+25 https://example.com/terms → -  (certain)",
        "line_feed_at_end 14:27+2 ␊␊ → null (certain)",
      ]
    `)
  })

  test('are reported in the order of the text if lines are out of order', () => {
    const text = damaged(
      ['Version: 1\nChain ID: 1', 'Chain ID: 1\nVersion: 2'],
      ['Issued At: 2024-02-29T12:00:00Z\n', ''],
    )
    expect(faultsOf(text)).toMatchInlineSnapshot(`
      [
        "field_order 7:1+11 Chain ID: 1 → Version:  (guess)",
        "version_unsupported 8:10+1 2 → 1 (guess)",
        "issued_at_missing 10:1+0  → Issued At: ",
      ]
    `)
  })

  test('do not include an expected label after the resources', () => {
    const text = damaged(['Request ID: a7\n', '']) + '\nRequest ID: a7'
    expect(faultsOf(text)).toEqual(['field_order 15:1+14 Request ID: a7 → null (certain)'])
  })

  test('are all fixed in a message that is all lowercase', () => {
    const { errors, fixedText } = inspectMessage(validEthereumMessageExample.toLowerCase(), { at: 0 })
    const codes = errors.map(({ code }) => code)
    expect(codes).toEqual([
      'message.header_missing',
      'message.address_checksum',
      ...Array<string>(9).fill('message.field_name'),
    ])
    expect(inspectMessage(fixedText!, { at: 0 }).outcome).toBe('well-formed')
  })
})

describe('errors that follow from another error are not reported', () => {
  test.each([
    ['a line of non-ASCII characters', damaged(['Version: 1', '日本語'])],
    ['a value of non-ASCII characters', damaged(['https://example.com/sign-in', '日本語'])],
    ['a time in words', damaged(['2024-02-29T12:00:00Z', 'yesterday, at "noon"'])],
    ['a second line of the statement', damaged(['Sign in to', 'Sign "in"\nto'], ['"in"', 'in'])],
    ['one empty line without a statement', damaged(['Sign in to Example.\n\n', ''])],
    ['no empty line without a statement', damaged(['\nSign in to Example.\n\n', ''])],
    ['a misspelled field name', damaged(['Version', 'Verison'])],
    ['several lines after the end', damaged(['Resources:\n- https://example.com/terms', 'That\nis\nall.'])],
    ['an unrelated text', 'Dear Sir or Madam,\n\n"Nonce" is\nno field.'],
    ['lines of Japanese text', '日本語\n'.repeat(30)],
    ['CRLF everywhere', validEthereumMessageExample.replaceAll('\n', '\r\n')],
    ['a space before an invalid first line', ' %\nChain Id: 1\n'],
  ])('reports one error for %s', (_, text) => {
    expect(faultsOf(text)).toHaveLength(1)
  })
})

describe('guessing an address or a header line causes no further errors', () => {
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed\n'

  test.each([
    ['no address', damaged([address, '']), ['address_missing']],
    ['no address and no empty line', damaged([`${address}\n`, '']), ['address_invalid']],
    [
      'no address, and an error among the fields',
      damaged([address, ''], ['Nonce: 8mzv3kcq7h2ydx5w\n', '']),
      ['address_missing', 'nonce_missing'],
    ],
    ['a period at the end of the header', damaged(['account:', 'account.']), ['header_missing']],
    ['every line quoted', validEthereumMessageExample.replaceAll(/^/gm, '> '), ['scheme_invalid', 'address_invalid']],
  ])('%s', (_, text, codes) => {
    const { errors, fixedText } = inspectMessage(text, { at: 0 })
    expect(errors.map(({ code }) => code.slice('message.'.length))).toEqual(codes)
    expect(fixedText).toBeNull()
    expect(errors.filter(({ fix }) => fix?.certain)).toEqual([])
  })

  test('recognizes a field name in lowercase right after the statement', () => {
    expect(inspectMessage(damaged(['\n\nURI:', '\nuri:']), { at: 0 }).fixedText).toBe(validEthereumMessageExample)
  })
})

describe('a message that is too long', () => {
  test('is reported as too long, followed by the errors in its first 4096 characters', () => {
    const text = damaged(['0x5aAeb', '0X5aAeb']) + '\n- https://example.com/more'.repeat(200)
    expect(faultsOf(text).map((fault) => fault.split(' ')[0])).toEqual(['too_long', 'address_invalid'])
  })

  test('causes no reports of errors that are due to truncation', () => {
    expect(faultsOf(validEthereumMessageExample + '\n- https://example.com/more'.repeat(200))).toHaveLength(1)
    expect(faultsOf(damaged(['Example.', 'a'.repeat(5000)]))).toHaveLength(1)
    expect(faultsOf('a'.repeat(70_000))).toHaveLength(1)
  })
})

test('reports at most 20 message errors', () => {
  const text = damaged(['Version: 1\n', 'Version: 1\nVersion: 2\n'.repeat(30)])
  expect(faultsOf(text).length).toBeLessThanOrEqual(20)
})
