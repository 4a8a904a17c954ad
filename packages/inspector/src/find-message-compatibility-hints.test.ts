import { validEthereumMessageExample } from '@countersign/message/message-error-examples'
import { describe, expect, test } from 'vitest'
import { inspectMessage } from './inspect-message.ts'

const checksum = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const capitals = `0x${checksum.slice(2).toUpperCase()}`
const otherHost = 'https://example.org/sign-in'
const noStatement = validEthereumMessageExample.replace('Sign in to Example.\n', '')

function hintsOf(text: string): string[] {
  return inspectMessage(text, { at: 0 }).hints.map(({ id, place }) => {
    return place === null ? id : `${id} ${JSON.stringify(text.slice(place.offset, place.offset + place.length))}`
  })
}

test('a message that all parsers treat in the same way has no compatibility hints', () => {
  expect(hintsOf(validEthereumMessageExample)).toEqual([])
})

describe('compatibility hints for well-formed messages', () => {
  test.each([
    ['no statement', noStatement, 'no-statement-blank-lines "\\n\\n\\n"'],
    ['an empty statement', validEthereumMessageExample.replace('Sign in to Example.', ''), 'empty-statement ""'],
    [
      'an empty resource list',
      validEthereumMessageExample.replace('\n- https://example.com/terms', ''),
      'empty-resources ""',
    ],
    [
      'no scheme',
      validEthereumMessageExample.replace('https://example.com wants', 'example.com wants'),
      'scheme-missing ""',
    ],
    [
      'a port',
      validEthereumMessageExample.replace('example.com wants', 'example.com:8443 wants'),
      'port-in-domain "example.com:8443"',
    ],
    [
      'uppercase letters in the domain',
      validEthereumMessageExample.replace('example.com wants', 'Example.com wants'),
      'domain-capitals "Example.com"',
    ],
    [
      'userinfo',
      validEthereumMessageExample.replace('example.com wants', 'me@example.com wants'),
      'userinfo-in-domain "me@example.com"',
    ],
    [
      'another host in the URI',
      validEthereumMessageExample.replace('https://example.com/sign-in', otherHost),
      `domain-uri-differ "${otherHost}"`,
    ],
    [
      'a leap second',
      validEthereumMessageExample.replace('2024-02-29T12:00:00Z', '2016-12-31T23:59:60Z'),
      'leap-second "2016-12-31T23:59:60Z"',
    ],
    [
      'a UTC offset',
      validEthereumMessageExample.replace('12:00:00Z', '12:00:00+00:00'),
      'time-offset "2024-02-29T12:00:00+00:00"',
    ],
    [
      'a fraction of a second',
      validEthereumMessageExample.replace('12:00:00Z', '12:00:00.000Z'),
      'time-fraction "2024-02-29T12:00:00.000Z"',
    ],
    [
      'lowercase letters in a time',
      validEthereumMessageExample.replace('12:00:00Z', '12:00:00z'),
      'time-small-letters "2024-02-29T12:00:00z"',
    ],
    [
      'a leading zero in the chain ID',
      validEthereumMessageExample.replace('Chain ID: 1', 'Chain ID: 01'),
      'chain-id-number "01"',
    ],
    [
      'a chain ID above the safe integers',
      validEthereumMessageExample.replace('Chain ID: 1', 'Chain ID: 9007199254740993'),
      'chain-id-number "9007199254740993"',
    ],
    ['no expiration', validEthereumMessageExample.replace(/\nExpiration Time: .*/, ''), 'no-expiration'],
  ])('%s', (_, text, hint) => {
    expect(inspectMessage(text, { at: 0 }).outcome).toBe('well-formed')
    expect(hintsOf(text)).toEqual([hint])
  })

  test('a message with an explicit default port gets both hints about ports', () => {
    const hints = hintsOf(validEthereumMessageExample.replace('example.com wants', 'example.com:443 wants'))
    expect(hints).toEqual(['port-in-domain "example.com:443"', 'default-port "example.com:443"'])
  })

  test('a message whose URI has no host gets no hint about the domain', () => {
    expect(
      hintsOf(validEthereumMessageExample.replace('URI: https://example.com/sign-in', 'URI: urn:example:sign-in')),
    ).toEqual([])
  })
})

describe('compatibility hints for malformed messages that some parsers accept', () => {
  test.each([
    ['line feeds at the end', `${validEthereumMessageExample}\n\n`, 'line-feed-at-end "\\n\\n"'],
    ['one empty line without a statement', noStatement.replace('\n\n\n', '\n\n'), 'no-statement-blank-lines "\\n\\n"'],
    [
      'an address in lowercase',
      validEthereumMessageExample.replace(checksum, checksum.toLowerCase()),
      `address-lower-case "${checksum.toLowerCase()}"`,
    ],
    [
      'an address in uppercase',
      validEthereumMessageExample.replace(checksum, capitals),
      `address-upper-case "${capitals}"`,
    ],
    [
      'a leap second in the wrong month',
      validEthereumMessageExample.replace('2024-02-29T12:00:00Z', '2016-05-31T23:59:60Z'),
      'leap-second "2016-05-31T23:59:60"',
    ],
  ])('%s', (_, text, hint) => {
    expect(inspectMessage(text, { at: 0 }).outcome).toBe('malformed')
    expect(hintsOf(text)).toEqual([hint])
  })
})
