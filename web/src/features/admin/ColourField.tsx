// A colour for one mode: picked, or written; with whether text in it and on it can be read (WCAG 2.2 §1.4.3).
import { contrastOfAccent, isColour, leastContrast } from '@countersign/api/accent'
import type { Mode } from '@countersign/api/accent'
import { useLanguage } from '../../i18n/use-language.ts'
import { TextField } from '../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { numberFormat } from '../../ui/formats.ts'

/** The seal of the product, where none is chosen (theme.css). */
const ownSeal: Readonly<Record<Mode, string>> = { light: '#14573f', dark: '#7fcaa5' }

interface ColourFieldProps {
  mode: Mode
  label: string
  /** What an empty field means. */
  hint: string
  /** As it is written, which may be none yet. */
  value: string
  onChange: (colour: string) => void
}

/** Whether a colour is one, and one that can be read; an empty field is no fault. */
export const isFaultyColour = (mode: Mode, colour: string): boolean =>
  colour !== '' && (!isColour(colour) || contrastOfAccent(mode, colour) < leastContrast)

export function ColourField({ mode, label, hint, value, onChange }: ColourFieldProps) {
  const t = useTranslations()
  const { locale } = useLanguage()
  // Cut, not rounded: 4.499 is not enough, and must not look as if it were.
  const ratio = isColour(value) ? Math.floor(contrastOfAccent(mode, value) * 100) / 100 : 0
  const said = numberFormat(locale, { maximumFractionDigits: 2 }).format(ratio)
  const fault = !isColour(value)
    ? t('adminUi.colour.none', { example: ownSeal[mode] })
    : t('adminUi.colour.tooLittle', { ratio: said })
  return (
    <div className="grid grid-cols-[1fr_auto] items-start gap-x-2">
      <TextField
        label={label}
        hint={isColour(value) && !isFaultyColour(mode, value) ? t('adminUi.colour.enough', { ratio: said }) : hint}
        fault={isFaultyColour(mode, value) ? fault : null}
        maxLength={7}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={ownSeal[mode]}
        value={value}
        onChange={({ target }) => onChange(target.value.trim().toLowerCase())}
      />
      <input
        type="color"
        aria-label={t(`adminUi.colour.pick.${mode}`)}
        value={isColour(value) ? value : ownSeal[mode]}
        onChange={({ target }) => onChange(target.value)}
        className="mt-[3.4rem] size-11 cursor-pointer rounded-control border border-edge bg-paper p-1"
      />
    </div>
  )
}
