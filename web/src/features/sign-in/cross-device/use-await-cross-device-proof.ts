import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { startCrossDeviceProof } from './start-cross-device-proof.ts'
import type { CrossDeviceStateMachineRunner } from './cross-device-state-machine-runner.ts'
import type { CrossDeviceProofOptions } from '../proof-flow/cross-device-proof-options.ts'
import type { CrossDeviceMachineEvent, CrossDeviceMachineState } from './cross-device-proof-phases.ts'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { useTranslations } from 'use-intl'
import { getCrossDeviceAnnouncement } from './describe-cross-device-phase.ts'

export type CrossDeviceDisplayState = Pick<
  CrossDeviceMachineState,
  'phase' | 'purpose' | 'renewals' | 'pollError' | 'nextPollAt'
>

interface CrossDeviceProofHandle {
  readonly state: CrossDeviceDisplayState
  readonly send: (event: CrossDeviceMachineEvent) => void
}

export function useAwaitCrossDeviceProof(errand: CrossDeviceProofOptions, outlives = false): CrossDeviceProofHandle {
  const [waiting, setWaiting] = useState<CrossDeviceStateMachineRunner | null>(null)
  /** Fixed at mount. */
  const first = useRef({ errand, outlives })
  useEffect(() => {
    const runner = startCrossDeviceProof(first.current.errand, first.current.outlives)
    setWaiting(runner)
    return runner.stop
  }, [])
  const purpose = errand.purpose.for
  const [before] = useState<CrossDeviceDisplayState>({
    phase: { at: 'requesting-code' },
    purpose,
    renewals: 0,
    pollError: null,
    nextPollAt: null,
  })
  const state = useSyncExternalStore(waiting?.subscribe ?? subscribeToNothing, () => waiting?.getSnapshot() ?? before)
  return { state, send: useCallback((event: CrossDeviceMachineEvent) => waiting?.send(event), [waiting]) }
}

const subscribeToNothing = () => () => undefined

export function useCrossDeviceAnnouncements(state: CrossDeviceDisplayState, isOut = false): void {
  const announce = useAnnounce()
  const t = useTranslations()
  const { phase, renewals } = state
  const aside = getCrossDeviceAnnouncement(state, { t, isOut })
  const renewed = phase.at === 'shown' && renewals > 0 ? phase.code.id : null
  const renewal = t('anotherDevice.renewed')
  useEffect(() => {
    if (aside !== null) announce(aside)
  }, [aside, announce])
  useEffect(() => {
    if (renewed !== null) announce(renewal)
  }, [renewed, renewal, announce])
}
