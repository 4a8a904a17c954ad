// What a palette finds by words: whatever order they come in, by their beginnings, and only what somebody may do.
import { permissionsOf } from '@countersign/api/permissions'
import { describe, expect, test } from 'vitest'
import { adminPalette as german } from '../../../words/de/admin-palette.ts'
import { adminPalette as english } from '../../../words/en/admin-palette.ts'
import { findActions, fits, readVerb } from './actions.ts'

const owner = permissionsOf(['owner'])

test('every part that was typed begins a word, in whatever order and case', () => {
  expect(fits('new app', 'New application')).toBe(true)
  expect(fits('app new', 'New application')).toBe(true)
  expect(fits('schlussel', 'Schlüssel wechseln')).toBe(true)
  expect(fits('lication', 'New application')).toBe(false)
  expect(fits('', 'Anything')).toBe(true)
})

test('an action is found by its name and by what else it is called', () => {
  expect(findActions('new application', english.actions, owner)).toEqual(['newApplication'])
  expect(findActions('make a backup', english.actions, owner)).toEqual(['makeBackup'])
  expect(findActions('neue anwendung', german.actions, owner)).toEqual(['newApplication'])
  expect(findActions('sicherung', german.actions, owner)).toEqual(['makeBackup'])
})

test('nobody is offered what they may not do', () => {
  const auditor = findActions('', english.actions, permissionsOf(['auditor']))
  expect(auditor).not.toContain('newApplication')
  expect(auditor).not.toContain('rotateKeys')
  expect(auditor).toContain('checkLog')
})

describe.each([
  ['English', english.verbs, 'suspend ada', 'end sessions of 0xabc'],
  ['German', german.verbs, 'sperren ada', 'Sitzungen beenden 0xabc'],
] as const)('in %s', (_, verbs, suspend, end) => {
  test('a verb before a name is told apart from a name', () => {
    expect(readVerb(suspend, verbs)).toEqual({ verb: 'suspend', rest: 'ada' })
    expect(readVerb(`  ${suspend.toUpperCase()} `, verbs)).toEqual({ verb: 'suspend', rest: 'ADA' })
    expect(readVerb(end, verbs)).toEqual({ verb: 'endSessions', rest: '0xabc' })
    expect(readVerb('ada', verbs)).toEqual({ verb: null, rest: 'ada' })
    // A verb alone could be what somebody is called.
    expect(readVerb('Suspend', verbs)).toEqual({ verb: null, rest: 'Suspend' })
  })
})
