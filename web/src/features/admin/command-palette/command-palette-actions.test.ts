// Command palette search: word prefixes in any order, and only permitted actions.
import { listPermissionsOfAdminRoles } from '@countersign/api/admin-role-permissions'
import { describe, expect, test } from 'vitest'
import { createTestTranslator } from '../../../testing/create-test-translator.ts'
import { findCommandPaletteActions, matchesSearchWords, parseTypedPersonAction } from './command-palette-actions.ts'

const owner = listPermissionsOfAdminRoles(['owner'])
const english = createTestTranslator('en')
const german = createTestTranslator('de')

test('matches search terms as word prefixes in any order, ignoring case and accents', () => {
  expect(matchesSearchWords('new app', 'New application')).toBe(true)
  expect(matchesSearchWords('app new', 'New application')).toBe(true)
  expect(matchesSearchWords('schlussel', 'Schlüssel wechseln')).toBe(true)
  expect(matchesSearchWords('lication', 'New application')).toBe(false)
  expect(matchesSearchWords('', 'Anything')).toBe(true)
})

test('finds an action by its name or an alias', () => {
  expect(findCommandPaletteActions('new application', english, owner)).toEqual(['newApplication'])
  expect(findCommandPaletteActions('make backup', english, owner)).toEqual(['makeBackup'])
  expect(findCommandPaletteActions('neue anwendung', german, owner)).toEqual(['newApplication'])
  expect(findCommandPaletteActions('sicherung', german, owner)).toEqual(['makeBackup'])
})

test('offers only the actions that the role permits', () => {
  const auditor = findCommandPaletteActions('', english, listPermissionsOfAdminRoles(['auditor']))
  expect(auditor).not.toContain('newApplication')
  expect(auditor).not.toContain('rotateKeys')
  expect(auditor).toContain('checkLog')
})

describe.each([
  ['English', english, 'suspend ada', 'end sessions of 0xabc'],
  ['German', german, 'sperren ada', 'Sitzungen beenden 0xabc'],
] as const)('person actions in %s', (_, t, suspend, end) => {
  test('separates a leading verb from a name', () => {
    expect(parseTypedPersonAction(suspend, t)).toEqual({ verb: 'suspend', rest: 'ada' })
    expect(parseTypedPersonAction(`  ${suspend.toUpperCase()} `, t)).toEqual({ verb: 'suspend', rest: 'ADA' })
    expect(parseTypedPersonAction(end, t)).toEqual({ verb: 'endSessions', rest: '0xabc' })
    expect(parseTypedPersonAction('ada', t)).toEqual({ verb: null, rest: 'ada' })
    // A single word that is a verb could also be a name.
    expect(parseTypedPersonAction('Suspend', t)).toEqual({ verb: null, rest: 'Suspend' })
  })
})
