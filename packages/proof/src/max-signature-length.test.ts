import { expect, test } from 'vitest'
import { serverLimitDefinitions } from '../../api/src/server-limits.ts'
import { maxSignatureLength } from './max-signature-length.ts'

test('signatures may be as long as any server can be configured to accept', () => {
  expect(maxSignatureLength).toBe(serverLimitDefinitions.signatureBytes.max)
})
