// A wallet that is expected and missing. What says so is fetched only then, because most who come here have theirs.
import type { KeptOutProps } from './KeptOut.tsx'
import { Late } from './Late.tsx'

const load = () => import('./KeptOut.tsx')

export function LateKeptOut(props: KeptOutProps) {
  return (
    <Late load={load} chapter="keptOut" instead={null}>
      {({ KeptOut }) => <KeptOut {...props} />}
    </Late>
  )
}
