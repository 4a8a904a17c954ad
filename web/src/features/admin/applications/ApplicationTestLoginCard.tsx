// Test login through the real flow, to see which claims the application would get.
import { useEffect, useState } from 'react'
import { supportedOAuthScopes } from '@countersign/api/oauth-scopes'
import { getDisplayableApiProblem } from '../../../api/query-client.ts'
import { redirectToSafeUrlOrHome } from '../../../api/safe-redirect.ts'
import { Button } from '../../../ui/Button.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { PageSection, Card } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { useAdminMutation } from '../admin-query-hooks.ts'
import type { ApplicationDetailsResponse } from './application-details-response-type.ts'
import { CheckboxGroup } from '../CheckboxGroup.tsx'
import { getApplicationDefinitionStringList } from './application-definition-draft.ts'
import { OAuthScopeLabel } from './OAuthScopeLabel.tsx'

export function ApplicationTestLoginCard({
  application: { id, enabled, definition },
}: {
  application: ApplicationDetailsResponse
}) {
  const t = useTranslations()
  const lacking = useMissingPermissionReason('applications.change')
  const allowed = getApplicationDefinitionStringList(definition, 'scopes')
  // `openid` is always requested, and `offline_access` adds no claims.
  const offered = supportedOAuthScopes.filter(
    (scope) => scope !== 'openid' && scope !== 'offline_access' && allowed.includes(scope),
  )
  const [left, setLeft] = useState<readonly string[]>([])
  const chosen = offered.filter((scope) => !left.includes(scope))
  const startTestLogin = useAdminMutation('startTestLogin', [], ({ url }) => redirectToSafeUrlOrHome(url))
  const problem = getDisplayableApiProblem(startTestLogin.error)
  const canSignIn = getApplicationDefinitionStringList(definition, 'grantTypes').includes('authorization_code')
  const hindrance =
    lacking ?? (canSignIn ? (enabled ? undefined : t('adminTries.begin.disabled')) : t('adminTries.begin.noBrowser'))
  const { reset } = startTestLogin
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && reset()
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [reset])
  return (
    <PageSection title={t('adminTries.begin.title')}>
      <p className="max-w-[60ch] text-soft">{t('adminTries.begin.text')}</p>
      <Card className="grid justify-items-start gap-4 px-4 py-4 sm:px-5">
        {canSignIn && offered.length > 0 && (
          <CheckboxGroup
            legend={t('adminTries.begin.scopes')}
            fault={null}
            options={offered.map((value) => ({ value, label: <OAuthScopeLabel scope={value} /> }))}
            chosen={chosen}
            onChange={(now) => setLeft(offered.filter((scope) => !now.includes(scope)))}
          />
        )}
        <Button
          disabledReason={hindrance}
          busyLabel={startTestLogin.isPending || startTestLogin.isSuccess ? t('adminTries.begin.busy') : undefined}
          onClick={() => startTestLogin.mutate({ params: { application: id }, body: { scopes: chosen } })}
        >
          {t('adminTries.begin.submit')}
        </Button>
      </Card>
      {problem && <LoadErrorPanel problem={problem} />}
    </PageSection>
  )
}
