// Tests every cross-device state with every event.
import { expect, test } from 'vitest'
import { reduceCrossDeviceState } from './cross-device-state-machine.ts'
import type { CrossDeviceMachineState, CrossDeviceMachineStep } from './cross-device-proof-phases.ts'
import {
  crossDeviceStartTimeFixture,
  exampleCrossDevicePhases,
  exampleCrossDeviceEvents,
  createCrossDeviceMachineStateFixture,
} from '../../../testing/cross-device-phase-fixtures.ts'

function formatStep({ state, effects }: CrossDeviceMachineStep, before: CrossDeviceMachineState): string {
  const { phase } = state
  const place = 'why' in phase ? `${phase.at} (${phase.why})` : phase.at
  const done = effects.map((effect) => ('known' in effect ? `${effect.type} ${effect.known}` : effect.type))
  return [state === before ? 'nothing' : place, ...done].join(' + ')
}

test('cross-device transitions for every state and event', () => {
  const table = Object.entries(exampleCrossDevicePhases).map(([name, phase]) => {
    const moves = Object.entries(exampleCrossDeviceEvents).flatMap(([event, sent]) => {
      const before = createCrossDeviceMachineStateFixture(phase)
      const stepText = formatStep(reduceCrossDeviceState(before, sent, crossDeviceStartTimeFixture), before)
      const isNothing = stepText === 'nothing' || (stepText === phase.at && !('why' in phase))
      return isNothing ? [] : [`  ${event}: ${stepText}`]
    })
    return [name, ...moves].join('\n')
  })
  expect(table.join('\n')).toMatchInlineSnapshot(`
    "requesting-code
      start over: requesting-code + request-code
      code arrived: shown + poll-status shown
      no code: stalled
      code refused: failed
      restored: requesting-code + request-code
    shown
      start over: requesting-code + cancel + request-code
      is shown: shown + poll-status shown
      is opened: opened + poll-status opened
      is picked: picked + poll-status picked
      is answered: checking + submit
      is taken: ended (over)
      is refused: ended (refused)
      wrong pair: ended (wrong-pair)
      second device: ended (second-device)
      ran out: requesting-code + request-code
      is over: requesting-code + request-code
      seen: shown + poll-status shown
      online: shown + poll-status shown
      restored: requesting-code + request-code
      restored alive: shown + poll-status shown
    opened
      start over: requesting-code + cancel + request-code
      is shown: shown + poll-status shown
      is opened: opened + poll-status opened
      is picked: picked + poll-status picked
      is answered: checking + submit
      is taken: ended (over)
      is refused: ended (refused)
      wrong pair: ended (wrong-pair)
      second device: ended (second-device)
      ran out: requesting-code + request-code
      is over: requesting-code + request-code
      seen: opened + poll-status opened
      online: opened + poll-status opened
      restored: requesting-code + request-code
      restored alive: opened + poll-status opened
    picked
      start over: requesting-code + cancel + request-code
      is shown: shown + poll-status shown
      is opened: opened + poll-status opened
      is picked: picked + poll-status picked
      is answered: checking + submit
      is taken: ended (over)
      is refused: ended (refused)
      wrong pair: ended (wrong-pair)
      second device: ended (second-device)
      ran out: requesting-code + request-code
      is over: requesting-code + request-code
      seen: picked + poll-status picked
      online: picked + poll-status picked
      restored: requesting-code + request-code
      restored alive: picked + poll-status picked
    confirming
      proceed: checking + submit
      reject-address: ended (not-mine) + cancel
      start over: requesting-code + cancel + request-code
      restored: requesting-code + request-code
    checking
      start over: requesting-code + cancel + request-code
      accepted: done
      owners awaited: awaiting
      no answer: stalled
      rejected: failed + cancel
      restored: requesting-code + request-code
    awaiting
      proceed: awaiting + submit
      start over: requesting-code + cancel + request-code
      accepted: done
      rejected: failed + cancel
      restored: requesting-code + request-code
    ended: refused
      proceed: requesting-code + request-code
      start over: requesting-code + request-code
      hidden: ended (refused)
      seen: ended (refused)
      offline: ended (refused)
      online: ended (refused)
    ended: ran-out
      proceed: requesting-code + request-code
      start over: requesting-code + request-code
      hidden: ended (ran-out)
      seen: requesting-code + request-code
      offline: ended (ran-out)
      online: ended (ran-out)
    failed
      proceed: requesting-code + request-code
      start over: requesting-code + request-code
    stalled without
      proceed: stalled + request-code
      start over: requesting-code + request-code
      code arrived: shown + poll-status shown
      code refused: failed
      online: stalled + request-code
      restored: requesting-code + request-code
    stalled with
      proceed: checking + submit
      start over: requesting-code + cancel + request-code
      online: checking + submit
      restored: requesting-code + request-code
    done
      proceed: done + leave
      start over: requesting-code + request-code"
  `)
})

const ofOneCode = Object.entries(exampleCrossDeviceEvents).filter(([, event]) => 'attempt' in event)

test.each(ofOneCode)('ignores an event of an older cross-device code: %s', (_, event) => {
  const state = createCrossDeviceMachineStateFixture(exampleCrossDevicePhases['shown']!, { attempt: 2 })
  expect(reduceCrossDeviceState(state, event, crossDeviceStartTimeFixture)).toEqual({ state, effects: [] })
})
