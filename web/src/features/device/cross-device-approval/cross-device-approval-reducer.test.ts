import { crossDeviceRequestStatuses } from '@countersign/api/api-endpoints'
import { expect, test } from 'vitest'
import { getInitialCrossDeviceApprovalPhase, reduceCrossDeviceApprovalPhase } from './cross-device-approval-reducer.ts'
import type {
  OpenedCrossDeviceRequest,
  CrossDeviceApprovalEvent,
  OpenedCrossDeviceRequestState,
  CrossDeviceApprovalPhase,
} from './cross-device-approval-reducer.ts'

const until = '2026-11-26T08:00:00.000Z'

const stages: readonly CrossDeviceApprovalPhase[] = [
  { at: 'asked' },
  { at: 'pair' },
  { at: 'proving', isHandedOff: false },
  { at: 'proving', isHandedOff: true },
  { at: 'sent' },
  { at: 'taken', until },
  { at: 'ended' },
  { at: 'failed' },
  { at: 'refused' },
  { at: 'wrong-pair' },
  { at: 'second-device' },
  { at: 'code-ended' },
  { at: 'passed-on' },
]

const stateReceived = (state: OpenedCrossDeviceRequestState): CrossDeviceApprovalEvent => ({
  type: 'state-received',
  state,
  until: state === 'taken' ? until : null,
})
const events: readonly CrossDeviceApprovalEvent[] = [
  { type: 'continue' },
  ...crossDeviceRequestStatuses.map(stateReceived),
  { type: 'passed-on' },
  { type: 'answered' },
  { type: 'refused' },
  { type: 'ended' },
  { type: 'code-ended' },
]

const nameOf = (stage: CrossDeviceApprovalPhase): string =>
  stage.at === 'proving' && stage.isHandedOff ? 'proving, link given out' : stage.at
const nameOfEvent = (event: CrossDeviceApprovalEvent): string =>
  event.type === 'state-received' ? `state-received ${event.state}` : event.type

const movesOf = (event: CrossDeviceApprovalEvent): string =>
  stages
    .flatMap((stage) => {
      const next = reduceCrossDeviceApprovalPhase(stage, event)
      return nameOf(next) === nameOf(stage) ? [] : [`${nameOf(stage)} → ${nameOf(next)}`]
    })
    .join(' · ')

test('cross-device approval transitions for every event in every phase', () => {
  expect(Object.fromEntries(events.map((event) => [nameOfEvent(event), movesOf(event)]))).toMatchInlineSnapshot(`
    {
      "answered": "asked → sent · pair → sent · proving → sent · proving, link given out → sent",
      "code-ended": "asked → code-ended · pair → code-ended · proving → code-ended · proving, link given out → passed-on · sent → code-ended",
      "continue": "asked → pair",
      "ended": "taken → ended",
      "passed-on": "proving → proving, link given out",
      "refused": "asked → refused · pair → refused · proving → refused · proving, link given out → refused · sent → refused",
      "state-received answered": "asked → sent · pair → sent · proving → sent · proving, link given out → sent",
      "state-received cancelled": "asked → code-ended · pair → code-ended · proving → code-ended · proving, link given out → code-ended · sent → failed",
      "state-received opened": "",
      "state-received picked": "asked → proving · pair → proving",
      "state-received ran-out": "asked → code-ended · pair → code-ended · proving → code-ended · proving, link given out → code-ended · sent → code-ended",
      "state-received refused": "asked → refused · pair → refused · proving → refused · proving, link given out → refused · sent → refused",
      "state-received second-device": "asked → second-device · pair → second-device · proving → second-device · proving, link given out → second-device · sent → second-device",
      "state-received shown": "",
      "state-received taken": "asked → taken · pair → taken · proving → taken · proving, link given out → taken · sent → taken",
      "state-received wrong-pair": "asked → wrong-pair · pair → wrong-pair · proving → wrong-pair · proving, link given out → wrong-pair · sent → wrong-pair",
    }
  `)
})

test('final cross-device approval phases ignore every event', () => {
  const ends = stages.slice(6)
  for (const stage of ends) for (const event of events) expect(reduceCrossDeviceApprovalPhase(stage, event)).toBe(stage)
})

test('keeps the session expiry of the other browser in the taken phase', () => {
  expect(reduceCrossDeviceApprovalPhase({ at: 'sent' }, stateReceived('taken'))).toEqual({ at: 'taken', until })
})

test.each(crossDeviceRequestStatuses)(
  'initial approval phase of a browser that opens a code in the status %s',
  (state) => {
    const initialPhases: Record<OpenedCrossDeviceRequestState, CrossDeviceApprovalPhase['at']> = {
      shown: 'asked',
      opened: 'asked',
      picked: 'proving',
      answered: 'sent',
      taken: 'sent',
      refused: 'refused',
      'wrong-pair': 'wrong-pair',
      'second-device': 'second-device',
      cancelled: 'code-ended',
      'ran-out': 'code-ended',
    }
    expect(getInitialCrossDeviceApprovalPhase({ state } as OpenedCrossDeviceRequest).at).toBe(initialPhases[state])
  },
)

test('a wallet browser that takes over asks for the pair code again and compares it', () => {
  const taken = getInitialCrossDeviceApprovalPhase({ state: 'opened' } as OpenedCrossDeviceRequest)
  const stages: CrossDeviceApprovalPhase[] = [taken]
  for (const event of [{ type: 'continue' } as const, stateReceived('picked')])
    stages.push(reduceCrossDeviceApprovalPhase(stages.at(-1) ?? taken, event))
  expect(stages.map(({ at }) => at)).toEqual(['asked', 'pair', 'proving'])
  // The browser that issued the link ignores this event.
  const passedOn: CrossDeviceApprovalPhase = { at: 'proving', isHandedOff: true }
  expect(reduceCrossDeviceApprovalPhase(passedOn, stateReceived('opened'))).toBe(passedOn)
})
