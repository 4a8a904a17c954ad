// The quiet way to what helps somebody who has no wallet anywhere. Who proves again a wallet that they have does not meet it.
import type { Ref } from 'react'
import type { RunningProof } from '../prove/begin-proof.ts'
import { useChapter } from '../words/use-words.ts'

interface NoneEntranceProps {
  ref: Ref<HTMLButtonElement>
  running: RunningProof
  onOpen: () => void
}

export function NoneEntrance({ ref, running, onOpen }: NoneEntranceProps) {
  const { none } = useChapter('noWallet')
  const { for: purpose } = running.proof.getSnapshot().purpose
  if (purpose !== 'sign-in' && purpose !== 'link') return null
  return (
    <button
      ref={ref}
      type="button"
      onClick={onOpen}
      className="min-h-8 justify-self-start rounded-control text-small text-seal underline decoration-1 underline-offset-4 pointer-coarse:min-h-11"
    >
      {none}
    </button>
  )
}
