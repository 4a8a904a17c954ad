// Every entry type has a sentence in both languages. The tests use the details that the log really
// contains.
import type { Translate } from '../../i18n/ui-translation-functions.ts'
import { categoryByActivityEventType } from '@countersign/api/activity-event-types'
import type { ActivityEventType } from '@countersign/api/activity-event-types'
import type { ApiActivityEvent } from '@countersign/api/api-endpoints'
import { describe, expect, test } from 'vitest'
import { createTestTranslator } from '../../testing/create-test-translator.ts'
import { isNoteworthyActivityEvent, describeActivityEvent, describeActivityRefusal } from './describe-activity-event.ts'

const [en, de] = [createTestTranslator('en'), createTestTranslator('de')]
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const wiki = { id: 'wiki', name: 'Wiki', logo: null, uri: null }

function line(type: ActivityEventType, parts: Partial<ApiActivityEvent> = {}): ApiActivityEvent {
  return {
    sequence: 1,
    at: '2026-11-21T12:00:00.000Z',
    type,
    outcome: 'success',
    application: null,
    details: {},
    evidence: {},
    ...parts,
  }
}

const lines: readonly ApiActivityEvent[] = [
  line('person.created'),
  line('person.changed', { details: { changed: 'name' } }),
  line('person.changed', { details: { changed: 'picture' } }),
  line('wallet.linked', { evidence: { address } }),
  line('wallet.refused', { outcome: 'refused', details: { reason: 'taken' }, evidence: { address } }),
  line('passkey.added', { evidence: { label: 'Phone' } }),
  line('passkey.added', { details: { how: 'automatic' }, evidence: { label: 'Phone' } }),
  line('passkey.removed'),
  line('passkey.refused', { outcome: 'refused', details: { reason: 'person not verified' } }),
  line('passkey.backup_changed', { details: { now: 'several-devices' }, evidence: { label: 'Phone' } }),
  line('passkey.backup_changed', { details: { now: 'one-device' } }),
  line('session.started', { details: { method: 'ecdsa' }, evidence: { address } }),
  line('session.started', { details: { method: 'passkey' } }),
  line('session.started', { details: { method: 'ecdsa', signedOn: 'another-device' }, evidence: { address } }),
  line('session.stepped_up', { details: { method: 'passkey', signedOn: 'another-device' } }),
  line('session.stepped_up', { details: { method: 'passkey' }, evidence: { label: 'Phone' } }),
  line('sign_in.refused', { outcome: 'refused', details: { reason: 'expired' } }),
  line('browser.first_seen'),
  line('session.ended', { details: { reason: 'revoked' } }),
  line('session.ended', { details: { reason: 'of another age' } }),
  line('application.authorized', { application: wiki, details: { applicationId: 'wiki' } }),
  line('application.authorized', { details: { applicationId: 'gone' } }),
  line('logout.failed', {
    outcome: 'refused',
    application: wiki,
    details: { applicationId: 'wiki', attempts: 8, reason: 'timed_out' },
  }),
]

test('describes activity entries in English', () => {
  expect(lines.map((event) => describeActivityEvent(en, event, 'Firefox on Linux'))).toMatchInlineSnapshot(`
    [
      "You signed in here for the first time.",
      "You changed your name.",
      "You changed your picture.",
      "Linked the wallet 0x7099…79C8.",
      "Linking the wallet 0x7099…79C8 was refused.",
      "Added the passkey “Phone”.",
      "A browser created the passkey “Phone” after a wallet sign-in, as you allowed there.",
      "Removed a passkey.",
      "Adding a passkey was refused.",
      "From now on, the passkey “Phone” can sync across devices. If you didn’t set that up, remove it.",
      "From now on, a passkey reports that it’s on one device only. If you didn’t set that up, remove it.",
      "Signed in with the wallet 0x7099…79C8.",
      "Signed in with a passkey.",
      "Signed in with the wallet 0x7099…79C8, used on another device.",
      "Confirmed with a passkey, used on another device, that it was you.",
      "Confirmed with the passkey “Phone” that it was you.",
      "A sign-in with a wallet or passkey was refused.",
      "First sign-in in a new browser: Firefox on Linux.",
      "A session ended: it was ended from another browser.",
      "A session ended.",
      "Signed in to Wiki.",
      "Signed in to a deleted application (gone).",
      "Wiki couldn’t be notified that one of your sessions ended.",
    ]
  `)
})

