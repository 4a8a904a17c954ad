// Codes that verify an email address.
import { expect, test } from 'vitest'
import { systemRandomBytes } from '../../platform/clock.ts'
import { generateEmailVerificationCode } from './email-verification-code.ts'

test('codes are eight digits, the first of them as likely to be 0 as any', () => {
  const codes = Array.from({ length: 2000 }, () => generateEmailVerificationCode(systemRandomBytes))
  expect(codes.every((code) => /^[0-9]{8}$/.test(code))).toBe(true)
  expect(new Set(codes.map((code) => code[0])).size).toBe(10)
})
