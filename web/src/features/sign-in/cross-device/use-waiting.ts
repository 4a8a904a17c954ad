// Waits for another device for as long as what shows it stands on the page.
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { beginWaiting } from './begin.ts'
import type { WaitingDevice } from './driver.ts'
import type { DeviceErrand } from '../proof/errand.ts'
import type { Event, State } from './states.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { useTranslations } from 'use-intl'
import { asideOf } from './describe.ts'

export type ShownState = Pick<State, 'phase' | 'purpose' | 'renewals' | 'trouble' | 'watchAt'>

interface Waiting {
  readonly state: ShownState
  readonly send: (event: Event) => void
}

/** @param outlives whether the code outlives the page */
export function useWaiting(errand: DeviceErrand, outlives = false): Waiting {
  const [waiting, setWaiting] = useState<WaitingDevice | null>(null)
  /** What it began with: it is for the same as long as it stands on the page. */
  const first = useRef({ errand, outlives })
  useEffect(() => {
    const begun = beginWaiting(first.current.errand, first.current.outlives)
    setWaiting(begun)
    return begun.stop
  }, [])
  const purpose = errand.purpose.for
  const [before] = useState<ShownState>({
    phase: { at: 'asking' },
    purpose,
    renewals: 0,
    trouble: null,
    watchAt: null,
  })
  const state = useSyncExternalStore(waiting?.subscribe ?? never, () => waiting?.getSnapshot() ?? before)
  return { state, send: useCallback((event: Event) => waiting?.send(event), [waiting]) }
}

const never = () => () => undefined

/** @param isOut whether nothing but links into wallets stands there */
export function useAsides(state: ShownState, isOut = false): void {
  const announce = useAnnounce()
  const t = useTranslations()
  const { phase, renewals } = state
  const aside = asideOf(state, { t, isOut })
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
