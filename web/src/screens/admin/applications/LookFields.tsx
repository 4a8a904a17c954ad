// The colours that the sign-in of an application wears, with whether they can be read told as they are typed, and what it will look like.
import { contrastOfAccent, isColour, leastContrast } from '@countersign/api/accent'
import type { Mode } from '@countersign/api/accent'
import { TextField } from '../../../ui/TextField.tsx'
import { useChapter, useSpeech } from '../../../words/use-words.ts'
import { colourOf } from './draft.ts'
import type { DefinitionFormProps } from './definition-form-props.ts'
import { SignInPreview } from './SignInPreview.tsx'

export function LookFields({
  draft,
  faults,
  logo = null,
  onChange,
}: Pick<DefinitionFormProps, 'draft' | 'faults' | 'logo' | 'onChange'>) {
  const words = useChapter('adminApplications')
  const { look } = words
  const { locale } = useSpeech()
  const colours = { light: colourOf(draft, 'light'), dark: colourOf(draft, 'dark') }
  const faultOf = (mode: Mode): string | null => {
    const colour = colours[mode]
    if (colour === '') return null
    if (isColour(colour)) {
      const ratio = contrastOfAccent(mode, colour)
      // Cut, not rounded: 4.499 is not enough, and must not look as if it were.
      return ratio >= leastContrast
        ? null
        : look.contrast(
            new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(Math.floor(ratio * 100) / 100),
          )
    }
    const fault = faults.find(({ path }) => path === `colours.${mode}`)
    return fault === undefined ? null : words.fault(fault)
  }
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {(['light', 'dark'] as const).map((mode) => (
          <TextField
            key={mode}
            label={look[mode]}
            hint={look.hint}
            fault={faultOf(mode)}
            maxLength={7}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={colours[mode]}
            onChange={({ target }) =>
              onChange({
                colours: {
                  light: colours.light || null,
                  dark: colours.dark || null,
                  [mode]: target.value.trim().toLowerCase() || null,
                },
              })
            }
          />
        ))}
      </div>
      <SignInPreview key={logo} draft={draft} logo={logo} />
    </>
  )
}
