import { describe, expect, test } from 'vitest'
import { validateSignInMessage } from './validate-sign-in-message.ts'
import {
  messageErrorExamples,
  validBitcoinMessageExample,
  expectedExampleMessageFields,
  validEthereumMessageExample,
  exampleMessageValidationClock,
  validSolanaMessageExample,
} from './message-error-examples.ts'
import type { MessageErrorCode } from './message-error-texts.ts'
import { formatSignInMessage } from './format-sign-in-message.ts'
import { MessageError } from './message-error.ts'
import { messageErrorCatalog } from './message-error-catalog.ts'
import type { MessageErrorCatalogEntry } from './message-error-catalog.ts'
import { parseSignInMessage } from './parse-sign-in-message.ts'
import { parseAnySignInMessage } from './parse-any-sign-in-message.ts'
import { bip122MessageProfile } from './bip122/bitcoin-message-profile.ts'
import { eip155MessageProfile } from './eip155/ethereum-message-profile.ts'
import { solanaMessageProfile } from './solana/solana-message-profile.ts'

const codes = Object.keys(messageErrorCatalog) as MessageErrorCode[]

function faultOf(code: MessageErrorCode): unknown {
  const { text, expected, clock } = messageErrorExamples[code]
  try {
    const { message } = parseAnySignInMessage(text, [eip155MessageProfile, solanaMessageProfile, bip122MessageProfile])
    return expected && clock ? validateSignInMessage(message, expected, clock) : 'no fault'
  } catch (fault) {
    return fault
  }
}

describe('message error examples', () => {
  test('derive from valid messages', () => {
    for (const text of [validEthereumMessageExample, validSolanaMessageExample, validBitcoinMessageExample]) {
      const { profile, message: read } = parseAnySignInMessage(text, [
        eip155MessageProfile,
        solanaMessageProfile,
        bip122MessageProfile,
      ])
      expect(formatSignInMessage(read, { profile })).toBe(text)
    }
    const message = parseSignInMessage(validEthereumMessageExample)
    expect(validateSignInMessage(message, expectedExampleMessageFields, exampleMessageValidationClock)).toBeNull()
  })

  test.each(codes)('cause %s at the stated position', (code) => {
    const fault = faultOf(code)
    expect(fault).toBeInstanceOf(MessageError)
    const { line, offset } = messageErrorExamples[code]
    expect(fault).toMatchObject({ code, message: messageErrorCatalog[code].message, line, offset })
  })

  test('have the same field as in the catalog', () => {
    const entries: Readonly<Record<string, MessageErrorCatalogEntry>> = messageErrorCatalog
    const withField = codes.filter((code) => entries[code]?.field)
    expect(withField.map((code) => (faultOf(code) as MessageError).field)).toEqual(
      withField.map((code) => entries[code]?.field),
    )
  })
})

describe('message error catalog', () => {
  test('contains the three messages of the standard verbatim', () => {
    expect([
      messageErrorCatalog['message.invalid'].message,
      messageErrorCatalog['message.domain_empty'].message,
      messageErrorCatalog['message.address_checksum'].message,
    ]).toEqual(['Invalid message', 'Domain cannot be empty.', 'Address not conformant to EIP-55.'])
  })

  test('has a different message, a rule and an explanation for every code', () => {
    const messages = codes.map((code) => messageErrorCatalog[code].message)
    expect(new Set(messages).size).toBe(codes.length)
    for (const code of codes) {
      expect(code).toMatch(/^message\.[a-z]+(_[a-z]+)*$/)
      expect(messageErrorCatalog[code].rule).not.toBe('')
      expect(messageErrorCatalog[code].explanation).toMatch(/\.$/)
    }
  })
})
