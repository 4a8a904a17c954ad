// The user name on the page of the account: chosen, and changed after a warning of what programs do.
import { useLayoutEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { answerOf, problemToSay } from '../../answers.ts'
import { call } from '../../api.ts'
import type { Answered } from '../../api.ts'
import { useSensitiveCall } from '../../step-up/use-sensitive-call.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { problemWords } from '../../ui/problem-words.ts'
import { Section, Sheet } from '../../ui/Section.tsx'
import { UserNameField } from '../../user-names/UserNameField.tsx'
import { useChapter, useWords } from '../../words/use-words.ts'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { useOwnChange } from './use-own-change.ts'

type Names = Answered<'readUserNames'>

export function UserName() {
  const words = useChapter('userName')
  const { data, error, refetch } = useQuery({
    queryKey: ['user-names'],
    queryFn: async ({ signal }) => answerOf(await call('readUserNames', { signal })),
  })
  const [isEditing, setIsEditing] = useState(false)
  const button = useFocusBack(isEditing)
  return (
    <Section title={words.title}>
      <Sheet className="grid min-h-26 grid-cols-1 content-center gap-3 px-5 py-4 sm:px-8">
        <p className="text-small text-soft">{words.about}</p>
        {error && <ErrorState problem={error.problem} onRetry={() => void refetch()} />}
        {data && isEditing && <UserNameForm names={data} onDone={() => setIsEditing(false)} />}
        {data && !isEditing && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <div className="min-w-0">
              {data.name === null ? (
                <p>{words.none}</p>
              ) : (
                <p className="font-mono [overflow-wrap:anywhere]">{data.name}</p>
              )}
              {data.former.length > 0 && (
                <p className="text-small text-soft [overflow-wrap:anywhere]">{words.former(data.former.join(', '))}</p>
              )}
            </div>
            <Button ref={button} small onClick={() => setIsEditing(true)}>
              {data.name === null ? words.choose : words.change}
            </Button>
          </div>
        )}
      </Sheet>
    </Section>
  )
}

function UserNameForm({ names, onDone }: { names: Names; onDone: () => void }) {
  const all = useWords()
  const words = useChapter('userName')
  const [name, setName] = useState(names.name ?? names.proposals[0]?.name ?? '')
  const field = useRef<HTMLInputElement>(null)
  const take = useTakeName(names.name === null ? 'chooseUserName' : 'changeUserName')
  const problem = problemToSay(take.error)
  const refused = problem && problemWords(all, problem)

  useLayoutEffect(() => field.current?.select(), [])
  useLayoutEffect(() => {
    if (take.isError) field.current?.focus()
  }, [take.isError])

  return (
    <form
      noValidate
      className="grid max-w-md gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (take.isPending) return
        if (name === names.name) onDone()
        else take.mutate(name, { onSuccess: onDone })
      }}
    >
      {names.name !== null && (
        <Notice tone="attention" title={words.warning}>
          <p>{words.warningText}</p>
          <p>{words.left(names.left)}</p>
        </Notice>
      )}
      <UserNameField
        ref={field}
        value={name}
        names={names}
        refused={refused && `${refused.title} ${refused.action}`}
        onChange={(written) => {
          take.reset()
          setName(written)
        }}
        onCancel={onDone}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="main" busyLabel={take.isPending ? words.saving : undefined}>
          {words.save}
        </Button>
        <Button onClick={onDone}>{all.ui.cancel}</Button>
      </div>
    </form>
  )
}

function useTakeName(how: 'chooseUserName' | 'changeUserName') {
  const words = useChapter('userName')
  const sensitive = useSensitiveCall()
  return useOwnChange({
    key: 'user-names',
    send: async (name: string): Promise<Names> => answerOf(await sensitive(how, { body: { name } })),
    tell: (names) => words.done(names.name ?? ''),
  })
}
