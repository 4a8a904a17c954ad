import { TextField } from '../../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { verbatimInputProps } from '../AdminConsoleForm.tsx'
import { useApplicationDefinitionFormContext } from './use-application-definition-form.ts'

export function ApplicationNameField() {
  const { text } = useApplicationDefinitionFormContext()
  const t = useTranslations()
  return (
    <TextField
      label={t('adminApplications.fields.name')}
      hint={t('adminApplications.fields.nameHint')}
      maxLength={80}
      autoComplete="off"
      {...text('name')}
    />
  )
}

/** The client ID cannot be changed later. */
export function ApplicationIdField() {
  const { text } = useApplicationDefinitionFormContext()
  const t = useTranslations()
  return (
    <TextField
      label={t('adminApplications.fields.id')}
      hint={t('adminApplications.fields.idHint')}
      maxLength={64}
      {...verbatimInputProps}
      {...text('id')}
    />
  )
}
