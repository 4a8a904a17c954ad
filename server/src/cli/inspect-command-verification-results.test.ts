// Tests of the verdict of `countersign inspect --verify` for each kind of finding.
import type {
  MessageInspectionResult,
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

const late = {
  ...sound,
  time: { ...(sound.time as NonNullable<MessageInspectionResult['time']>), state: 'expired' },
} satisfies MessageInspectionResult

const elsewhere = {
  ...sound,
  origin: { origin: 'https://example.org', matches: false, relation: 'unrelated', parts: [] },
} satisfies MessageInspectionResult

const malformed = inspectMessage(messageErrorExamples['message.version_unsupported'].text, { at })

const contract = {
  ...signature,
  form: 'other',
  bytes: 200,
  signer: null,
  matches: null,
  likelyContract: true,
} satisfies MessageSignatureFinding

const other = {
  ...signature,
  signer: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  matches: false,
} satisfies MessageSignatureFinding

test.each<[string, MessageInspectionResult, number, string[]]>([
  ['a valid signature is accepted', { ...sound, signature }, 0, []],
  ['a compact signature is accepted', { ...sound, signature: { ...signature, form: 'compact', bytes: 64 } }, 0, []],
  [
    'a signature with v = 0 is accepted',
    { ...sound, signature: { ...signature, flaws: ['v-not-27-or-28'], v: 0 } },
    0,
    [],
  ],
  ['a high-s signature is refused', { ...sound, signature: { ...signature, flaws: ['high-s'] } }, 1, ['upper half']],
  [
    'a signature by another wallet is refused',
    { ...sound, signature: other },
    1,
    ['from 0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', 'contract wallet with that owner'],
  ],
  [
    'a signature that is not hexadecimal is refused',
    { ...sound, signature: { ...signature, form: 'not-hexadecimal', signer: null, matches: null } },
    1,
    ['hexadecimal'],
  ],
  [
    'a signature that no key can produce is refused',
    { ...sound, signature: { ...signature, flaws: ['no-key'], signer: null, matches: null } },
    1,
    ['cannot be from a key', 'contract wallet'],
  ],
  ['a missing signature is refused', sound, 1, ['signature is missing']],
  ['an expired message is refused', { ...late, signature }, 1, ['expired']],
  ['a message for another origin is refused', { ...elsewhere, signature }, 1, ['https://example.org']],
  ['a malformed message is refused', { ...malformed, signature }, 1, ['The version is not 1.']],
  [
    'every reason is reported',
    { ...late, origin: elsewhere.origin, signature: other },
    1,
    ['expired', 'example.org', 'from 0xfB'],
  ],
  ['a contract signature is undecided', { ...sound, signature: contract }, 3, ['contract']],
  ['a contract signature on an expired message is refused', { ...late, signature: contract }, 1, ['expired']],
])('verify: %s', (_what, findings, exitCode, reasons) => {
  const verdict = toSignatureVerificationResult(findings)
  expect(verdict.exitCode).toBe(exitCode)
  expect(verdict.reasons).toHaveLength(reasons.length)
  for (const [index, reason] of reasons.entries()) expect(verdict.reasons[index]).toContain(reason)
  expect(formatSignatureVerificationResult(verdict, plainTextColorizer).split('\n')[0]).toBe(
    { 0: 'Proved: the wallet in the message signed it.', 1: 'Not proved.', 3: 'Cannot be decided here.' }[exitCode],
  )
})
