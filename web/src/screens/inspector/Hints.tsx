// Where readers of the standard differ: what is right here, and may be refused or read otherwise elsewhere.
import type { Hint, Place } from '@countersign/inspector/findings'
import { useTranslations } from 'use-intl'
import { Part } from './Part.tsx'

export function Hints({ hints, onShow }: { hints: readonly Hint[]; onShow: (place: Place) => void }) {
  const t = useTranslations()
  if (hints.length === 0) return null
  return (
    <Part title={t('inspector.hintsTitle')}>
      <ul className="grid gap-4">
        {hints.map(({ id, place }, index) => (
          <li key={`${id} ${index}`} className="grid gap-1">
            <p className="font-semibold">
              {t(`inspector.hints.${id}.title`)}
              {place && (
                <>
                  {' '}
                  <button
                    type="button"
                    onClick={() => onShow(place)}
                    className="min-h-6 rounded-control text-small font-normal text-seal underline decoration-1 underline-offset-4 pointer-coarse:min-h-11"
                  >
                    {t('inspector.place', { line: place.line, column: place.column })}
                  </button>
                </>
              )}
            </p>
            <p className="text-small text-soft">{t(`inspector.hints.${id}.text`)}</p>
          </li>
        ))}
      </ul>
    </Part>
  )
}
