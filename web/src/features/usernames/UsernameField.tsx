import type { Ref } from 'react'
import type { ApiEndpointResponse } from '../../api/api-client.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { useUsernameAvailability } from './use-username-availability.ts'

interface UsernameFieldProps {
  ref?: Ref<HTMLInputElement>
  value: string
  names: ApiEndpointResponse<'readUsernames'>
  refused?: string | null
  onChange: (name: string) => void
  onCancel?: () => void
}

export function UsernameField({ ref, value, names, refused = null, onChange, onCancel }: UsernameFieldProps) {
  const t = useTranslations()
  const proposed = names.suggestions.find(({ name }) => name === value)
  const verdict = useUsernameAvailability(value, proposed !== undefined || value === names.name)
  const fault = verdict === 'taken' ? t('username.taken') : verdict === 'unusable' ? t('username.unusable') : null
  const others = names.suggestions.filter(({ name }) => name !== value)
  return (
    <div className="grid gap-2">
      <TextField
        ref={ref}
        label={t('username.label')}
        hint={t('username.hint')}
        fault={refused ?? fault}
        value={value}
        maxLength={30}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="font-mono"
        // Mobile keyboards capitalize the first letter.
        onChange={({ target }) => onChange(target.value.toLowerCase().trim())}
        onKeyDown={({ key }) => key === 'Escape' && onCancel?.()}
      />
      <p role="status" className="text-small text-seal empty:hidden">
        {verdict === 'free' && refused === null ? t('username.free') : null}
      </p>
      {proposed?.from === 'wallet-name' && <p className="text-small text-amber">{t('username.ofWallet')}</p>}
      {others.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {others.map(({ name }) => (
            <Button key={name} small onClick={() => onChange(name)}>
              {t('username.take', { name })}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
