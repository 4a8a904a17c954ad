import type { OAuthScope } from '@countersign/api/oauth-scopes'
import { useTranslations } from 'use-intl'

export function OAuthScopeLabel({ scope }: { scope: OAuthScope }) {
  const t = useTranslations()
  return (
    <>
      <code className="font-mono text-small">{scope}</code> – {t(`adminApplications.scopes.${scope}`)}
    </>
  )
}
