// The label of a scope: its name in the protocol and what it means.
import type { OAuthScope } from '@countersign/api/oauth-scopes'
import { useTranslations } from 'use-intl'

/** A scope by its name, as programs have it, and in words. */
export function OAuthScopeLabel({ scope }: { scope: OAuthScope }) {
  const t = useTranslations()
  return (
    <>
      <code className="font-mono text-small">{scope}</code> – {t(`adminApplications.scopes.${scope}`)}
    </>
  )
}
