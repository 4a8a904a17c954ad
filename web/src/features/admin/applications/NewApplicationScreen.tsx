// New application in three steps: which program, its address, what to paste. The URL contains the
// first choice, so that the back button returns to the gallery.
import { useState } from 'react'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { useAdminUrlQueryParameters } from '../master-detail/admin-url-state.ts'
import { useAdminQuery } from '../admin-query-hooks.ts'
import { ApplicationGallery } from './connect/ApplicationGallery.tsx'
import { ConnectApplicationForm } from './connect/ConnectApplicationForm.tsx'
import { ConnectedApplication } from './connect/ConnectedApplication.tsx'
import { getApplicationDefinitionStringList } from './application-definition-draft.ts'

const forms = { program: /^[a-z0-9-]{1,64}$/, kind: /^[a-z-]{1,32}$/ } as const

type Made = Parameters<ComponentProps<typeof ConnectApplicationForm>['onMade']>[0]

export function NewApplicationScreen() {
  const { view } = useAdminUrlQueryParameters(forms)
  // Another choice, such as after the back button, starts again without the secret.
  return <ConnectSteps key={`${view.program} ${view.kind}`} choice={view} />
}

function ConnectSteps({ choice }: { choice: { program?: string; kind?: string } }) {
  const t = useTranslations()
  const presets = useAdminQuery('readPresets')
  const [connected, setConnected] = useState<Made | null>(null)
  const start =
    presets.data?.programs.find(({ id }) => id === choice.program) ??
    presets.data?.kinds.find(({ kind }) => kind === choice.kind)?.kind
  if (connected !== null) {
    const { made, draft } = connected
    return (
      <div className="grid grid-cols-1 gap-6">
        <ConnectedApplication
          made={made}
          scopes={getApplicationDefinitionStringList(draft, 'scopes')}
          canSignIn={getApplicationDefinitionStringList(draft, 'grantTypes').includes('authorization_code')}
        />
      </div>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid justify-items-start gap-2">
        {start === undefined ? (
          <>
            <AdminPageLink href={adminPagePaths.applications()}>{t('adminApplications.back')}</AdminPageLink>
            <PageHeading title={t('connectApplication.question')} />
          </>
        ) : (
          <AdminPageLink href={adminPagePaths.newApplication}>{t('connectApplication.back')}</AdminPageLink>
        )}
      </div>
      {presets.error && <LoadErrorPanel problem={presets.error.problem} onRetry={() => void presets.refetch()} />}
      {presets.data ? (
        start === undefined ? (
          <ApplicationGallery presets={presets.data} />
        ) : (
          <ConnectApplicationForm presets={presets.data} start={start} onMade={setConnected} />
        )
      ) : (
        !presets.error && <SkeletonRows rows={6} />
      )}
    </div>
  )
}
