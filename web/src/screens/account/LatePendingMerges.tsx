// Fetches the notice about pending merges, and its words, where there is one: few people ever have one.
import { useCallback } from 'react'
import { LatePart } from '../../ui/LatePart.tsx'
import { useSpeech } from '../../words/use-words.ts'

export function LatePendingMerges() {
  const { need } = useSpeech()
  const load = useCallback(async () => {
    const [part] = await Promise.all([import('./PendingMerges.tsx'), need('pendingMerge')])
    return part
  }, [need])
  return <LatePart load={load}>{({ PendingMerges }) => <PendingMerges />}</LatePart>
}
