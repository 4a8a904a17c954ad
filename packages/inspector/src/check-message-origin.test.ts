import { parseSignInMessage } from '@countersign/message'
import { validEthereumMessageExample } from '@countersign/message/message-error-examples'
import { describe, expect, test } from 'vitest'
import type { MessageOriginFinding } from './message-inspection-findings.ts'
import { checkMessageOrigin, parseOriginUrl } from './check-message-origin.ts'

function judge(asks: string, origin: string): string {
  const finding = checkMessageOrigin(
    parseSignInMessage(validEthereumMessageExample.replace('https://example.com wants', `${asks} wants`)),
    origin,
  )
  const others = finding.parts
    .filter(({ outcome }) => outcome !== 'same')
    .map(({ part, outcome }) => `${part} ${outcome}`)
  expect(finding.matches).toBe(finding.parts.every(({ outcome }) => outcome !== 'different'))
  return [finding.relation, ...others].join(', ')
}

describe('M7: request origin (ERC-4361 §Verifying the Request Origin)', () => {
  test.each([
    ['https://example.com', 'https://example.com', 'same'],
    ['https://EXAMPLE.com', 'https://example.com/sign-in?x=1', 'same'],
    ['example.com', 'https://example.com', 'same, scheme not-told'],
    ['example.com', 'http://example.com', 'same, scheme different, port different'],
    ['http://example.com', 'https://example.com', 'same, scheme different, port different'],
    ['https://example.com:443', 'https://example.com', 'same'],
    ['https://example.com:0443', 'https://example.com', 'same'],
    ['https://example.com:', 'https://example.com', 'same'],
    ['https://example.com', 'https://example.com:8443', 'same, port different'],
    ['https://example.com:8443', 'https://example.com', 'same, port different'],
    ['wallet://example.com', 'wallet://example.com', 'same, port not-told'],
    ['https://example.com', 'https://app.example.com', 'parent, subdomain different'],
    ['https://app.example.com', 'https://example.com', 'child, subdomain different'],
    ['https://app.example.com', 'https://shop.example.com', 'sibling, host different, subdomain different'],
    ['https://a.co.uk', 'https://b.co.uk', 'sibling, host different, subdomain different'],
    ['https://example.com', 'https://example.org', 'unrelated, host different, subdomain not-told'],
    ['https://example.com', 'https://example.com.evil.org', 'unrelated, host different, subdomain not-told'],
    ['https://ample.com', 'https://example.com', 'unrelated, host different, subdomain not-told'],
    ['https://example.com.', 'https://example.com', 'unrelated, host different, subdomain not-told'],
    ['https://example.com@evil.org', 'https://example.com', 'unrelated, host different, subdomain not-told'],
    ['https://localhost:5173', 'http://localhost:5173', 'same, scheme different'],
    ['https://127.0.0.1', 'https://127.0.0.1', 'same, subdomain not-told'],
    ['https://0.0.1', 'https://127.0.0.1', 'unrelated, host different, subdomain not-told'],
    ['https://[0:0::1]:8080', 'https://[::1]:8080', 'same, subdomain not-told'],
    ['https://xn--bcher-kva.example', 'https://bücher.example', 'same'],
  ])('compares a message of %s with the origin %s: %s', (asks, origin, finding) => {
    expect(judge(asks, origin)).toBe(finding)
  })

  test('reports the values in the message and in the origin for each part', () => {
    const finding = checkMessageOrigin(
      parseSignInMessage(validEthereumMessageExample),
      ' https://app.example.com:8443/x ',
    )
    expect(finding).toEqual({
      origin: 'https://app.example.com:8443',
      matches: false,
      relation: 'parent',
      parts: [
        { part: 'scheme', outcome: 'same', message: 'https', origin: 'https' },
        { part: 'host', outcome: 'same', message: 'example.com', origin: 'app.example.com' },
        { part: 'subdomain', outcome: 'different', message: '', origin: 'app' },
        { part: 'port', outcome: 'different', message: null, origin: '8443' },
      ],
    } satisfies MessageOriginFinding)
  })

  test.each(['', 'example.com', 'example.com:443', 'mailto:a@example.com', 'https://', 'https://[', 'null'])(
    'refuses the origin %j',
    (text) => {
      expect(parseOriginUrl(text)).toBeNull()
      expect(() => checkMessageOrigin(parseSignInMessage(validEthereumMessageExample), text)).toThrow(RangeError)
    },
  )
})
