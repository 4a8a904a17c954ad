// Every application that a person has used, what each has learned and when, and the way to take it back.
import type { Grant } from '@countersign/api/calls'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { useChapter } from '../../words/use-words.ts'
import { GrantRow } from './GrantRow.tsx'
import { PagedList } from './PagedList.tsx'
import { useGrants } from './queries.ts'
import { useWithdrawGrant } from './withdraw-grant.ts'

export function ApplicationsScreen() {
  const words = useChapter('account').applications
  const grants = useGrants()
  const withdraw = useWithdrawGrant()
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid gap-2">
        <PageHeading title={words.title} />
        <p className="max-w-[60ch] text-soft">{words.intro}</p>
      </div>
      {withdraw.error && <ErrorState problem={withdraw.error.problem} />}
      <PagedList
        label={words.title}
        query={grants}
        empty={<EmptyState title={words.emptyTitle}>{words.emptyText}</EmptyState>}
        renderRow={(grant: Grant) => (
          <GrantRow
            key={grant.id}
            grant={grant}
            isWithdrawing={withdraw.isPending && withdraw.variables.id === grant.id}
            onWithdraw={() => withdraw.mutate(grant)}
          />
        )}
      />
    </div>
  )
}
