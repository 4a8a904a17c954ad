import { useState } from 'react'
import type { ReactNode } from 'react'
import { getDisplayableApiProblem } from '../../api/query-client.ts'
import type { ApiCallError } from '../../api/query-client.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LoadErrorPanel } from '../../ui/LoadErrorPanel.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'

interface ConfirmAdminActionDialogProps {
  title: string
  children: ReactNode
  confirmLabel: string
  requiresReason?: boolean
  /** Says who reads the reason, if not only colleagues. */
  reasonHint?: string
  /** Text to type, such as the name of the item to delete. */
  confirmationText?: string
  mutation: { isPending: boolean; error: ApiCallError | null }
  /** @param reason empty if not required */
  onConfirm: (reason: string) => void
  onCancel: () => void
}

const maxReasonLength = 400

export function ConfirmAdminActionDialog({
  title,
  children,
  confirmLabel,
  requiresReason = false,
  reasonHint,
  confirmationText,
  mutation,
  onConfirm,
  onCancel,
}: ConfirmAdminActionDialogProps) {
  const t = useTranslations()
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const [isTried, setIsTried] = useState(false)
  const given = reason.trim()
  const reasonFault =
    !requiresReason || (given !== '' && given.length <= maxReasonLength)
      ? null
      : given === ''
        ? t('adminUi.confirm.reasonMissing')
        : t('adminUi.confirm.reasonLong', { limit: maxReasonLength })
  const wordFault =
    confirmationText === undefined || typed.normalize('NFC').trim() === confirmationText.normalize('NFC').trim()
      ? null
      : t('adminUi.confirm.mismatch', { word: confirmationText })
  return (
    <DialogForm
      title={title}
      submitLabel={confirmLabel}
      busyLabel={t('admin.working')}
      look="danger"
      mutation={mutation}
      onSubmit={() => {
        setIsTried(true)
        if (reasonFault === null && wordFault === null) onConfirm(given)
      }}
      onClose={onCancel}
    >
      <div className="text-soft [overflow-wrap:anywhere]">{children}</div>
      {requiresReason && (
        <TextField
          label={t('adminUi.confirm.reason')}
          hint={reasonHint ?? t('adminUi.confirm.reasonHint')}
          fault={isTried ? reasonFault : null}
          value={reason}
          autoComplete="off"
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      {confirmationText !== undefined && (
        <TextField
          label={t('adminUi.confirm.type', { word: confirmationText })}
          fault={isTried ? wordFault : null}
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
    </DialogForm>
  )
}

interface DialogFormProps {
  title: string
  submitLabel: string
  busyLabel: string
  look?: 'main' | 'danger'
  buttons?: ReactNode
  isSubmitShown?: boolean
  mutation: { isPending: boolean; error: ApiCallError | null }
  /** Called only if the form is valid; otherwise the first invalid field takes the focus. */
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

export function DialogForm({
  title,
  submitLabel,
  busyLabel,
  look = 'main',
  buttons,
  isSubmitShown = true,
  mutation,
  onSubmit,
  onClose,
  children,
}: DialogFormProps) {
  const t = useTranslations()
  const problem = getDisplayableApiProblem(mutation.error)
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        noValidate
        className="grid grid-cols-1 gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const form = event.currentTarget
          if (mutation.isPending) return
          onSubmit()
          setTimeout(() => form.querySelector<HTMLInputElement>('[aria-invalid=true]')?.focus())
        }}
      >
        {children}
        {problem && <LoadErrorPanel problem={problem} />}
        <div className="flex flex-wrap items-start justify-end gap-3">
          {buttons ?? <Button onClick={onClose}>{t('ui.cancel')}</Button>}
          {isSubmitShown && (
            <Button type="submit" look={look} busyLabel={mutation.isPending ? busyLabel : undefined}>
              {submitLabel}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
