import type { SignInMessage } from '@countersign/message'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  messageCodeSampleLibraries,
  listMessageCodeSampleLibraries,
  generateMessageCodeSample,
} from './generate-message-code-sample.ts'

const message: SignInMessage = {
  domain: 'example.com',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  statement: 'Don\'t \\ "stop"',
  uri: 'https://example.com/',
  version: '1',
  chainId: '10',
  nonce: '8mzv3kcq7h2ydx5w',
  issuedAt: '2024-02-29T12:00:00.000Z',
  resources: ['https://example.com/terms'],
}

test('generates a code sample for @countersign/message', () => {
  expect(generateMessageCodeSample(message, '@countersign/message')).toMatchInlineSnapshot(`
    "import { formatSignInMessage } from '@countersign/message'

    const message = formatSignInMessage({
      domain: 'example.com',
      address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      statement: 'Don\\'t \\\\ "stop"',
      uri: 'https://example.com/',
      version: '1',
      chainId: '10',
      nonce: '8mzv3kcq7h2ydx5w',
      issuedAt: '2024-02-29T12:00:00.000Z',
      resources: ['https://example.com/terms'],
    })"
  `)
})

test('generates a code sample for a Solana account', () => {
  const code = generateMessageCodeSample({ ...message, chainId: 'mainnet' }, '@countersign/message', 'solana')
  expect(code.split('\n').at(0)).toBe(
    "import { formatSignInMessage, solanaMessageProfile } from '@countersign/message'",
  )
  expect(code.split('\n').at(-1)).toBe('}, { profile: solanaMessageProfile })')
  expect(listMessageCodeSampleLibraries('solana')).toEqual(['@countersign/message'])
})

test('generates a code sample for viem', () => {
  const code = generateMessageCodeSample(message, 'viem')
  expect(code).toContain("import { createSiweMessage } from 'viem/siwe'")
  expect(code).toContain('  chainId: 10,')
  expect(code).toContain("  issuedAt: new Date('2024-02-29T12:00:00.000Z'),")
})

test('escapes any field value in the code sample, so that it evaluates to the same value', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (statement) => {
      for (const library of messageCodeSampleLibraries) {
        const line = generateMessageCodeSample({ ...message, statement }, library)
          .split('\n')
          .find((line) => line.startsWith('  statement: '))
        // oxlint-disable-next-line typescript/no-implied-eval -- whether what is shown runs is the question
        expect(new Function(`return { ${line} }`)()).toEqual({ statement })
      }
    }),
  )
})
