// A preview in light and in dark, side by side where there is room: people see a page in either.
import type { ReactNode } from 'react'
import type { Mode } from '@countersign/api/accent'

/**
 * @param words the title of the whole, and the name of each mode
 * @param children draw the page in one of the modes
 */
export function InBothModes({
  words,
  children,
}: {
  words: { preview: string; previewLight: string; previewDark: string }
  children: (mode: Mode) => ReactNode
}) {
  return (
    <figure className="grid gap-2">
      <figcaption className="font-semibold">{words.preview}</figcaption>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        {(['light', 'dark'] as const).map((mode) => (
          <div key={mode} className="grid content-start gap-1">
            <p className="text-caption text-soft">{mode === 'light' ? words.previewLight : words.previewDark}</p>
            {children(mode)}
          </div>
        ))}
      </div>
    </figure>
  )
}
