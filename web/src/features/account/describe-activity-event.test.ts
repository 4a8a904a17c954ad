// A sentence for every kind of line, in both languages, with what the log really writes into them.
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

test('lines in English', () => {
  expect(lines.map((event) => describeActivityEvent(en, event, 'Firefox on Linux'))).toMatchInlineSnapshot(`
    [
      "You signed in here for the first time.",
      "You changed your name.",
      "You changed your picture.",
      "Linked the wallet 0x7099…79C8.",
      "Linking the wallet 0x7099…79C8 was refused.",
      "Added the passkey “Phone”.",
      "Removed a passkey.",
      "Adding a passkey was refused.",
      "From now on the passkey “Phone” can be on several devices. If you did not set that up, remove it.",
      "From now on a passkey says that it is on one device alone. If you did not set that up, remove it.",
      "Signed in with the wallet 0x7099…79C8.",
      "Signed in with a passkey.",
      "Signed in with the wallet 0x7099…79C8, used on another device.",
      "Confirmed that it is you with a passkey, used on another device.",
      "Confirmed with the passkey “Phone” that it is you.",
      "A sign-in with a wallet or passkey was refused.",
      "First sign-in in a new browser: Firefox on Linux.",
      "A session ended: it was ended from another browser.",
      "A session ended.",
      "Signed in to Wiki.",
      "Signed in to an application that is gone (gone).",
      "Wiki could not be told that a session of yours had ended.",
    ]
  `)
})

describe.each([
  ['en', en],
  ['de', de],
])('in %s', (_, t) => {
  test('every kind of line has a sentence, with nothing missing in it', () => {
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

test('a kind of line that is newer than the page is said to be one', () => {
  expect(describeActivityEvent(en, line('constructor' as ActivityEventType), '')).toBe(
    'Something that this page has no words for yet: constructor.',
  )
})

describe('why something was refused', () => {
  const refusal = (reason: string) =>
    describeActivityRefusal(en, line('sign_in.refused', { outcome: 'refused', details: { reason } }))

  test('M17 is said in words, and a message for another site is named as such', () => {
    expect(refusal('another browser')).toBe('It came from another browser than the one that had asked for it.')
    expect(refusal('message.domain_mismatch')).toBe(
      'The message named another site: somebody may have tried to use it here.',
    )
    expect(refusal('message.nonce_mismatch')).toBe('The message was not the one that had been asked for.')
  })

  test('is said in the words of the log where there are no others', () => {
    expect(refusal('counter went from 5 to 3')).toBe('In the words of the log: counter went from 5 to 3.')
    expect(refusal('toString')).toBe('In the words of the log: toString.')
  })

  test('is not said of what was not refused: a session that ended has a reason too', () => {
    expect(describeActivityRefusal(en, line('session.ended', { details: { reason: 'idle' } }))).toBeNull()
  })
})

test('N4 names of strangers come into a sentence without what is not seen or turns it round', () => {
  const named = line('application.authorized', { application: { ...wiki, name: 'Wi\u202Eki\u200B<b>' } })
  expect(describeActivityEvent(en, named, '')).toBe('Signed in to Wiki<b>.')
  const labelled = line('passkey.added', { evidence: { label: '\u2066evil\u2069' } })
  expect(describeActivityEvent(en, labelled, '')).toBe('Added the passkey “evil”.')
})

test('what was refused or went wrong wants to be looked at', () => {
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

test('who left a group reads whether it was for what they hold or for a chain that was away', () => {
  const tell = (t: Translate, reason: string) =>
    describeActivityEvent(t, line('group.member_removed', { details: { group: 'holders', reason } }), '')
  expect(tell(en, 'read')).toBe('You no longer belong to the group holders: you no longer hold what it takes.')
  expect(tell(en, 'unreachable')).toBe(
    'You no longer belong to the group holders, because its chain could not be read for too long.',
  )
  expect(tell(de, 'unreachable')).toBe(
    'Sie gehören nicht mehr zur Gruppe holders, weil ihre Chain zu lange nicht gelesen werden konnte.',
  )
})
