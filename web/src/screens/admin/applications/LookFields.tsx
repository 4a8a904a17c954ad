// The colours that the sign-in of an application wears, and what it will look like.
import type { CallAnswer } from '@countersign/api/calls'
import { accentsOf, SignInPreview } from '../../../page-preview/SignInPreview.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { ColourField } from '../ColourField.tsx'
import { colourOf, textOf, textsOf } from './draft.ts'
import type { Definition } from './draft.ts'
import type { DefinitionFormProps } from './definition-form-props.ts'

type Asked = CallAnswer<'readInteraction'>

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
      <SignInPreview key={logo} asks={askedBy(draft, logo, accentsOf(colours))} />
    </>
  )
}

/** What the application asks whoever comes from it. */
function askedBy(draft: Definition, logo: string | null, accents: Asked['accents']): Asked {
  const id = textOf(draft, 'id')
  const address = textsOf(draft, 'redirectUris').find((one) => one !== '')
  return {
    id,
    prompt: 'sign-in',
    application: { id, name: textOf(draft, 'name') || id || '…', logo, uri: null },
    destination: (address && URL.parse(address)?.host) || '…',
    items: [],
    resources: [],
    seen: '',
    wallet: null,
    expectedAddress: null,
    lacksGroups: null,
    groups: [],
    wanted: 'any',
    accepts: null,
    accents,
  }
}
