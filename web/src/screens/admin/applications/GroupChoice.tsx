// The groups that an application lets in, chosen from those that there are. Where there are more than can be looked over, they are searched.
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useChapter, useWords } from '../../../words/use-words.ts'
import { useAdminList } from '../queries.ts'
import { CheckBoxes } from '../CheckBoxes.tsx'

interface GroupChoiceProps {
  /** The ids of those that are chosen. */
  chosen: readonly string[]
  fault: string | null
  onChange: (chosen: string[]) => void
}

/** As many as can be looked over. */
const few = 12

const pauseMs = 250

export function GroupChoice({ chosen, fault, onChange }: GroupChoiceProps) {
  const { policy } = useChapter('adminApplications')
  const { ui } = useWords()
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const groups = useAdminList('listGroups', { query: { ...(search !== '' && { search }), sort: 'name', order: 'asc' } })
  if (groups.data === undefined && !groups.error && search === '') return <SkeletonRows rows={2} />
  const found = groups.data?.pages.flatMap(({ items }) => items) ?? []
  // What is chosen stays in sight, whatever is searched for, and also where there is no such group any more.
  const shown = [
    ...found.map(({ id, name }) => ({ value: id, label: cleanText(name, 64) || cleanText(id, 64) })),
    ...chosen
      .filter((id) => !found.some((group) => group.id === id))
      .map((id) => ({ value: id, label: cleanText(id, 64) })),
  ]
  const isSearched = search !== '' || found.length > few || groups.hasNextPage
  return (
    <div className="grid min-w-0 content-start gap-2">
      {isSearched && (
        <TextField
          label={policy.searchGroups}
          hint={policy.searchGroupsHint}
          maxLength={128}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          // It stands in a form of which it is no part.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <CheckBoxes
        legend={policy.groups}
        hint={
          groups.data === undefined
            ? undefined
            : shown.length > 0
              ? policy.groupsHint
              : search === ''
                ? policy.noGroups
                : policy.noSuchGroup
        }
        fault={fault}
        options={shown}
        chosen={chosen}
        onChange={onChange}
      />
      {groups.error && <ErrorState problem={groups.error.problem} onRetry={() => void groups.refetch()} />}
      {groups.hasNextPage && (
        <Button
          small
          look="bare"
          className="-ml-4 justify-self-start"
          busyLabel={groups.isFetchingNextPage ? ui.loading : undefined}
          onClick={() => groups.fetchNextPage()}
        >
          {policy.moreGroups}
        </Button>
      )}
    </div>
  )
}
