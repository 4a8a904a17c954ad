// The colours that the sign-in of an application wears, and what it will look like.
import { useChapter } from '../../../words/use-words.ts'
import { ColourField } from '../ColourField.tsx'
import { colourOf } from './draft.ts'
import type { DefinitionFormProps } from './definition-form-props.ts'
import { SignInPreview } from './SignInPreview.tsx'

export function LookFields({ draft, logo = null, onChange }: Pick<DefinitionFormProps, 'draft' | 'logo' | 'onChange'>) {
  const { look } = useChapter('adminApplications')
  const colours = { light: colourOf(draft, 'light'), dark: colourOf(draft, 'dark') }
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {(['light', 'dark'] as const).map((mode) => (
          <ColourField
            key={mode}
            mode={mode}
            label={look[mode]}
            hint={look.hint}
            value={colours[mode]}
            onChange={(colour) =>
              onChange({
                colours: { light: colours.light || null, dark: colours.dark || null, [mode]: colour || null },
              })
            }
          />
        ))}
      </div>
      <SignInPreview key={logo} draft={draft} logo={logo} />
    </>
  )
}
