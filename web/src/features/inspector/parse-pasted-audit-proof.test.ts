// What is pasted about the log is told apart, and from a message.
import { expect, test } from 'vitest'
import { validEthereumMessageExample } from '@countersign/message/message-error-examples'
import { isAuditProofText } from './is-audit-proof-text.ts'
import { parsePastedAuditProof, parseTrustedCheckpointKeys } from './parse-pasted-audit-proof.ts'

const line = { sequence: 1, at: 'x', type: 't', outcome: 'success', details: {}, evidence: {}, proof: 'p' }
const log = { checkpoint: null, verifierKey: null, witnesses: [], firstLeaf: 0 }

test.each([
  ['an export', JSON.stringify({ log, activity: [] }), 'export'],
  ['a line, with the comma behind it', `  ${JSON.stringify(line)},\n`, 'line'],
  ['a line without a proof', JSON.stringify({ ...line, proof: null }), 'unproved'],
  ['an export of before there were proofs', JSON.stringify({ format: 'countersign-export', activity: [] }), 'unproved'],
  ['half a file', '{"format":"countersign-export",', 'unreadable'],
  ['something else in JSON', '{"a":1}', 'unreadable'],
  ['a proof', 'c2sp.org/tlog-proof@v1\nindex 0\n\nx', 'proof'],
])('%s', (_, text, kind) => {
  expect(isAuditProofText(text)).toBe(true)
  expect(parsePastedAuditProof(text).kind).toBe(kind)
})

test('a proof that lost its last line feed has it again', () => {
  expect(parsePastedAuditProof('c2sp.org/tlog-proof@v1\nx')).toEqual({
    kind: 'proof',
    proof: 'c2sp.org/tlog-proof@v1\nx\n',
  })
})

test('a message is none', () => {
  for (const text of [validEthereumMessageExample, '', '0x{}', '{{7*7}}', '{'])
    expect(isAuditProofText(text)).toBe(false)
})

test('keys stand one on each line, or with spaces between', () => {
  expect(parseTrustedCheckpointKeys(' a+b+c\n\n d+e+f ')).toEqual(['a+b+c', 'd+e+f'])
  expect(parseTrustedCheckpointKeys(' \n')).toBeUndefined()
})
