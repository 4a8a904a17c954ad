import fc from 'fast-check'
import type {
  MessageInspectionResult,
  FoundMessageError,
  MessageSignatureFinding,
} from '@countersign/inspector/message-inspection-findings'
import { inspectMessage } from '@countersign/inspector/inspect-message'
import {
  messageErrorExamples,
  validEthereumMessageExample,
  exampleMessageValidationClock,
} from '@countersign/message/message-error-examples'
import { expect, test } from 'vitest'
import { plainTextColorizer } from './terminal-colors.ts'
import { formatMessageInspectionReport } from './format-message-inspection-report.ts'
import { formatAsciiJson } from './escape-for-terminal.ts'
import {
  formatSignatureVerificationResult,
  toSignatureVerificationResult,
} from './derive-signature-verification-result.ts'

const at = exampleMessageValidationClock.now

const sound = inspectMessage(validEthereumMessageExample, { at })

const signature: MessageSignatureFinding = {
  form: 'plain',
  bytes: 65,
  flaws: [],
  v: 27,
  wrapper: null,
  signer: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  matches: true,
  likelyContract: false,
}

const place = { line: 7, column: 10, offset: 165, length: 1 }

test('a well-formed message is reported field by field, with its time, origin and signature', () => {
  const findings: MessageInspectionResult = {
    ...sound,
    hints: [
      { id: 'port-in-domain', place: null },
      { id: 'time-offset', place },
    ],
    origin: {
      origin: 'http://sub.example.com',
      matches: false,
      relation: 'parent',
      parts: [
        { part: 'scheme', outcome: 'different', message: 'https', origin: 'http' },
        { part: 'host', outcome: 'same', message: 'example.com', origin: 'sub.example.com' },
        { part: 'subdomain', outcome: 'different', message: '', origin: 'sub' },
        { part: 'port', outcome: 'not-told', message: null, origin: null },
      ],
    },
    signature: { ...signature, flaws: ['v-not-27-or-28'], v: 0 },
  }
  expect(`\n${formatMessageInspectionReport(findings, validEthereumMessageExample)}\n`).toMatchInlineSnapshot(`
    "
    Well-formed.

    Fields:
      scheme           https
      domain           example.com
      address          0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
      statement        Sign in to Example.
      URI              https://example.com/sign-in
      version          1
      chain ID         1
      nonce            8mzv3kcq7h2ydx5w
      issued at        2024-02-29T12:00:00Z
      expiration time  2024-02-29T12:05:00Z
      not before       2024-02-29T11:59:00Z
      request ID       a7
      resources        https://example.com/terms

    Time:
      valid
      checked at  2024-02-29T12:01:00.000Z
      issued at   2024-02-29T12:00:00.000Z
      not before  2024-02-29T11:59:00.000Z
      expires     2024-02-29T12:05:00.000Z

    Origin:
      The message is not for http://sub.example.com.
      scheme     different: https in the message, http in the origin
      host       same
      subdomain  different: none in the message, sub in the origin
      port       not given

    Signature:
      form    65 bytes, from a key (r, s and v)
      signer  0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed (the address in the message)
      The last byte, v, is neither 27 nor 28. Some wallets write 0 or 1; contracts and strict servers refuse that.

    Where parsers differ:
      The domain has a port. The wallet has to compare it with the port of the page; some compare only the host.
      line 7, column 10: The time has an offset. This is allowed, but parsers that compare times as text get it wrong. Z is safe.
    "
  `)
})

