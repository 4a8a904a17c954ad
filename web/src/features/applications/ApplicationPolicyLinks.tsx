import type { ApiApplicationLinks } from '@countersign/api/api-endpoints'
import { sanitizeDisplayText } from '../../ui/sanitize-display-text.ts'
import { useTranslations } from 'use-intl'

export function ApplicationPolicyLinks({ links }: { links: ApiApplicationLinks | undefined }) {
  const t = useTranslations()
  const shown = [
    { label: t('applications.legal.policy'), href: links?.policy ?? null },
    { label: t('applications.legal.terms'), href: links?.terms ?? null },
  ].flatMap(({ label, href }) => (href !== null && isHttpsUrl(href) ? [{ label, href }] : []))
  if (shown.length === 0) return null
  return (
    <ul className="grid gap-1 border-t border-line px-5 py-4 text-small text-soft">
      {shown.map(({ label, href }) => (
        <li key={label} className="[overflow-wrap:anywhere]">
          <a
            href={href}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-6 items-center text-seal underline decoration-1 underline-offset-4"
          >
            {label}
          </a>{' '}
          ({sanitizeDisplayText(new URL(href).host, 120)})
        </li>
      ))}
    </ul>
  )
}

const isHttpsUrl = (address: string): boolean => URL.canParse(address) && new URL(address).protocol === 'https:'
