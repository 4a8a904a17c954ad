// Tests username syntax, confusables and suggestions.
import { describe, expect, test } from 'vitest'
import { isUsername } from '@countersign/api/username-format'
import { systemRandomBytes } from '../../platform/clock.ts'
import { isReservedUsername } from './is-reserved-username.ts'
import {
  createUsernameHasher,
  foldUsernameConfusables,
  listUsernameFormsForHashing,
} from './fold-username-confusables.ts'
import {
  suggestUsernameFromText,
  suggestUsernameFromEnsName,
  suggestRandomUsername,
  appendDigitsToUsername,
} from './suggest-username.ts'

test.each([
  ['al', true],
  ['alice', true],
  ['a-b_c9', true],
  [`a${'b'.repeat(29)}`, true],
  [`a${'b'.repeat(30)}`, false],
  ['a', false],
  ['9lives', false],
  ['-alice', false],
  ['Alice', false],
  ['al ice', false],
  ['alicé', false],
  ['аlice', false],
  ['alice\n', false],
  ['', false],
])('P12: validates the username %j: %s', (text, expected) => {
  expect(isUsername(text)).toBe(expected)
})

describe('P11: similar usernames', () => {
  test.each([
    ['alice', 'al1ce'],
    ['alice', 'a-li_ce'],
    ['bob', 'b0b'],
    ['modern', 'modem'],
    ['savvy', 'sawy'],
    ['jonas', 'jona5'],
    ['zoe', '2oe'],
    ['abby', 'a88y'],
  ])('%s and %s count as the same', (one, other) => {
    expect(foldUsernameConfusables(one)).toBe(foldUsernameConfusables(other))
  })

  test.each([
    ['clara', 'dara'],
    ['anna', 'ama'],
    ['uve', 'we'],
    ['quinn', 'guinn'],
  ])('%s and %s stay different, because both occur as real names', (one, other) => {
    expect(foldUsernameConfusables(one)).not.toBe(foldUsernameConfusables(other))
  })

  test('a name is hashed in all its similar forms, or in fewer if there are too many', () => {
    expect(listUsernameFormsForHashing('jo8-5')).toEqual(['jobs', 'job5', 'jo8s', 'jo85'])
    expect(listUsernameFormsForHashing('s'.repeat(8))).toHaveLength(256)
    expect(listUsernameFormsForHashing(`s${'5'.repeat(9)}`)).toEqual(['s'.repeat(10), `s${'5'.repeat(9)}`])
  })

  test.each(['admin', 'te5t', 'adm1n', 'ad-min', 'r00t', 'post_master', 'support'])('%s is reserved', (name) => {
    expect(isReservedUsername(foldUsernameConfusables(name))).toBe(true)
  })

  test('ordinary names are not reserved', () => {
    expect(isReservedUsername(foldUsernameConfusables('alice'))).toBe(false)
    expect(foldUsernameConfusables('alice')).not.toBe(foldUsernameConfusables('alicia'))
  })
})

test('P9: a stored username hash depends on the server key', () => {
  const [one, other] = [createUsernameHasher(Buffer.alloc(32, 1)), createUsernameHasher(Buffer.alloc(32, 2))]
  expect(one('alice')).toBe(one('alice'))
  expect(one('alice')).not.toBe(other('alice'))
})

test.each([
  ['Alice', 'alice'],
  ['Zoë van der Berg', 'zoe-van-der-berg'],
  ["Pat O'Neill jr.", 'pat-oneill-jr'],
  ['Jürgen Groß', 'jurgen-gross'],
  ['3 Fragezeichen', 'fragezeichen'],
  ['李雷', null],
  ['🙂', null],
  ['a'.repeat(64), 'a'.repeat(30)],
  ['x – ', null],
])('for the name %j, suggests the username %j', (text, expected) => {
  expect(suggestUsernameFromText(text)).toBe(expected)
})

test('suggestions are valid usernames', () => {
  expect(suggestUsernameFromEnsName('vitalik.eth')).toBe('vitalik')
  for (let turn = 0; turn < 200; turn++) {
    expect(isUsername(suggestRandomUsername(systemRandomBytes))).toBe(true)
    expect(isUsername(appendDigitsToUsername('a'.repeat(30), systemRandomBytes))).toBe(true)
  }
})
