// Color field for one color mode, with a contrast check (WCAG 2.2 §1.4.3).
import { computeMinAccentContrast, isHexColor, minTextContrast } from '@countersign/api/accent-colors'
import type { ColorMode } from '@countersign/api/accent-colors'
import { usePageLanguage } from '../../i18n/page-language-context.ts'
import { TextField } from '../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { getNumberFormat } from '../../ui/memoized-intl-formats.ts'

const defaultAccentColors: Readonly<Record<ColorMode, string>> = { light: '#14573f', dark: '#7fcaa5' }

interface ColorFieldProps {
  mode: ColorMode
  label: string
  hint: string
  value: string
  onChange: (colour: string) => void
}

export const isInvalidAccentColor = (mode: ColorMode, colour: string): boolean =>
  colour !== '' && (!isHexColor(colour) || computeMinAccentContrast(mode, colour) < minTextContrast)

export function AccentColorField({ mode, label, hint, value, onChange }: ColorFieldProps) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  // Truncated, not rounded: 4.499 is too low and must not read as 4.5.
  const ratio = isHexColor(value) ? Math.floor(computeMinAccentContrast(mode, value) * 100) / 100 : 0
  const said = getNumberFormat(locale, { maximumFractionDigits: 2 }).format(ratio)
  const fault = !isHexColor(value)
    ? t('adminUi.colour.none', { example: defaultAccentColors[mode] })
    : t('adminUi.colour.tooLittle', { ratio: said })
  return (
    <div className="grid grid-cols-[1fr_auto] items-start gap-x-2">
      <TextField
        label={label}
        hint={
          isHexColor(value) && !isInvalidAccentColor(mode, value) ? t('adminUi.colour.enough', { ratio: said }) : hint
        }
        fault={isInvalidAccentColor(mode, value) ? fault : null}
        maxLength={7}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={defaultAccentColors[mode]}
        value={value}
        onChange={({ target }) => onChange(target.value.trim().toLowerCase())}
      />
      <input
        type="color"
        aria-label={t(`adminUi.colour.pick.${mode}`)}
        value={isHexColor(value) ? value : defaultAccentColors[mode]}
        onChange={({ target }) => onChange(target.value)}
        className="mt-[3.4rem] size-11 cursor-pointer rounded-control border border-edge bg-paper p-1"
      />
    </div>
  )
}
