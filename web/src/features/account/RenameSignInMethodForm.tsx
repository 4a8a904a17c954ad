import { useEffect, useRef, useState } from 'react'
import type { UseMutationResult } from '@tanstack/react-query'
import { getDisplayableApiProblem } from '../../api/query-client.ts'
import type { ApiCallError } from '../../api/query-client.ts'
import { Button } from '../../ui/Button.tsx'
import { getTranslatedProblemMessage } from '../../ui/get-translated-error-message.ts'
import { TextField } from '../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'

interface RenameSignInMethodFormProps {
  item: { id: string; label: string | null }
  texts: 'passkeys' | 'walletsScreen'
  rename: UseMutationResult<unknown, ApiCallError, { id: string; label: string | null }>
  onDone: () => void
}

export function RenameSignInMethodForm({ item, texts, rename, onDone }: RenameSignInMethodFormProps) {
  const t = useTranslations()
  const [name, setName] = useState(item.label ?? '')
  const field = useRef<HTMLInputElement>(null)
  const problem = getDisplayableApiProblem(rename.error)
  const fault = problem && getTranslatedProblemMessage(t, problem)

  useEffect(() => field.current?.select(), [])

  const save = () => {
    const label = name.trim() === '' ? null : name.trim()
    if (label === item.label) return onDone()
    rename.mutate({ id: item.id, label }, { onSuccess: onDone })
  }

  return (
    <form
      className="grid max-w-md gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (!rename.isPending) save()
      }}
    >
      <TextField
        ref={field}
        label={t(`${texts}.name`)}
        hint={t(`${texts}.nameHint`)}
        fault={fault && `${fault.title} ${fault.action}`}
        value={name}
        maxLength={64}
        autoComplete="off"
        onKeyDown={({ key }) => key === 'Escape' && onDone()}
        onChange={({ target }) => setName(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="main" busyLabel={rename.isPending ? t(`${texts}.saving`) : undefined}>
          {t(`${texts}.save`)}
        </Button>
        <Button onClick={onDone}>{t('ui.cancel')}</Button>
      </div>
    </form>
  )
}
