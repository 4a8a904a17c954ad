import { useState } from 'react'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { useSignedInAdminAccess } from '../signed-in-admin-access-context.ts'
import { DialogForm } from '../ConfirmAdminActionDialog.tsx'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { getPersonLabel } from '../master-detail/PersonLink.tsx'
import { useAdminMutation } from '../admin-query-hooks.ts'
import type { SavedViewListName, SavedListView } from './saved-view-types.ts'

const maxNameLength = 64

function useSavedViewFields(first: { name: string; shared: boolean }, isFaultShown: boolean) {
  const t = useTranslations()
  const { permissions } = useSignedInAdminAccess()
  const [name, setName] = useState(first.name)
  const [shared, setShared] = useState(first.shared)
  const given = name.trim()
  const tooLong = given.length > maxNameLength ? t('adminUi.views.nameLong', { most: maxNameLength }) : null
  const fault = given === '' ? t('adminUi.views.nameMissing') : tooLong
  const fields = (
    <>
      <TextField
        label={t('adminUi.views.name')}
        fault={isFaultShown ? fault : null}
        value={name}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      {permissions.includes('settings.change') && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={shared}
            onChange={({ target }) => setShared(target.checked)}
            className="size-5 accent-seal"
          />
          {t('adminUi.views.share')}
        </label>
      )}
    </>
  )
  return { name: given, shared, isFaulty: fault !== null, fields }
}

export function SaveViewDialog({
  list,
  search,
  onClose,
}: {
  list: SavedViewListName
  search: string
  onClose: () => void
}) {
  const t = useTranslations()
  const announce = useAnnounce()
  const [isTried, setIsTried] = useState(false)
  const { name, shared, isFaulty, fields } = useSavedViewFields({ name: '', shared: false }, isTried)
  const save = useAdminMutation('saveView', ['listViews'], () => {
    announce(t('adminUi.views.saved'))
    onClose()
  })
  return (
    <DialogForm
      title={t('adminUi.views.save')}
      submitLabel={t('adminUi.views.keep')}
      busyLabel={t('adminUi.views.saving')}
      mutation={save}
      onSubmit={() => {
        setIsTried(true)
        if (!isFaulty) save.mutate({ body: { list, name, query: search, shared } })
      }}
      onClose={onClose}
    >
      <p className="text-soft">{t('adminUi.views.saveText')}</p>
      {fields}
    </DialogForm>
  )
}

/** Another person's shared view can only be removed, and only by an owner. */
export function EditSavedViewDialog({ view, onClose }: { view: SavedListView; onClose: () => void }) {
  const t = useTranslations()
  const announce = useAnnounce()
  const lacking = useMissingPermissionReason('settings.change')
  const { name, shared, isFaulty, fields } = useSavedViewFields(view, true)
  const done = (what: string) => () => {
    announce(what)
    onClose()
  }
  const change = useAdminMutation('changeView', ['listViews'], done(t('adminUi.views.saved')))
  const remove = useAdminMutation('removeView', ['listViews'], done(t('adminUi.views.removed')))
  const params = { id: view.id }
  const isOwn = view.by === null
  return (
    <DialogForm
      title={t('adminUi.views.editTitle')}
      submitLabel={t('adminUi.views.keep')}
      busyLabel={t('adminUi.views.saving')}
      isSubmitShown={isOwn}
      mutation={{ isPending: change.isPending, error: change.error ?? remove.error }}
      buttons={
        <Button
          look="danger"
          disabledReason={isOwn ? undefined : lacking}
          busyLabel={remove.isPending ? t('adminUi.views.saving') : undefined}
          onClick={() => remove.mutate({ params })}
        >
          {t('adminUi.views.remove')}
        </Button>
      }
      onSubmit={() => {
        // Sent only if changed, because a former owner keeps shared views but cannot share again.
        if (isOwn && !isFaulty) change.mutate({ params, body: { name, ...(shared !== view.shared && { shared }) } })
      }}
      onClose={onClose}
    >
      {view.by === null ? (
        fields
      ) : (
        <p className="text-soft">{t('adminUi.views.sharedBy', { who: getPersonLabel(view.by) })}</p>
      )}
    </DialogForm>
  )
}
