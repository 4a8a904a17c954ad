// The dialog in which a token is made: what it is called, what it may do, and for how long. What one may not do oneself stays
// in the list and says so.
import { useId, useState } from 'react'
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { tokenPermissions } from '@countersign/api/permissions'
import type { Permission } from '@countersign/api/permissions'
import { Choice } from '../../../ui/Choice.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { DialogForm } from '../ConfirmDialog.tsx'
import { useLacking } from '../Guarded.tsx'
import { useAdminChange } from '../queries.ts'

const lives = ['7', '30', '90', '365'] as const

interface MakeTokenProps {
  onMade: (answer: AdminAnswer<'createToken'>) => void
  onClose: () => void
}

export function MakeToken({ onMade, onClose }: MakeTokenProps) {
  const t = useTranslations()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly Permission[]>([])
  const [days, setDays] = useState<(typeof lives)[number]>('30')
  const [isTried, setIsTried] = useState(false)
  const change = useAdminChange('createToken', ['listTokens'], onMade)
  const given = name.trim()
  const faults = {
    name: given === '' ? t('adminTokens.nameMissing') : null,
    may: chosen.length === 0 ? t('adminTokens.mayMissing') : null,
  }
  const legend = useId()

  return (
    <DialogForm
      title={t('adminTokens.make')}
      submitLabel={t('adminTokens.make')}
      busyLabel={t('adminTokens.making')}
      change={change}
      onSubmit={() => {
        setIsTried(true)
        if (faults.name === null && faults.may === null)
          change.mutate({ body: { name: given, permissions: [...chosen], days: Number(days) } })
      }}
      onClose={onClose}
    >
      <TextField
        label={t('adminTokens.name')}
        hint={t('adminTokens.nameHint')}
        maxLength={64}
        autoComplete="off"
        fault={isTried ? faults.name : null}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <fieldset className="grid min-w-0 gap-1" aria-describedby={legend}>
        <legend className="font-semibold">{t('adminTokens.may')}</legend>
        <p className="text-small text-soft">{t('adminTokens.makeText')}</p>
        {tokenPermissions.map((permission) => (
          <PermissionBox
            key={permission}
            permission={permission}
            isChosen={chosen.includes(permission)}
            isFaulty={isTried && faults.may !== null}
            onChange={(isChosen) =>
              setChosen(isChosen ? [...chosen, permission] : chosen.filter((other) => other !== permission))
            }
          />
        ))}
        <p role="alert" id={legend} className="text-small text-red">
          {isTried ? faults.may : null}
        </p>
      </fieldset>
      <Choice
        label={t('adminTokens.days')}
        value={days}
        options={lives.map((value) => ({ value, label: t('adminTokens.daysOf', { days: Number(value) }) }))}
        onChange={setDays}
      />
    </DialogForm>
  )
}

interface PermissionBoxProps {
  permission: Permission
  isChosen: boolean
  isFaulty: boolean
  onChange: (isChosen: boolean) => void
}

function PermissionBox({ permission, isChosen, isFaulty, onChange }: PermissionBoxProps) {
  const t = useTranslations()
  const lacking = useLacking(permission)
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
