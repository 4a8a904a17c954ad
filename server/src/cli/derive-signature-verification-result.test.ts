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

const findWith = (difference: Partial<MessageSignatureFinding>, message = text) => {
  const findings = find(ofBob, message)
  return { ...findings, signature: { ...findings.signature!, ...difference } }
}

test('a signature by the wallet in the message is proof', () => {
  expect(toSignatureVerificationResult(find(signEthereumMessage(ethereumTestKeys.alice, text)))).toEqual({
    outcome: 'proved',
    exitCode: 0,
    reasons: [],
  })
})

test('a signature by another wallet is not proof, and the result hints at a possible contract wallet', () => {
  const { exitCode, reasons } = toSignatureVerificationResult(find(ofBob))
  expect(exitCode).toBe(1)
  expect(reasons).toHaveLength(2)
  expect(reasons[0]).toContain(ethereumTestKeys.bob.address)
  expect(reasons[1]).toMatch(
    /^If the address in the message is a contract wallet with that owner, only its contract can verify the signature/,
  )
})

test('a signature that no key can produce is not proof, but a contract might accept it', () => {
  const { exitCode, reasons } = toSignatureVerificationResult(
    findWith({ signer: null, matches: null, flaws: ['no-key'], likelyContract: false }),
  )
  expect(exitCode).toBe(1)
  expect(reasons.at(-1)).toMatch(
    /^If the address in the message is a contract wallet, only its contract can verify the signature/,
  )
})

test('a signature that only a contract can verify is undecidable, whatever its form', () => {
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

test('an invalid message or a malformed signature gives no hint about contracts', () => {
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

test('a high-s signature is reported as such for any signer', () => {
  expect(toSignatureVerificationResult(findWith({ matches: true, flaws: ['high-s'] })).reasons).toEqual([
    expect.stringContaining('upper half'),
  ])
  expect(toSignatureVerificationResult(findWith({ flaws: ['high-s'] })).reasons).toEqual([
    expect.stringContaining('upper half'),
    expect.stringContaining(ethereumTestKeys.bob.address),
    expect.stringContaining('contract wallet'),
  ])
})
