// What a palette finds by words: whatever order they come in, by their beginnings, and only what somebody may do.
import { listPermissionsOfAdminRoles } from '@countersign/api/admin-role-permissions'
import { describe, expect, test } from 'vitest'
import { createTestTranslator } from '../../../testing/create-test-translator.ts'
import { findCommandPaletteActions, matchesSearchWords, parseTypedPersonAction } from './command-palette-actions.ts'

const owner = listPermissionsOfAdminRoles(['owner'])
const english = createTestTranslator('en')
const german = createTestTranslator('de')

test('every part that was typed begins a word, in whatever order and case', () => {
  expect(matchesSearchWords('new app', 'New application')).toBe(true)
  expect(matchesSearchWords('app new', 'New application')).toBe(true)
  expect(matchesSearchWords('schlussel', 'Schlüssel wechseln')).toBe(true)
  expect(matchesSearchWords('lication', 'New application')).toBe(false)
  expect(matchesSearchWords('', 'Anything')).toBe(true)
})

test('an action is found by its name and by what else it is called', () => {
  expect(findCommandPaletteActions('new application', english, owner)).toEqual(['newApplication'])
  expect(findCommandPaletteActions('make a backup', english, owner)).toEqual(['makeBackup'])
  expect(findCommandPaletteActions('neue anwendung', german, owner)).toEqual(['newApplication'])
  expect(findCommandPaletteActions('sicherung', german, owner)).toEqual(['makeBackup'])
})

test('nobody is offered what they may not do', () => {
  const auditor = findCommandPaletteActions('', english, listPermissionsOfAdminRoles(['auditor']))
  expect(auditor).not.toContain('newApplication')
  expect(auditor).not.toContain('rotateKeys')
  expect(auditor).toContain('checkLog')
})

describe.each([
  ['English', english, 'suspend ada', 'end sessions of 0xabc'],
  ['German', german, 'sperren ada', 'Sitzungen beenden 0xabc'],
] as const)('in %s', (_, t, suspend, end) => {
  test('a verb before a name is told apart from a name', () => {
    expect(parseTypedPersonAction(suspend, t)).toEqual({ verb: 'suspend', rest: 'ada' })
    expect(parseTypedPersonAction(`  ${suspend.toUpperCase()} `, t)).toEqual({ verb: 'suspend', rest: 'ADA' })
    expect(parseTypedPersonAction(end, t)).toEqual({ verb: 'endSessions', rest: '0xabc' })
    expect(parseTypedPersonAction('ada', t)).toEqual({ verb: null, rest: 'ada' })
    // A verb alone could be what somebody is called.
    expect(parseTypedPersonAction('Suspend', t)).toEqual({ verb: null, rest: 'Suspend' })
  })
})
