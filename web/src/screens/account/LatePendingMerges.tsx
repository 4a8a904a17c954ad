// Fetches the notice about pending merges, and its words, where there is one: few people ever have one.
import { LatePart } from '../../ui/LatePart.tsx'
import { useLate } from '../../ui/use-late.ts'

const loadNotice = () => import('./PendingMerges.tsx')
const chapters = ['pendingMerge'] as const

export function LatePendingMerges() {
  const load = useLate(loadNotice, chapters)
  return <LatePart load={load}>{({ PendingMerges }) => <PendingMerges />}</LatePart>
}
