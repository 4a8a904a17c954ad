import { inspectMessage } from '@countersign/inspector/inspect-message'
import type { MessageSignatureFinding } from '@countersign/inspector/message-inspection-findings'
import { validEthereumMessageExample, exampleMessageValidationClock } from '@countersign/message/message-error-examples'
import { signEthereumMessage, ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { expect, test } from 'vitest'
import { toSignatureVerificationResult } from './derive-signature-verification-result.ts'

const text = validEthereumMessageExample.replace(
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  ethereumTestKeys.alice.address,
)
const ofBob = signEthereumMessage(ethereumTestKeys.bob, text)
const find = (signature: string, message = text) =>
  inspectMessage(message, { at: exampleMessageValidationClock.now, signature })

/** Findings of a signature that differ in what is told of it. */
const findWith = (difference: Partial<MessageSignatureFinding>, message = text) => {
  const findings = find(ofBob, message)
  return { ...findings, signature: { ...findings.signature!, ...difference } }
}

test('the wallet’s own signature proves it', () => {
  expect(toSignatureVerificationResult(find(signEthereumMessage(ethereumTestKeys.alice, text)))).toEqual({
    outcome: 'proved',
    exitCode: 0,
    reasons: [],
  })
})

test('that of another wallet does not, but it may be an owner of a contract wallet at the address', () => {
  const { exitCode, reasons } = toSignatureVerificationResult(find(ofBob))
  expect(exitCode).toBe(1)
  expect(reasons).toHaveLength(2)
  expect(reasons[0]).toContain(ethereumTestKeys.bob.address)
  expect(reasons[1]).toMatch(
    /^If the address in the message is a contract wallet with that owner, its contract would have to be asked/,
  )
})

test('one that no key can have made does not either, though a contract may accept any bytes', () => {
  const { exitCode, reasons } = toSignatureVerificationResult(
    findWith({ signer: null, matches: null, flaws: ['no-key'], likelyContract: false }),
  )
  expect(exitCode).toBe(1)
  expect(reasons.at(-1)).toMatch(
    /^If the address in the message is a contract wallet, its contract would have to be asked/,
  )
})

test('what only a contract can judge is not decided, whatever its form and its last byte', () => {
  for (const form of ['plain', 'compact', 'wrapped', 'other'] as const) {
    const { outcome, exitCode, reasons } = toSignatureVerificationResult(
      findWith({ form, signer: null, matches: null, flaws: ['v-not-27-or-28', 'high-s'], likelyContract: true }),
    )
    expect({ outcome, exitCode }).toEqual({ outcome: 'undecidable', exitCode: 3 })
    expect(reasons.join(' ')).toContain('contract')
  }
  for (const signature of ['0x', '0x1234', `0x${'11'.repeat(64)}05`, `0x${'11'.repeat(130)}`])
    expect(toSignatureVerificationResult(find(signature)).exitCode).toBe(3)
})

test('no contract is spoken of where the message proves nothing whoever signed, or the signature is none', () => {
  for (const findings of [
    find(ofBob, `${text}\n`),
    inspectMessage(text, { at: 0, signature: ofBob }),
    find('hello'),
    findWith({ likelyContract: true, matches: null }, `${text}\n`),
  ]) {
    const { exitCode, reasons } = toSignatureVerificationResult(findings)
    expect(exitCode).toBe(1)
    expect(reasons.join(' ')).not.toContain('contract')
  }
})

test('the upper form of a signature is named as such, whoever made it', () => {
  expect(toSignatureVerificationResult(findWith({ matches: true, flaws: ['high-s'] })).reasons).toEqual([
    expect.stringContaining('upper half'),
  ])
  expect(toSignatureVerificationResult(findWith({ flaws: ['high-s'] })).reasons).toEqual([
    expect.stringContaining('upper half'),
    expect.stringContaining(ethereumTestKeys.bob.address),
    expect.stringContaining('contract wallet'),
  ])
})
