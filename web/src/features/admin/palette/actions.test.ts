// What a palette finds by words: whatever order they come in, by their beginnings, and only what somebody may do.
import { permissionsOf } from '@countersign/api/permissions'
import { describe, expect, test } from 'vitest'
import { translatorFor } from '../../../testing/translator.ts'
import { findActions, fits, readVerb } from './actions.ts'

const owner = permissionsOf(['owner'])
const english = translatorFor('en')
const german = translatorFor('de')

test('every part that was typed begins a word, in whatever order and case', () => {
  expect(fits('new app', 'New application')).toBe(true)
  expect(fits('app new', 'New application')).toBe(true)
  expect(fits('schlussel', 'Schlüssel wechseln')).toBe(true)
  expect(fits('lication', 'New application')).toBe(false)
  expect(fits('', 'Anything')).toBe(true)
})

test('an action is found by its name and by what else it is called', () => {
  expect(findActions('new application', english, owner)).toEqual(['newApplication'])
  expect(findActions('make a backup', english, owner)).toEqual(['makeBackup'])
  expect(findActions('neue anwendung', german, owner)).toEqual(['newApplication'])
  expect(findActions('sicherung', german, owner)).toEqual(['makeBackup'])
})

test('nobody is offered what they may not do', () => {
  const auditor = findActions('', english, permissionsOf(['auditor']))
  expect(auditor).not.toContain('newApplication')
  expect(auditor).not.toContain('rotateKeys')
  expect(auditor).toContain('checkLog')
})

describe.each([
  ['English', english, 'suspend ada', 'end sessions of 0xabc'],
  ['German', german, 'sperren ada', 'Sitzungen beenden 0xabc'],
] as const)('in %s', (_, t, suspend, end) => {
  test('a verb before a name is told apart from a name', () => {
    expect(readVerb(suspend, t)).toEqual({ verb: 'suspend', rest: 'ada' })
    expect(readVerb(`  ${suspend.toUpperCase()} `, t)).toEqual({ verb: 'suspend', rest: 'ADA' })
    expect(readVerb(end, t)).toEqual({ verb: 'endSessions', rest: '0xabc' })
    expect(readVerb('ada', t)).toEqual({ verb: null, rest: 'ada' })
    // A verb alone could be what somebody is called.
    expect(readVerb('Suspend', t)).toEqual({ verb: null, rest: 'Suspend' })
  })
})
