import { useTranslations } from 'use-intl'
import { usePageLanguage } from '../i18n/page-language-context.ts'

export function OperatorPolicyLinks() {
  const { site } = usePageLanguage()
  const t = useTranslations()
  const { termsUrl = null, privacyUrl = null, helpUrl = null } = site ?? {}
  const links = [
    { url: termsUrl, label: t('ui.terms') },
    { url: privacyUrl, label: t('ui.privacy') },
    { url: helpUrl, label: t('ui.help') },
  ].flatMap(({ url, label }) => (url === null ? [] : [{ url, label }]))
  if (links.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-4 text-caption text-soft">
      {links.map(({ url, label }) => (
        <li key={url}>
          <a
            href={url}
            className="inline-flex min-h-8 items-center underline underline-offset-4 transition-colors hover:text-ink pointer-coarse:min-h-11"
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  )
}
