import { crossDeviceStates } from '@countersign/api/calls'
import { expect, test } from 'vitest'
import { firstStage, reduce } from './stage.ts'
import type { Asked, Event, ServerState, Stage } from './stage.ts'

const until = '2026-11-26T08:00:00.000Z'

const stages: readonly Stage[] = [
  { at: 'asked' },
  { at: 'pair' },
  { at: 'proving', isPassedOn: false },
  { at: 'proving', isPassedOn: true },
  { at: 'sent' },
  { at: 'taken', until },
  { at: 'ended' },
  { at: 'failed' },
  { at: 'refused' },
  { at: 'wrong-pair' },
  { at: 'second-device' },
  { at: 'over' },
  { at: 'passed-on' },
]

const told = (state: ServerState): Event => ({ type: 'told', state, until: state === 'taken' ? until : null })
const events: readonly Event[] = [
  { type: 'go-on' },
  ...crossDeviceStates.map(told),
  { type: 'passed-on' },
  { type: 'answered' },
  { type: 'refused' },
  { type: 'ended' },
  { type: 'over' },
]

const nameOf = (stage: Stage): string =>
  stage.at === 'proving' && stage.isPassedOn ? 'proving, link given out' : stage.at
const nameOfEvent = (event: Event): string => (event.type === 'told' ? `told ${event.state}` : event.type)

/** What an event changes in each stage; where it changes nothing, nothing is named. */
const movesOf = (event: Event): string =>
  stages
    .flatMap((stage) => {
      const next = reduce(stage, event)
      return nameOf(next) === nameOf(stage) ? [] : [`${nameOf(stage)} → ${nameOf(next)}`]
    })
    .join(' · ')

test('every event in every stage', () => {
  expect(Object.fromEntries(events.map((event) => [nameOfEvent(event), movesOf(event)]))).toMatchInlineSnapshot(`
    {
      "answered": "asked → sent · pair → sent · proving → sent · proving, link given out → sent",
      "ended": "taken → ended",
      "go-on": "asked → pair",
      "over": "asked → over · pair → over · proving → over · proving, link given out → passed-on · sent → over",
      "passed-on": "proving → proving, link given out",
      "refused": "asked → refused · pair → refused · proving → refused · proving, link given out → refused · sent → refused",
      "told answered": "asked → sent · pair → sent · proving → sent · proving, link given out → sent",
      "told cancelled": "asked → over · pair → over · proving → over · proving, link given out → over · sent → failed",
      "told opened": "",
      "told picked": "asked → proving · pair → proving",
      "told ran-out": "asked → over · pair → over · proving → over · proving, link given out → over · sent → over",
      "told refused": "asked → refused · pair → refused · proving → refused · proving, link given out → refused · sent → refused",
      "told second-device": "asked → second-device · pair → second-device · proving → second-device · proving, link given out → second-device · sent → second-device",
      "told shown": "",
      "told taken": "asked → taken · pair → taken · proving → taken · proving, link given out → taken · sent → taken",
      "told wrong-pair": "asked → wrong-pair · pair → wrong-pair · proving → wrong-pair · proving, link given out → wrong-pair · sent → wrong-pair",
    }
  `)
})

test('what is over stays so, whatever happens', () => {
  const ends = stages.slice(6)
  for (const stage of ends) for (const event of events) expect(reduce(stage, event)).toBe(stage)
})

test('until when the other browser is signed in is kept', () => {
  expect(reduce({ at: 'sent' }, told('taken'))).toEqual({ at: 'taken', until })
})

test.each(crossDeviceStates)('a browser that opens a code which is %s', (state) => {
  const begun: Record<ServerState, Stage['at']> = {
    shown: 'asked',
    opened: 'asked',
    picked: 'proving',
    answered: 'sent',
    taken: 'sent',
    refused: 'refused',
    'wrong-pair': 'wrong-pair',
    'second-device': 'second-device',
    cancelled: 'over',
    'ran-out': 'over',
  }
  expect(firstStage({ state } as Asked).at).toBe(begun[state])
})

test('the browser inside a wallet that takes over is asked, and picks, once more', () => {
  const taken = firstStage({ state: 'opened' } as Asked)
  const stages: Stage[] = [taken]
  for (const event of [{ type: 'go-on' } as const, told('picked')]) stages.push(reduce(stages.at(-1) ?? taken, event))
  expect(stages.map(({ at }) => at)).toEqual(['asked', 'pair', 'proving'])
  // The one that passed it on is told nothing of that, and does not go back.
  const passedOn: Stage = { at: 'proving', isPassedOn: true }
  expect(reduce(passedOn, told('opened'))).toBe(passedOn)
})
