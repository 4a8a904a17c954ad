import { useTranslations } from 'use-intl'
import { PageSection } from '../../../ui/PageSection.tsx'
import type { ApplicationDetailsResponse } from './application-details-response-type.ts'
import { ApplicationSetupInstructions } from './connect/ApplicationSetupInstructions.tsx'
import { getApplicationSetup } from './connect/get-application-setup.ts'
import { translateSetup } from './connect/preset-translations.ts'
import { SetupNotes } from './connect/SetupNotes.tsx'

export function ClientConfigurationSnippets({ application }: { application: ApplicationDetailsResponse }) {
  const t = useTranslations()
  const setup = translateSetup(t, getApplicationSetup(application))
  return (
    <PageSection title={t('adminApplications.paste.title')}>
      <ApplicationSetupInstructions setup={setup} isSite={application.kind === 'site'} secret={null} />
      <SetupNotes setup={setup} />
    </PageSection>
  )
}
