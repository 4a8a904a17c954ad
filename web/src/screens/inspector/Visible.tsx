// What stands at a place, as the inspector writes it out: a line feed and a carriage return come as pictures, which few
// fonts have, and what else cannot be seen as its number. All are drawn as the same labels as in the text.
import { chipLabel } from './chip-label.ts'

const unseen = /([␊␍]|‹U\+[0-9A-F]{4,6}›)/

export function Visible({ text }: { text: string }) {
  return (
    <code className="font-mono text-small whitespace-pre-wrap [overflow-wrap:anywhere]">
      {text.split(unseen).map((piece, index) =>
        index % 2 === 0 ? (
          piece
        ) : (
          <span
            key={index}
            className="mx-px inline-block rounded-control border border-amber bg-amber-tint px-1 text-caption leading-tight text-amber"
          >
            {chipLabel(codePointOf(piece))}
          </span>
        ),
      )}
    </code>
  )
}

function codePointOf(piece: string): number {
  if (piece === '␊') return 0x0a
  return piece === '␍' ? 0x0d : Number.parseInt(piece.slice(3, -1), 16)
}
