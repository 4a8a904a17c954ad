// The user name on the page of the account: chosen, and changed after a warning of what programs do.
import { useLayoutEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { answerOf, problemToSay } from '../../api/answers.ts'
import { call } from '../../api/api.ts'
import type { Answered } from '../../api/api.ts'
import { useSensitiveCall } from '../sign-in/step-up/use-sensitive-call.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { problemWords } from '../../ui/problem-words.ts'
import { Section, Sheet } from '../../ui/Section.tsx'
import { UserNameField } from '../usernames/UserNameField.tsx'
import { useTranslations } from 'use-intl'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { useOwnChange } from './use-own-change.ts'

type Names = Answered<'readUserNames'>

export function UserName() {
  const t = useTranslations()
  const { data, error, refetch } = useQuery({
    queryKey: ['user-names'],
    queryFn: async ({ signal }) => answerOf(await call('readUserNames', { signal })),
  })
  const [isEditing, setIsEditing] = useState(false)
  const button = useFocusBack(isEditing)
  return (
    <Section title={t('userName.title')}>
      <Sheet className="grid min-h-26 grid-cols-1 content-center gap-3 px-5 py-4 sm:px-8">
        <p className="text-small text-soft">{t('userName.about')}</p>
        {error && <ErrorState problem={error.problem} onRetry={() => void refetch()} />}
        {data && isEditing && <UserNameForm names={data} onDone={() => setIsEditing(false)} />}
        {data && !isEditing && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <div className="min-w-0">
              {data.name === null ? (
                <p>{t('userName.none')}</p>
              ) : (
                <p className="font-mono [overflow-wrap:anywhere]">{data.name}</p>
              )}
              {data.former.length > 0 && (
                <p className="text-small text-soft [overflow-wrap:anywhere]">
                  {t('userName.former', { names: data.former.join(', ') })}
                </p>
              )}
            </div>
            <Button ref={button} small onClick={() => setIsEditing(true)}>
              {data.name === null ? t('userName.choose') : t('userName.change')}
            </Button>
          </div>
        )}
      </Sheet>
    </Section>
  )
}

function UserNameForm({ names, onDone }: { names: Names; onDone: () => void }) {
  const t = useTranslations()
  const [name, setName] = useState(names.name ?? names.proposals[0]?.name ?? '')
  const field = useRef<HTMLInputElement>(null)
  const take = useTakeName(names.name === null ? 'chooseUserName' : 'changeUserName')
  const problem = problemToSay(take.error)
  const refused = problem && problemWords(t, problem)

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
        <Notice tone="attention" title={t('userName.warning')}>
          <p>{t('userName.warningText')}</p>
          <p>{t('userName.left', { count: names.left })}</p>
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
        <Button type="submit" look="main" busyLabel={take.isPending ? t('userName.saving') : undefined}>
          {t('userName.save')}
        </Button>
        <Button onClick={onDone}>{t('ui.cancel')}</Button>
      </div>
    </form>
  )
}

function useTakeName(how: 'chooseUserName' | 'changeUserName') {
  const t = useTranslations()
  const sensitive = useSensitiveCall()
  return useOwnChange({
    key: 'user-names',
    send: async (name: string): Promise<Names> => answerOf(await sensitive(how, { body: { name } })),
    tell: (names) => t('userName.done', { name: names.name ?? '' }),
  })
}
