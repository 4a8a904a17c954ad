import { useId, useRef } from 'react'
import type { ReactNode } from 'react'
import type { ApiPerson } from '@countersign/api/api-endpoints'
import { Button } from '../../ui/Button.tsx'
import { LoadErrorPanel } from '../../ui/LoadErrorPanel.tsx'
import { InlineNotice } from '../../ui/InlineNotice.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { useTranslations } from 'use-intl'
import { useRemoveProfilePicture, useSetProfilePicture } from './profile-mutation-hooks.ts'

const pictureSize = 112

/** `children` are next to the picture, above its buttons. */
export function EditableProfilePicture({ person, children }: { person: ApiPerson; children: ReactNode }) {
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
    <>
      <PersonAvatar person={person} size={pictureSize} className="max-sm:size-20" />
      {children}
      <input
        ref={file}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp"
        onChange={({ target }) => send(target.files?.[0])}
      />
      <div className="flex w-full flex-wrap items-center gap-2">
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
        <p id={hint} className="text-caption text-soft">
          {t('person.picture.hint')}
        </p>
      </div>
      {(set.data === null || problem) && (
        <div className="w-full">
          {problem ? (
            <LoadErrorPanel problem={problem} />
          ) : (
            <InlineNotice tone="failure" title={t('person.picture.unreadable')}>
              <p>{t('person.picture.unreadableAction')}</p>
            </InlineNotice>
          )}
        </div>
      )}
    </>
  )
}
