// Carries out what the machine of another device asks for: speaks to the server, keeps the time, and reports back. All it touches is handed
// in, so that a test drives it with a clock of its own.
import { carryOutCrossDeviceEffect } from './carry-out-cross-device-effect.ts'
import type { CrossDeviceRun } from './carry-out-cross-device-effect.ts'
import type { CrossDeviceDriverContext } from './cross-device-context.ts'
import { reduceCrossDeviceState, startCrossDeviceMachine } from './cross-device-machine.ts'
import { getActiveCrossDeviceCode, getCrossDeviceTickTime } from './cross-device-state.ts'
import type { CrossDeviceEvent, CrossDeviceMachineState, CrossDeviceMachineStep } from './cross-device-state.ts'

/** Waiting for another device, in the form that React's `useSyncExternalStore` reads. */
export interface CrossDeviceDriver {
  subscribe(listener: () => void): () => void
  getSnapshot(): CrossDeviceMachineState
  send(event: CrossDeviceEvent): void
  /** Ends the code that is out, if any, and not answered by now. @returns whether there was one */
  expireCode(): boolean
  /** Ends it all. */
  stop(): void
}

export function createCrossDeviceDriver(
  context: CrossDeviceDriverContext,
  page: Parameters<typeof startCrossDeviceMachine>[1],
): CrossDeviceDriver {
  const { now } = context
  const listeners = new Set<() => void>()
  let isStopped = false
  let cancelAlarm = () => {}
  let state: CrossDeviceMachineState

  const settle = (step: CrossDeviceMachineStep) => {
    const hasChanged = state !== step.state
    state = step.state
    for (const effect of step.effects) void carryOutCrossDeviceEffect(run, effect)
    cancelAlarm()
    const moment = getCrossDeviceTickTime(state)
    if (moment !== null) cancelAlarm = context.after(Math.max(moment - now(), 0), () => send({ type: 'tick' }))
    if (hasChanged) for (const listener of listeners) listener()
  }
  const send = (event: CrossDeviceEvent) => {
    if (!isStopped) settle(reduceCrossDeviceState(state, event, now()))
  }
  const run: CrossDeviceRun = {
    context,
    send,
    isOver: (attempt) => isStopped || state.attempt !== attempt,
    held: null,
  }

  const expireCode = () => {
    const code = getActiveCrossDeviceCode(state.phase)
    if (code) context.cancelCode(code.id, 'answered')
    return code !== null
  }

  settle(startCrossDeviceMachine(context.purpose.for, page))
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => state,
    send,
    expireCode,
    stop() {
      if (isStopped) return
      isStopped = true
      cancelAlarm()
      run.held?.abort()
      const code = getActiveCrossDeviceCode(state.phase)
      if (code) context.cancelCode(code.id)
    },
  }
}
