import { useId, useRef } from 'react'
import type { ApiPerson } from '@countersign/api/api-endpoints'
import { Button } from '../../ui/Button.tsx'
import { LoadErrorPanel } from '../../ui/LoadErrorPanel.tsx'
import { InlineNotice } from '../../ui/InlineNotice.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { useTranslations } from 'use-intl'
import { useRemoveProfilePicture, useSetProfilePicture } from './profile-mutation-hooks.ts'

const pictureSize = 168

export function EditableProfilePicture({ person }: { person: ApiPerson }) {
  const t = useTranslations()
  const file = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const hint = useId()
  const set = useSetProfilePicture()
  const remove = useRemoveProfilePicture()
  const problem = set.error?.problem ?? remove.error?.problem ?? null

  function send(chosen: File | undefined) {
    if (file.current) file.current.value = ''
    if (!chosen) return
    remove.reset()
    set.mutate(chosen)
  }

  function takeAway() {
    set.reset()
    choose.current?.focus()
    remove.mutate()
  }

  return (
    <div className="grid justify-items-center gap-3">
      <PersonAvatar person={person} size={pictureSize} />
      <input
        ref={file}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp"
        onChange={({ target }) => send(target.files?.[0])}
      />
      <div className="flex flex-wrap justify-center gap-2">
        <Button
          ref={choose}
          small
          aria-describedby={hint}
          busyLabel={set.isPending ? t('person.picture.sending') : undefined}
          onClick={() => file.current?.click()}
        >
          {person.picture === null ? t('person.picture.choose') : t('person.picture.change')}
        </Button>
        {person.picture !== null && (
          <Button small busyLabel={remove.isPending ? t('person.picture.removing') : undefined} onClick={takeAway}>
            {t('person.picture.remove')}
          </Button>
        )}
      </div>
      <p id={hint} className="max-w-[24ch] text-center text-caption text-soft">
        {t('person.picture.hint')}
      </p>
      {set.data === null && (
        <InlineNotice tone="failure" title={t('person.picture.unreadable')}>
          <p>{t('person.picture.unreadableAction')}</p>
        </InlineNotice>
      )}
      {problem && <LoadErrorPanel problem={problem} />}
    </div>
  )
}
