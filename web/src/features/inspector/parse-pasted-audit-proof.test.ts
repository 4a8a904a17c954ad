// Distinguishes pasted proofs from each other and from messages.
import { expect, test } from 'vitest'
import { validEthereumMessageExample } from '@countersign/message/message-error-examples'
import { isAuditProofText } from './is-audit-proof-text.ts'
import { parsePastedAuditProof, parseTrustedCheckpointKeys } from './parse-pasted-audit-proof.ts'

const line = { sequence: 1, at: 'x', type: 't', outcome: 'success', details: {}, evidence: {}, proof: 'p' }
const log = { checkpoint: null, verifierKey: null, witnesses: [], firstLeaf: 0 }

test.each([
  ['an export', JSON.stringify({ log, activity: [] }), 'export'],
  ['an entry with a trailing comma', `  ${JSON.stringify(line)},\n`, 'line'],
  ['an entry without a proof', JSON.stringify({ ...line, proof: null }), 'unproved'],
  ['an export from before proofs existed', JSON.stringify({ format: 'countersign-export', activity: [] }), 'unproved'],
  ['a truncated file', '{"format":"countersign-export",', 'unreadable'],
  ['unrelated JSON', '{"a":1}', 'unreadable'],
  ['a proof', 'c2sp.org/tlog-proof@v1\nindex 0\n\nx', 'proof'],
])('recognizes pasted audit text: %s', (_, text, kind) => {
  expect(isAuditProofText(text)).toBe(true)
  expect(parsePastedAuditProof(text).kind).toBe(kind)
})

test('restores a missing trailing line feed of a proof', () => {
  expect(parsePastedAuditProof('c2sp.org/tlog-proof@v1\nx')).toEqual({
    kind: 'proof',
    proof: 'c2sp.org/tlog-proof@v1\nx\n',
  })
})

test('does not recognize a sign-in message as an audit proof', () => {
  for (const text of [validEthereumMessageExample, '', '0x{}', '{{7*7}}', '{'])
    expect(isAuditProofText(text)).toBe(false)
})

test('parses checkpoint keys separated by line breaks or spaces', () => {
  expect(parseTrustedCheckpointKeys(' a+b+c\n\n d+e+f ')).toEqual(['a+b+c', 'd+e+f'])
  expect(parseTrustedCheckpointKeys(' \n')).toBeUndefined()
})
