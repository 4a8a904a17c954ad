import type { MessageTextRange, SuspiciousCharacter } from '@countersign/inspector/message-inspection-findings'
import { useTranslations } from 'use-intl'

const maxShownCharacters = 20

export function SuspiciousCharactersSection({
  strange,
  onShow,
}: {
  strange: readonly SuspiciousCharacter[]
  onShow: (place: MessageTextRange) => void
}) {
  const t = useTranslations()
  if (strange.length === 0) return null
  return (
    <div className="grid gap-2 text-small">
      <h4 className="font-semibold">{t('inspector.strangeTitle')}</h4>
      <ul className="grid gap-1">
        {strange.slice(0, maxShownCharacters).map(({ place, kind, name, looksLike }) => (
          <li key={place.offset}>
            <button
              type="button"
              onClick={() => onShow(place)}
              className="mr-2 min-h-6 rounded-control text-left text-seal underline decoration-1 underline-offset-4 pointer-coarse:min-h-11"
            >
              {t('inspector.place', { line: place.line, column: place.column })}
            </button>{' '}
            <span className="font-mono">{name}</span> {t(`inspector.strange.${kind}`)}
            {looksLike !== null && looksLike !== ' ' && <>, {t('inspector.looksLike', { character: looksLike })}</>}
          </li>
        ))}
      </ul>
      {strange.length > maxShownCharacters && (
        <p className="text-soft">{t('inspector.strangeMore', { count: strange.length - maxShownCharacters })}</p>
      )}
    </div>
  )
}