test('a malformed message is reported with its errors, a fix and suspicious characters', () => {
  const text = validEthereumMessageExample
    .replace('Version: 1', 'Version: 2')
    .replace('Example.', 'Ex\u0430mple.\u001b[31m')
  const offset = text.indexOf('\u0430')
  const fault = { field: null, rule: 'ERC-4361 §Message Format', fix: null } satisfies Partial<FoundMessageError>
  const findings: MessageInspectionResult = {
    ...inspectMessage('', { at }),
    errors: [
      {
        ...fault,
        code: 'message.character_foreign',
        place: { line: 4, column: 14, offset, length: 1 },
        found: '\u0430',
        expected: 'a',
        fix: { certain: false, text: text.replace('\u0430', 'a') },
      },
      {
        ...fault,
        code: 'message.version_unsupported',
        place: { line: 7, column: 10, offset: text.indexOf('2\nChain'), length: 1 },
        found: '2',
        expected: '1',
      },
    ],
    strange: [
      {
        place: { line: 4, column: 14, offset, length: 1 },
        kind: 'look-alike',
        codePoint: 0x430,
        name: 'U+0430 CYRILLIC SMALL LETTER A',
        looksLike: 'a',
      },
      {
        place: { line: 4, column: 20, offset: offset + 6, length: 1 },
        kind: 'control',
        codePoint: 27,
        name: 'U+001B ESCAPE',
        looksLike: null,
      },
    ],
  }
  expect(`\n${formatMessageInspectionReport(findings, text)}\n`).toMatchInlineSnapshot(`
    "
    Malformed.

    A character is outside printable ASCII.

    2 | 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
    3 |
    4 | Sign in to Exаmple.␛[31m
      |              ^
    5 |
    6 | URI: https://example.com/sign-in

      where    line 4, column 14
      code     message.character_foreign
      found    а
      allowed  a
      rule     ERC-4361 §Message Format
      fix      Delete the character, or replace it with the ASCII character that it looks like. Such characters are often copied from a web page or a document.

    Further errors:
      line 7, column 10: The version is not 1. message.version_unsupported
        7 | Version: 2
          |          ^
        Write “Version: 1”. Allowed: 1

    Fixed, if this was intended:
      - Sign in to Exаmple.␛[31m
      + Sign in to Example.␛[31m

    Deceptive characters:
      U+0430 CYRILLIC SMALL LETTER A looks like "a": line 4, column 14
      U+001B ESCAPE is a control character: line 4, column 20
    "
  `)
})

test('a wrapped signature is reported with its parts', () => {
  const wrapper = { factory: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', factoryDataBytes: 120, inner: '0x1234' }
  const findings: MessageInspectionResult = {
    ...sound,
    fields: [],
    time: null,
    hints: [],
    signature: {
      ...signature,
      form: 'wrapped',
      bytes: 480,
      wrapper,
      signer: null,
      matches: null,
      likelyContract: true,
    },
  }
  expect(`\n${formatMessageInspectionReport(findings, validEthereumMessageExample)}\n`).toMatchInlineSnapshot(`
    "
    Well-formed.

    Signature:
      form             480 bytes, from a contract wallet that may not be deployed yet (ERC-6492)
      factory          0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
      factory data     120 bytes
      inner signature  0x1234
      Probably from a contract wallet: only its contract can verify it (ERC-1271).
    "
  `)
})

test('each suspicious character is listed once with its first positions, and the others are counted', () => {
  const text = String.fromCodePoint(...Array.from({ length: 60 }, (_, index) => 0x430 + (index % 30))).repeat(5)
  const report = formatMessageInspectionReport(inspectMessage(text, { at }), text)
  expect(report.match(/  U\+0430 .*/g)).toEqual([
    '  U+0430 CYRILLIC SMALL LETTER A looks like "a": line 1, column 1; line 1, column 31; line 1, column 61; and 7 more',
  ])
  expect(report).toContain('and 10 other characters')
})

test('quotes make a trailing space visible in the allowed text', () => {
  const text = validEthereumMessageExample.replace('Version: 1', 'version: 1')
  expect(formatMessageInspectionReport(inspectMessage(text, { at }), text)).toContain('allowed  “Version: ”')
})

test.each(Object.entries(messageErrorExamples))(
  'N10: the report on the example for %s has no terminal control characters',
  (_code, { text }) => {
    const nasty = `${text}\u001b]0;x\u0007\r\u202e`
    for (const each of [text, nasty]) {
      const report = formatMessageInspectionReport(
        inspectMessage(each, { at, origin: 'https://example.com', signature: '0x\u001b[2J' }),
        each,
      )
      expect(report.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{M}]/u)
    }
  },
)

test('N10: the report on any text has no terminal control characters', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom(
      '\n',
      '\r\n',
      '\t',
      'URI: ',
      '\u001b[2J',
      '\ud800',
      '\u202e',
      ...validEthereumMessageExample.split('\n').map((line) => `${line}\n`),
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.string({ unit: 'binary' }), (pieces, signature) => {
      const text = pieces.join('')
      const findings = inspectMessage(text, { at, signature, origin: 'https://example.com' })
      const report = formatMessageInspectionReport(findings, text, {
        verdict: formatSignatureVerificationResult(toSignatureVerificationResult(findings), plainTextColorizer),
      })
      expect(report.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{M}]/u)
      expect(formatAsciiJson(findings)).toMatch(/^[ -~]+$/)
    }),
    { numRuns: 500 },
  )
})
