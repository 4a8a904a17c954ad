import { translateKnownServerCode } from '../../../i18n/ui-translation-functions.ts'
import { PageSection, Card } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { CopyField } from '../CopyField.tsx'

interface ClientConfigurationSnippetsProps {
  /** Undefined while the definition has errors. */
  settings: readonly { name: string; value: string; about: string }[] | undefined
}

export function ClientConfigurationSnippets({ settings = [] }: ClientConfigurationSnippetsProps) {
  const t = useTranslations()
  return (
    <PageSection title={t('adminApplications.paste.title')}>
      {settings.length === 0 ? (
        <p className="text-soft">{t('adminApplications.paste.waiting')}</p>
      ) : (
        <>
          <p className="text-soft">{t('adminApplications.paste.text')}</p>
          <Card className="grid grid-cols-1 gap-4 px-4 py-5 sm:px-5 lg:grid-cols-2">
            {settings.map(({ name, value, about }, place) => (
              <CopyField
                key={`${place} ${name}`}
                label={name}
                value={value}
                // Falls back to the text from the server, which known programs use.
                about={(about !== '' && translateKnownServerCode(t, 'pasteAbouts', name)) || about || undefined}
              />
            ))}
          </Card>
        </>
      )}
    </PageSection>
  )
}
