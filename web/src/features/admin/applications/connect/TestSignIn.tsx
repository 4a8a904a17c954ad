// Test sign-in after the settings of a new application. It opens in another tab, so that the
// secret, which is shown only once, stays in sight.
import { useTranslations } from 'use-intl'
import { supportedOAuthScopes } from '@countersign/api/oauth-scopes'
import { adminPagePaths } from '../../../../api/admin-page-paths.ts'
import { getDisplayableApiProblem } from '../../../../api/query-client.ts'
import { Button } from '../../../../ui/Button.tsx'
import { InlineNotice } from '../../../../ui/InlineNotice.tsx'
import { LoadErrorPanel } from '../../../../ui/LoadErrorPanel.tsx'
import { useMissingPermissionReason } from '../../use-missing-permission-reason.ts'
import { useAdminMutation, useAdminQuery } from '../../admin-query-hooks.ts'

interface TestSignInProps {
  application: string
  /** Those that the application may request. */
  scopes: readonly string[]
}

export function TestSignIn({ application, scopes }: TestSignInProps) {
  const t = useTranslations()
  const lacking = useMissingPermissionReason('applications.change')
  const start = useAdminMutation('startTestLogin', [], ({ url }) => void window.open(url, '_blank', 'noopener'))
  const problem = getDisplayableApiProblem(start.error)
  const requested = supportedOAuthScopes.filter(
    (scope) => scope !== 'openid' && scope !== 'offline_access' && scopes.includes(scope),
  )
  return (
    <div className="grid grid-cols-1 content-start gap-3">
      <p className="max-w-[60ch] text-small text-soft">{t('connectApplication.test.text')}</p>
      <Button
        className="justify-self-start"
        disabledReason={lacking}
        busyLabel={start.isPending ? t('connectApplication.test.busy') : undefined}
        onClick={() => start.mutate({ params: { application }, body: { scopes: requested } })}
      >
        {t(start.data ? 'connectApplication.test.again' : 'connectApplication.test.submit')}
      </Button>
      {problem && <LoadErrorPanel problem={problem} />}
      {start.data && <TestSignInProgress key={start.data.id} {...start.data} />}
    </div>
  )
}

const pollMs = 2000

function TestSignInProgress({ id, url }: { id: string; url: string }) {
  const t = useTranslations()
  const settled = useAdminQuery('readTestLogin', { params: { id } })
  const problem = getDisplayableApiProblem(settled.error)
  const hasEnded = problem?.code === 'application.test_login_not_found'
  const state = hasEnded ? 'ended' : (settled.data?.state ?? 'waiting')
  useAdminQuery('readTestLogin', { params: { id } }, { enabled: state === 'waiting', everyMs: pollMs })
  const claims = Object.keys({ ...settled.data?.idToken?.claims, ...settled.data?.userinfo })
  const result = (
    <a
      href={adminPagePaths.testLogin(id)}
      target="_blank"
      rel="noreferrer"
      className="text-seal underline underline-offset-4"
    >
      {t('connectApplication.test.result')}
    </a>
  )
  return (
    <div role="status" className="grid grid-cols-1">
      {state === 'waiting' && (
        <InlineNotice title={t('connectApplication.test.waiting')}>
          <p>
            {t.rich('connectApplication.test.waitingText', {
              link: (text) => (
                <a href={url} target="_blank" rel="noreferrer" className="text-seal underline underline-offset-4">
                  {text}
                </a>
              ),
            })}
          </p>
        </InlineNotice>
      )}
      {problem && <LoadErrorPanel problem={problem} />}
      {state === 'done' && (
        <InlineNotice tone="verified" title={t('connectApplication.test.done')}>
          <p className="[overflow-wrap:anywhere]">
            {t('connectApplication.test.claims', { claims: [...new Set(claims)].slice(0, 12).join(', ') })}
          </p>
          <p>{result}</p>
        </InlineNotice>
      )}
      {state === 'refused' && (
        <InlineNotice tone="attention" title={t('connectApplication.test.refused')}>
          <p className="[overflow-wrap:anywhere]">{settled.data?.error?.description ?? settled.data?.error?.error}</p>
          <p>{result}</p>
        </InlineNotice>
      )}
    </div>
  )
}
