import { describe, expect, test } from 'vitest'
import { checkMessage } from './check-message.ts'
import {
  faultExamples,
  soundBitcoinMessage,
  soundExpectation,
  soundMessage,
  soundMoment,
  soundSolanaMessage,
} from './fault-examples.ts'
import type { MessageFaultCode } from './fault-words.ts'
import { formatMessage } from './format-message.ts'
import { MessageFault } from './message-fault.ts'
import { messageFaults } from './message-faults.ts'
import type { MessageFaultEntry } from './message-faults.ts'
import { parseMessage } from './parse-message.ts'
import { readMessage } from './read-message.ts'
import { bip122 } from './bip122/form.ts'
import { eip155 } from './eip155/form.ts'
import { solana } from './solana/form.ts'

const codes = Object.keys(messageFaults) as MessageFaultCode[]

function faultOf(code: MessageFaultCode): unknown {
  const { text, expected, at } = faultExamples[code]
  try {
    const { message } = readMessage(text, [eip155, solana, bip122])
    return expected && at ? checkMessage(message, expected, at) : 'no fault'
  } catch (fault) {
    return fault
  }
}

describe('the examples', () => {
  test('stand on a message that has no fault', () => {
    for (const text of [soundMessage, soundSolanaMessage, soundBitcoinMessage]) {
      const { form, message: read } = readMessage(text, [eip155, solana, bip122])
      expect(formatMessage(read, { form })).toBe(text)
    }
    const message = parseMessage(soundMessage)
    expect(checkMessage(message, soundExpectation, soundMoment)).toBeNull()
  })

  test.each(codes)('%s happens, at the place that its example names', (code) => {
    const fault = faultOf(code)
    expect(fault).toBeInstanceOf(MessageFault)
    const { line, offset } = faultExamples[code]
    expect(fault).toMatchObject({ code, message: messageFaults[code].message, line, offset })
  })

  test('name the field wherever the table does', () => {
    const entries: Readonly<Record<string, MessageFaultEntry>> = messageFaults
    const withField = codes.filter((code) => entries[code]?.field)
    expect(withField.map((code) => (faultOf(code) as MessageFault).field)).toEqual(
      withField.map((code) => entries[code]?.field),
    )
  })
})

describe('the table', () => {
  test("has the standard's three messages as they are", () => {
    expect([
      messageFaults['message.invalid'].message,
      messageFaults['message.domain_empty'].message,
      messageFaults['message.address_checksum'].message,
    ]).toEqual(['Invalid message', 'Domain cannot be empty.', 'Address not conformant to EIP-55.'])
  })

  test('has words of its own for every code', () => {
    const messages = codes.map((code) => messageFaults[code].message)
    expect(new Set(messages).size).toBe(codes.length)
    for (const code of codes) {
      expect(code).toMatch(/^message\.[a-z]+(_[a-z]+)*$/)
      expect(messageFaults[code].rule).not.toBe('')
      expect(messageFaults[code].explanation).toMatch(/\.$/)
    }
  })
})
