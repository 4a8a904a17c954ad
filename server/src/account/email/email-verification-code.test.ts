// Tests email verification codes.
import { expect, test } from 'vitest'
import { systemRandomBytes } from '../../platform/clock.ts'
import { generateEmailVerificationCode } from './email-verification-code.ts'

test('generates eight-digit email codes whose first digit takes every value from 0 to 9', () => {
  const codes = Array.from({ length: 2000 }, () => generateEmailVerificationCode(systemRandomBytes))
  expect(codes.every((code) => /^[0-9]{8}$/.test(code))).toBe(true)
  expect(new Set(codes.map((code) => code[0])).size).toBe(10)
})
