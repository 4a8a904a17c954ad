// Who would belong to a group by a rule, before anything is saved.
import { useMutation } from '@tanstack/react-query'
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { callAdmin } from '../../../admin-api.ts'
import { answerOf } from '../../../answers.ts'
import type { CallRefused } from '../../../answers.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Section, Sheet } from '../../../ui/Section.tsx'
import { useChapter, useSpeech } from '../../../words/use-words.ts'
import { PersonLink } from '../PersonLink.tsx'
import type { RuleObject } from './rule-draft.ts'
import type { Fault } from './rule-faults.ts'

type Preview = AdminAnswer<'previewRule'>

interface RulePreviewProps {
  /** Null while it is no rule. */
  rule: RuleObject | null
  onFaults: (faults: readonly Fault[]) => void
}

export function RulePreview({ rule, onFaults }: RulePreviewProps) {
  const all = useChapter('adminGroups')
  const words = all.preview
  const announce = useAnnounce()
  const { locale } = useSpeech()
  const count = new Intl.NumberFormat(locale)
  const preview = useMutation<Preview, CallRefused, RuleObject>({
    mutationFn: async (asked) => answerOf(await callAdmin('previewRule', { body: { rule: asked } })),
    onSuccess: ({ faults, matching, looked }) => {
      onFaults(faults)
      announce(faults.length > 0 ? all.builder.wrong : words.matching(count.format(matching), count.format(looked)))
    },
  })
  const { data } = preview
  const isStale = JSON.stringify(preview.variables) !== JSON.stringify(rule)
  return (
    <Section title={words.title}>
      <p className="text-small text-soft">{words.text}</p>
      <div>
        <Button
          disabledReason={rule === null ? all.builder.jsonFault : undefined}
          busyLabel={preview.isPending ? words.asking : undefined}
          onClick={() => rule && preview.mutate(rule)}
        >
          {words.ask}
        </Button>
      </div>
      {preview.error && <ErrorState problem={preview.error.problem} onRetry={() => rule && preview.mutate(rule)} />}
      {data && isStale && <p className="text-small text-soft">{words.stale}</p>}
      {data && !isStale && data.faults.length === 0 && (
        <Sheet className="grid grid-cols-1 gap-3 px-4 py-4 sm:px-5">
          <p className="font-semibold">{words.matching(count.format(data.matching), count.format(data.looked))}</p>
          {data.people > data.looked && <p className="text-small text-soft">{words.all(count.format(data.people))}</p>}
          {data.unknown > 0 && <p className="text-small text-amber">{words.unknown(count.format(data.unknown))}</p>}
          {data.sample.length > 0 && (
            <ul aria-label={words.sample} className="grid gap-2 sm:grid-cols-2">
              {data.sample.map((person) => (
                <li key={person.id} className="min-w-0">
                  <PersonLink person={person} />
                </li>
              ))}
            </ul>
          )}
        </Sheet>
      )}
    </Section>
  )
}
