import { runCrossDeviceSideEffect } from './run-cross-device-side-effect.ts'
import type { CrossDeviceSideEffectContext } from './run-cross-device-side-effect.ts'
import type { CrossDeviceProofDependencies } from './cross-device-proof-dependencies.ts'
import { reduceCrossDeviceState, getInitialCrossDeviceStep } from './cross-device-state-machine.ts'
import { getActiveCrossDeviceCode, getNextCrossDeviceTimerTime } from './cross-device-proof-phases.ts'
import type {
  CrossDeviceMachineEvent,
  CrossDeviceMachineState,
  CrossDeviceMachineStep,
} from './cross-device-proof-phases.ts'

export interface CrossDeviceStateMachineRunner {
  subscribe(listener: () => void): () => void
  getSnapshot(): CrossDeviceMachineState
  send(event: CrossDeviceMachineEvent): void
  /** Cancels an unanswered code. Returns whether there was one. */
  expireCode(): boolean
  stop(): void
}

export function createCrossDeviceStateMachineRunner(
  context: CrossDeviceProofDependencies,
  page: Parameters<typeof getInitialCrossDeviceStep>[1],
): CrossDeviceStateMachineRunner {
  const { now } = context
  const listeners = new Set<() => void>()
  let isStopped = false
  let cancelAlarm = () => {}
  let state: CrossDeviceMachineState

  const settle = (step: CrossDeviceMachineStep) => {
    const hasChanged = state !== step.state
    state = step.state
    for (const effect of step.effects) void runCrossDeviceSideEffect(run, effect)
    cancelAlarm()
    const moment = getNextCrossDeviceTimerTime(state)
    if (moment !== null) cancelAlarm = context.after(Math.max(moment - now(), 0), () => send({ type: 'tick' }))
    if (hasChanged) for (const listener of listeners) listener()
  }
  const send = (event: CrossDeviceMachineEvent) => {
    if (!isStopped) settle(reduceCrossDeviceState(state, event, now()))
  }
  const run: CrossDeviceSideEffectContext = {
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

  settle(getInitialCrossDeviceStep(context.purpose.for, page))
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
