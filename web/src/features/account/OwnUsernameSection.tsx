import { useLayoutEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { unwrapApiResult, getDisplayableApiProblem } from '../../api/query-client.ts'
import { callApi } from '../../api/api-client.ts'
import type { ApiEndpointResponse } from '../../api/api-client.ts'
import { useCallApiWithStepUp } from '../sign-in/step-up/use-call-api-with-step-up.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadErrorPanel } from '../../ui/LoadErrorPanel.tsx'
import { InlineNotice } from '../../ui/InlineNotice.tsx'
import { getTranslatedProblemMessage } from '../../ui/get-translated-error-message.ts'
import { PageSection, Card } from '../../ui/PageSection.tsx'
import { UsernameField } from '../usernames/UsernameField.tsx'
import { useTranslations } from 'use-intl'
import { useRestoreFocus } from '../../ui/use-restore-focus.ts'
import { useAccountMutation } from './use-account-mutation.ts'

type Usernames = ApiEndpointResponse<'readUsernames'>

export const useOwnUsernames = () =>
  useQuery({
    queryKey: ['user-names'],
    queryFn: async ({ signal }) => unwrapApiResult(await callApi('readUsernames', { signal })),
  })

export function OwnUsernameSection() {
  const t = useTranslations()
  const { data, error, refetch } = useOwnUsernames()
  const [isEditing, setIsEditing] = useState(false)
  const button = useRestoreFocus(isEditing)
  return (
    <PageSection title={t('username.title')}>
      <Card className="grid min-h-26 grid-cols-1 content-center gap-3 px-5 py-4 sm:px-8">
        <p className="text-small text-soft">{t('username.about')}</p>
        {error && <LoadErrorPanel problem={error.problem} onRetry={() => void refetch()} />}
        {data && isEditing && <UsernameForm names={data} onDone={() => setIsEditing(false)} />}
        {data && !isEditing && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <div className="min-w-0">
              {data.name === null ? (
                <p>{t('username.none')}</p>
              ) : (
                <p className="font-mono [overflow-wrap:anywhere]">{data.name}</p>
              )}
              {data.previousUsernames.length > 0 && (
                <p className="text-small text-soft [overflow-wrap:anywhere]">
                  {t('username.former', { names: data.previousUsernames.join(', ') })}
                </p>
              )}
            </div>
            <Button ref={button} small onClick={() => setIsEditing(true)}>
              {data.name === null ? t('username.choose') : t('username.change')}
            </Button>
          </div>
        )}
      </Card>
    </PageSection>
  )
}

function UsernameForm({ names, onDone }: { names: Usernames; onDone: () => void }) {
  const t = useTranslations()
  const [name, setName] = useState(names.name ?? names.suggestions[0]?.name ?? '')
  const field = useRef<HTMLInputElement>(null)
  const take = useSetUsername(names.name === null ? 'chooseUsername' : 'changeUsername')
  const problem = getDisplayableApiProblem(take.error)
  const refused = problem && getTranslatedProblemMessage(t, problem)

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
        <InlineNotice tone="attention" title={t('username.warning')}>
          <p>{t('username.warningText')}</p>
          <p>{t('username.left', { count: names.left })}</p>
        </InlineNotice>
      )}
      <UsernameField
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
        <Button type="submit" look="main" busyLabel={take.isPending ? t('username.saving') : undefined}>
          {t('username.save')}
        </Button>
        <Button onClick={onDone}>{t('ui.cancel')}</Button>
      </div>
    </form>
  )
}

function useSetUsername(how: 'chooseUsername' | 'changeUsername') {
  const t = useTranslations()
  const sensitive = useCallApiWithStepUp()
  return useAccountMutation({
    queryKey: 'user-names',
    send: async (name: string): Promise<Usernames> => unwrapApiResult(await sensitive(how, { body: { name } })),
    successMessage: (names) => t('username.done', { name: names.name ?? '' }),
  })
}
