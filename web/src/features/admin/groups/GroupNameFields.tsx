// Name, ID and description of a group. The name of a new group is proposed from its rule.
import { useEffect, useState } from 'react'
import type { ChangeEvent } from 'react'
import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '../../../ui/Button.tsx'
import { Card, PageSection } from '../../../ui/PageSection.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { createFieldPropGetters, verbatimInputProps } from '../AdminConsoleForm.tsx'
import { suggestIdFromName } from '../suggest-id-from-name.ts'
import type { GroupDraft, GroupInput } from './group-form-types.ts'

interface GroupNameFieldsProps {
  form: UseFormReturn<GroupDraft, unknown, GroupInput>
  isNew: boolean
  /** Empty if the rule does not say enough. */
  proposedName: string
  isIdTaken: boolean
}

export function GroupNameFields({ form, isNew, proposedName, isIdTaken }: GroupNameFieldsProps) {
  const t = useTranslations()
  const { isSubmitted, errors } = form.formState
  const [id, name] = useWatch({ control: form.control, name: ['id', 'name'] })
  const [isNameEdited, setIsNameEdited] = useState(false)
  const [isIdEdited, setIsIdEdited] = useState(false)
  const [opened, setOpened] = useState<'id' | 'description' | null>(null)
  const [hasDescription] = useState(() => form.getValues('description') !== '')
  const { setValue, setFocus } = form
  useEffect(() => {
    if (opened !== null) setFocus(opened)
  }, [opened, setFocus])
  useEffect(() => {
    if (!isNew || isNameEdited) return
    setValue('name', proposedName, { shouldValidate: isSubmitted })
    if (!isIdEdited) setValue('id', suggestIdFromName(proposedName), { shouldValidate: isSubmitted })
  }, [isNew, isNameEdited, isIdEdited, proposedName, setValue, isSubmitted])
  const { text } = createFieldPropGetters(form)
  const [isIdOpen, setIsIdOpen] = useState(false)
  // Stays open once it was shown, so that it does not vanish while someone corrects it.
  const isIdShown = isNew && (isIdOpen || opened === 'id' || errors.id !== undefined || isIdTaken)
  if (isIdShown && !isIdOpen) setIsIdOpen(true)
  const isDescriptionShown = hasDescription || opened === 'description' || form.getValues('description') !== ''
  return (
    <PageSection title={t('adminGroups.nameTitle')}>
      <Card className="grid grid-cols-1 gap-1 px-4 py-4 sm:px-5">
        <TextField
          label={t('adminGroups.name')}
          hint={isNew ? t('adminGroups.nameHint') : undefined}
          maxLength={80}
          autoComplete="off"
          {...text('name', {
            onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
              setIsNameEdited(true)
              if (isNew && !isIdEdited) setValue('id', suggestIdFromName(target.value), { shouldValidate: isSubmitted })
            },
          })}
        />
        {isIdShown ? (
          <TextField
            label={t('adminGroups.id')}
            hint={t('adminGroups.idHint')}
            maxLength={64}
            {...verbatimInputProps}
            {...text('id', { onChange: () => setIsIdEdited(true) })}
            className="font-mono text-small"
          />
        ) : (
          name !== '' && (
            <div className="flex flex-wrap items-center gap-x-3 text-small text-soft">
              <p className="min-w-0 [overflow-wrap:anywhere]">
                {t.rich('adminGroups.idShown', {
                  id: () => (
                    <code key="id" className="font-mono text-ink">
                      {id === '' ? '–' : id}
                    </code>
                  ),
                })}
                {!isNew && ` · ${t('adminGroups.idFixed')}`}
              </p>
              {isNew && (
                <Button small look="bare" className="-mx-4" onClick={() => setOpened('id')}>
                  {t('adminGroups.idChange')}
                </Button>
              )}
            </div>
          )
        )}
        {isDescriptionShown ? (
          <TextField
            label={t('adminGroups.description')}
            hint={t('adminGroups.descriptionHint')}
            maxLength={500}
            autoComplete="off"
            {...text('description')}
          />
        ) : (
          <span className="-mx-4">
            <Button small look="bare" onClick={() => setOpened('description')}>
              {t('adminGroups.descriptionAdd')}
            </Button>
          </span>
        )}
      </Card>
    </PageSection>
  )
}
