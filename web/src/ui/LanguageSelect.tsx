import { useTranslations } from 'use-intl'
import { useId } from 'react'
import { interfaceLanguageNames, interfaceLanguages as allLanguages } from '@countersign/api/interface-languages'
import { usePageLanguage } from '../i18n/page-language-context.ts'

export function LanguageSelect() {
  const { language, site, setLanguage } = usePageLanguage()
  const t = useTranslations()
  const languages = site?.languages ?? allLanguages
  const label = useId()
  if (languages.length < 2) return null
  return (
    <div role="group" aria-labelledby={label} className="flex items-center text-caption">
      <span id={label} className="sr-only">
        {t('ui.language')}
      </span>
      {languages.map((name) => (
        <button
          key={name}
          type="button"
          lang={name}
          aria-pressed={name === language}
          onClick={() => setLanguage(name)}
          className="min-h-8 rounded-control px-2 text-soft transition-colors hover:text-ink aria-pressed:text-ink aria-pressed:underline aria-pressed:underline-offset-4 pointer-coarse:min-h-11"
        >
          {interfaceLanguageNames[name]}
        </button>
      ))}
    </div>
  )
}
