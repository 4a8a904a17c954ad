// Waits for another device for as long as what shows it stands on the page.
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

/** @param outlives whether the code outlives the page */
export function useAwaitCrossDeviceProof(errand: CrossDeviceProofOptions, outlives = false): CrossDeviceProofHandle {
  const [waiting, setWaiting] = useState<CrossDeviceStateMachineRunner | null>(null)
  /** What it began with: it is for the same as long as it stands on the page. */
  const first = useRef({ errand, outlives })
  useEffect(() => {
    const begun = startCrossDeviceProof(first.current.errand, first.current.outlives)
    setWaiting(begun)
    return begun.stop
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

/** @param isOut whether nothing but links into wallets stands there */
export function useCrossDeviceAnnouncements(state: CrossDeviceDisplayState, isOut = false): void {
  const announce = useAnnounce()
  const t = useTranslations()
  const { phase, renewals } = state
  const aside = getCrossDeviceAnnouncement(state, { t, isOut })
  /** One that nobody asked for. */
  const renewed = phase.at === 'shown' && renewals > 0 ? phase.code.id : null
  const renewal = t('anotherDevice.renewed')
  useEffect(() => {
    if (aside !== null) announce(aside)
  }, [aside, announce])
  useEffect(() => {
    if (renewed !== null) announce(renewal)
  }, [renewed, renewal, announce])
}