describe.each([
  ['en', en],
  ['de', de],
])('activity entries in %s', (_, t) => {
  test('every entry type has a distinct, complete sentence', () => {
    const types = Object.keys(categoryByActivityEventType) as ActivityEventType[]
    const sentences = types.map((type) =>
      describeActivityEvent(t, line(type, { application: wiki, evidence: { address } }), 'Firefox'),
    )
    expect(
      sentences.filter((sentence) => !/^[^\s].+\.$/.test(sentence) || /undefined|\[object/.test(sentence)),
    ).toEqual([])
    expect(new Set(sentences).size).toBe(types.length)
  })
})

test('describes an entry of an unknown type as another event', () => {
  expect(describeActivityEvent(en, line('constructor' as ActivityEventType), '')).toBe('Other event: constructor.')
})

describe('describing why an action was refused', () => {
  const refusal = (reason: string) =>
    describeActivityRefusal(en, line('sign_in.refused', { outcome: 'refused', details: { reason } }))

  test('M17: explains the reason in words, including a message for another site', () => {
    expect(refusal('another browser')).toBe('It came from a different browser than the one that requested it.')
    expect(refusal('message.domain_mismatch')).toBe(
      'The message named a different site. Someone may have tried to use it here.',
    )
    expect(refusal('message.nonce_mismatch')).toBe('The message wasn’t the one that was requested.')
  })

  test('falls back to the raw reason from the log when the reason is unknown', () => {
    expect(refusal('counter went from 5 to 3')).toBe('Logged reason: counter went from 5 to 3.')
    expect(refusal('toString')).toBe('Logged reason: toString.')
  })

  test('returns null for an entry that was not refused, such as an ended session', () => {
    expect(describeActivityRefusal(en, line('session.ended', { details: { reason: 'idle' } }))).toBeNull()
  })
})

test('N4: strips invisible and bidirectional control characters from names in sentences', () => {
  const named = line('application.authorized', { application: { ...wiki, name: 'Wi\u202Eki\u200B<b>' } })
  expect(describeActivityEvent(en, named, '')).toBe('Signed in to Wiki<b>.')
  const labelled = line('passkey.added', { evidence: { label: '\u2066evil\u2069' } })
  expect(describeActivityEvent(en, labelled, '')).toBe('Added the passkey “evil”.')
})

test('marks refused and failed entries as noteworthy', () => {
  expect(lines.filter(isNoteworthyActivityEvent).map(({ type }) => type)).toEqual([
    'wallet.refused',
    'passkey.refused',
    'passkey.backup_changed',
    'passkey.backup_changed',
    'sign_in.refused',
    'logout.failed',
  ])
  expect(isNoteworthyActivityEvent(line('token.reuse_detected'))).toBe(true)
})

test('says whether a group membership ended by its rule or because its chain was unreachable', () => {
  const tell = (t: Translate, reason: string) =>
    describeActivityEvent(t, line('group.member_removed', { details: { group: 'holders', reason } }), '')
  expect(tell(en, 'read')).toBe('You’re no longer a member of the group holders: you no longer meet its rule.')
  expect(tell(en, 'unreachable')).toBe(
    'You’re no longer a member of the group holders: its chain couldn’t be read for too long.',
  )
  expect(tell(de, 'unreachable')).toBe(
    'Sie gehören nicht mehr zur Gruppe holders, weil ihre Chain zu lange nicht gelesen werden konnte.',
  )
})
