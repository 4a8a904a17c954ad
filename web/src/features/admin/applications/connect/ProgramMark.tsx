import { programMarkPaths } from './program-mark-paths.ts'

/** The mark of a known program, in the color of the text; its initial if there is none. */
export function ProgramMark({ id, name, size = 24 }: { id: string; name: string; size?: number }) {
  const path = programMarkPaths[id]
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" className="shrink-0" fill="currentColor">
      {path === undefined ? <Monogram letter={name.slice(0, 1).toUpperCase()} /> : <path d={path} />}
    </svg>
  )
}

/** A ring of fine lines, as on the rest of the product's documents. */
function Monogram({ letter }: { letter: string }) {
  return (
    <>
      <g fill="none" stroke="currentColor">
        <circle cx="12" cy="12" r="11.25" strokeWidth="1.5" />
        <circle cx="12" cy="12" r="9" strokeWidth="0.5" />
      </g>
      <text x="12" y="16.1" textAnchor="middle" fontSize="11.5" fontWeight="600" className="font-serif">
        {letter}
      </text>
    </>
  )
}
