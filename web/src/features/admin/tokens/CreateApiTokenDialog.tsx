// Scopes that the person does not have stay visible, with an explanation.
import { useId, useState } from 'react'
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { apiTokenPermissions } from '@countersign/api/admin-role-permissions'
import type { AdminPermission } from '@countersign/api/admin-role-permissions'
import { SelectField } from '../../../ui/SelectField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { DialogForm } from '../ConfirmAdminActionDialog.tsx'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { useAdminMutation } from '../admin-query-hooks.ts'

const lifetimeDays = ['7', '30', '90', '365'] as const

interface CreateApiTokenDialogProps {
  onCreated: (answer: AdminApiEndpointOutput<'createApiToken'>) => void
  onClose: () => void
}

export function CreateApiTokenDialog({ onCreated, onClose }: CreateApiTokenDialogProps) {
  const t = useTranslations()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly AdminPermission[]>([])
  const [days, setDays] = useState<(typeof lifetimeDays)[number]>('30')
  const [isTried, setIsTried] = useState(false)
  const mutation = useAdminMutation('createApiToken', ['listApiTokens'], onCreated)
  const given = name.trim()
  const errors = {
    name: given === '' ? t('adminTokens.nameMissing') : null,
    may: chosen.length === 0 ? t('adminTokens.mayMissing') : null,
  }
  const legend = useId()

  return (
    <DialogForm
      title={t('adminTokens.make')}
      submitLabel={t('adminTokens.make')}
      busyLabel={t('adminTokens.making')}
      mutation={mutation}
      onSubmit={() => {
        setIsTried(true)
        if (errors.name === null && errors.may === null)
          mutation.mutate({ body: { name: given, permissions: [...chosen], days: Number(days) } })
      }}
      onClose={onClose}
    >
      <TextField
        label={t('adminTokens.name')}
        hint={t('adminTokens.nameHint')}
        maxLength={64}
        autoComplete="off"
        fault={isTried ? errors.name : null}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <fieldset className="grid min-w-0 gap-1" aria-describedby={legend}>
        <legend className="font-semibold">{t('adminTokens.may')}</legend>
        <p className="text-small text-soft">{t('adminTokens.makeText')}</p>
        {apiTokenPermissions.map((permission) => (
          <PermissionCheckbox
            key={permission}
            permission={permission}
            isChosen={chosen.includes(permission)}
            isFaulty={isTried && errors.may !== null}
            onChange={(isChosen) =>
              setChosen(isChosen ? [...chosen, permission] : chosen.filter((other) => other !== permission))
            }
          />
        ))}
        <p role="alert" id={legend} className="text-small text-red">
          {isTried ? errors.may : null}
        </p>
      </fieldset>
      <SelectField
        label={t('adminTokens.days')}
        value={days}
        options={lifetimeDays.map((value) => ({ value, label: t('adminTokens.daysOf', { days: Number(value) }) }))}
        onChange={setDays}
      />
    </DialogForm>
  )
}

interface PermissionCheckboxProps {
  permission: AdminPermission
  isChosen: boolean
  isFaulty: boolean
  onChange: (isChosen: boolean) => void
}

function PermissionCheckbox({ permission, isChosen, isFaulty, onChange }: PermissionCheckboxProps) {
  const t = useTranslations()
  const lacking = useMissingPermissionReason(permission)
  const id = useId()
  return (
    <div className="grid">
      <label className="flex min-h-9 items-center gap-2.5 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={isChosen}
          aria-invalid={isFaulty && lacking === undefined}
          aria-disabled={lacking !== undefined}
          aria-describedby={lacking === undefined ? undefined : id}
          onChange={({ target }) => lacking === undefined && onChange(target.checked)}
          className="size-4 shrink-0 accent-seal"
        />
        <span className={lacking === undefined ? '' : 'text-soft'}>{t(`adminTokens.permissions.${permission}`)}</span>
      </label>
      {lacking !== undefined && (
        <p id={id} className="pl-6.5 text-caption text-soft">
          {lacking}
        </p>
      )}
    </div>
  )
}
