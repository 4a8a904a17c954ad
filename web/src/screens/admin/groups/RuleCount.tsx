// How many people would belong to a group by the rule as it stands there, beside its sentence. It says of how many people that is: where a chain has to
// be read, few are looked at while somebody writes, and more where somebody asks for it.
import { useEffect } from 'react'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { useChapter, useSpeech } from '../../../words/use-words.ts'
import type { Counted } from './live-count.ts'
import type { Fault } from './rule-faults.ts'
import { numberFormat } from '../../../ui/formats.ts'

interface RuleCountProps {
  counted: Counted & { lookAtMore: () => void }
  onFaults: (faults: readonly Fault[]) => void
}

export function RuleCount({ counted: { preview, problem, isCounting, lookAtMore }, onFaults }: RuleCountProps) {
  const words = useChapter('adminGroups').preview
  const announce = useAnnounce()
  const count = numberFormat(useSpeech().locale)
  const isFaulty = preview !== null && preview.faults.length > 0
  const said =
    preview === null
      ? null
      : isFaulty
        ? words.faulty
        : words.matching(count.format(preview.matching), count.format(preview.looked))
  const toSay = isCounting ? null : said
  useEffect(() => {
    if (toSay !== null) announce(toSay)
  }, [announce, toSay])
  if (problem) return <ErrorState problem={problem} onRetry={lookAtMore} />
  return (
    // One line high from the first paint on, so that what is being written does not move.
    <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1 text-small pointer-coarse:min-h-11">
      {said !== null && <p className={isFaulty ? 'text-soft' : 'font-semibold tabular-nums'}>{said}</p>}
      {preview !== null && !isFaulty && preview.unknown > 0 && (
        <p className="text-amber">{words.unknown(count.format(preview.unknown))}</p>
      )}
      {isCounting && <p className="text-caption text-soft">{words.counting}</p>}
      {!isCounting && isFaulty && (
        <Button small look="bare" className="-mx-4" onClick={() => onFaults(preview.faults)}>
          {words.showFaults}
        </Button>
      )}
      {!isCounting && preview?.more === true && (
        <Button small look="bare" className="-mx-4" onClick={lookAtMore}>
          {words.more(count.format(preview.people))}
        </Button>
      )}
    </div>
  )
}
