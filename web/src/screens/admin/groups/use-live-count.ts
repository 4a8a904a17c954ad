// The live count of a rule on a page.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { callAdmin } from '../../../admin-api.ts'
import { createLiveCount } from './live-count.ts'
import type { Counted } from './live-count.ts'
import type { RuleObject } from './rule-draft.ts'

const create = () =>
  createLiveCount({
    ask: (body, signal) => callAdmin('previewRule', { body, signal }),
    wait: (ms, act) => {
      const timer = setTimeout(act, ms)
      return () => clearTimeout(timer)
    },
  })

/** @param rule null while it is none */
export function useLiveCount(rule: RuleObject | null): Counted & { lookAtMore: () => void } {
  const [live] = useState(create)
  useEffect(() => live.write(rule))
  useEffect(() => () => live.stop(), [live])
  return { ...useSyncExternalStore(live.subscribe, live.getSnapshot), lookAtMore: live.lookAtMore }
}
