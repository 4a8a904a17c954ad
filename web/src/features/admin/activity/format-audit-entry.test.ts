import type { AdminApiAuditEvent } from '@countersign/api/admin-api-endpoints'
import { errorCatalog } from '@countersign/api/error-catalog'
import { expect, test } from 'vitest'
import { createTestTranslator } from '../../../testing/create-test-translator.ts'
import { formatAuditActor, formatAuditEntryDetails, formatAuditTarget } from './format-audit-entry.ts'
import { formatAuditRefusalReason } from './format-audit-reason.ts'

const t = createTestTranslator('en')
const say = (details: Record<string, string | number>, type = 'sign_in.refused') =>
  formatAuditEntryDetails(t, { type, details })

test('describes the details of an audit entry in words', () => {
  expect(say({ method: 'ecdsa', namespace: 'eip155', chainId: '1' }, 'session.started')).toBe('Plain Ethereum wallet')
  expect([say({ method: 'erc1271' }), say({ method: 'erc6492' }), say({ method: 'passkey' })]).toEqual([
    'Contract wallet',
    'Contract wallet',
    'Passkey',
  ])
  expect(say({ method: 'ed25519', namespace: 'solana', chainId: 'mainnet' }, 'session.started')).toBe('Solana wallet')
  expect(say({ method: 'bip322', namespace: 'bip122' }, 'session.started')).toBe('Bitcoin wallet')
  expect(say({ method: 'passkey', signedOn: 'another-device' }, 'session.started')).toBe('Passkey · On another device')
  expect(say({ reason: 'second-device', purpose: 'link' }, 'cross_device.ended')).toBe('Opened on a second device')
  expect(say({ method: 'constructor' })).toBe('constructor')
  expect(say({ reason: 'person suspended', role: 'auditor' })).toBe('The person is suspended · Auditor')
  expect(say({ role: 'constructor' })).toBe('constructor')
  expect(say({})).toBe('')
})

test('shows an actor without a name by a shortened address, for every chain family', () => {
  const person = (name: string | null) =>
    formatAuditActor(t, { actor: { kind: 'person', id: 'p1', name }, person: null })
  expect(person('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe('0x5aAe…eAed')
  expect(person('4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T')).toBe('4Nd1mB…DB4T')
  expect(person('bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0')).toBe('bc1p0xlx…5jj0')
  expect([person('Ada'), person(null)]).toEqual(['Ada', 'p1'])
})

test('names the actor of an entry: person, token, operator, server or unknown', () => {
  const person = { id: 'p1', displayName: null, address: null, walletName: null }
  const say = (actor: AdminApiAuditEvent['actor']) => formatAuditActor(t, { actor, person })
  const owner = { id: 'p2', name: 'Ada' }
  expect([
    say({ kind: 'person', id: 'p1', name: 'Bob' }),
    say({ kind: 'token', id: 't1', name: 'Nightly', owner }),
    say({ kind: 'token', id: 't1', name: null, owner }),
    say({ kind: 'operator', systemUser: null }),
    say({ kind: 'operator', systemUser: 'ro\u202Eot' }),
    say({ kind: 'server', cause: 'keys' }),
    say({ kind: 'stranger' }),
  ]).toEqual([
    'Themselves',
    'Token Nightly of Ada',
    'A token of Ada',
    'Command line',
    'Command line, as root',
    'Server: key rotation',
    'Unknown',
  ])
})

test('names the target of an audit entry', () => {
  const say = (type: string, details: Record<string, string | number>) => formatAuditTarget(t, { type, details })
  expect(say('signing_key.created', { algorithm: 'ES256', generation: 3 })).toBe('Key ES256, number 3')
  expect([
    say('group.member_added', { group: 'holders' }),
    say('resource.added', { resource: 'https://api.example' }),
  ]).toEqual(['holders', 'https://api.example'])
  expect(say('session.started', {})).toBeNull()
})

test('explains a reason according to the entry type', () => {
  expect(say({ reason: 'not_accepted' })).toBe('The wallet’s contract didn’t accept the signature')
  expect(say({ reason: 'signed-out' }, 'session.ended')).toBe('They signed out')
  expect([say({ reason: 'expired' }), say({ reason: 'expired' }, 'session.ended')]).toEqual(['Expired', 'It expired'])
  expect([
    say({ reason: 'read', group: 'holders' }, 'group.member_removed'),
    say({ group: 'holders' }, 'group.member_added'),
  ]).toEqual(['No longer met the rule · holders', 'holders'])
  expect([say({ reason: 'constructor' }), say({ reason: 'constructor' }, 'session.ended')]).toEqual([
    'constructor',
    'constructor',
  ])
})

test('translates every message error in a refusal reason', () => {
  const german = createTestTranslator('de')
  expect(formatAuditRefusalReason(t, 'message.domain_mismatch')).toBe('The domain is not the expected one.')
  expect(formatAuditRefusalReason(german, 'message.domain_mismatch')).toBe(
    'Die Nachricht ist für eine andere Seite gemacht.',
  )
  const codes = Object.keys(errorCatalog).filter((code) => code.startsWith('message.'))
  const alike = codes.filter((code) => {
    const said = formatAuditRefusalReason(german, code)
    return said === code || said === formatAuditRefusalReason(t, code)
  })
  expect(alike).toEqual([])
})

test('N4: strips bidirectional control characters from untrusted text', () => {
  expect(say({ reason: 'a\u202Eb\n\u0000c' })).toBe('ab c')
})
