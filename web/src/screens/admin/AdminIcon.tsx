// The drawings of the areas of the administration, in the hand of all others.
import { Drawing } from '../../ui/Icon.tsx'

const drawings = {
  overview: 'M3.5 16.5V10M8 16.5V5.5M12.5 16.5V8M17 16.5V3.5',
  people:
    'M7.5 9.5a2.75 2.75 0 1 0 0-5.5a2.75 2.75 0 0 0 0 5.5zM2.5 16c.4-3 2.2-4.4 5-4.4s4.6 1.4 5 4.4M13 4.2a2.75 2.75 0 0 1 0 5.1M14.5 11.9c1.8.5 2.8 1.9 3 4.1',
  applications: 'M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 14h5M14 11.5v5',
  resources: 'M3.5 4h13v4.5h-13zM3.5 11.5h13V16h-13zM6.5 6.25h.01M6.5 13.75h.01M10 6.25h3.5M10 13.75h3.5',
  groups: 'M10 3.5l7 3.75l-7 3.75l-7-3.75zM3 11.25l7 3.75l7-3.75',
  activity: 'M3.5 4.5h.01M3.5 10h.01M3.5 15.5h.01M7 4.5h9.5M7 10h9.5M7 15.5h6',
  settings: 'M3.5 6h7M14.5 6h2M12.5 4v4M3.5 14h2M9.5 14h7M7.5 12v4',
  tokens: 'M6.75 13.25a3.5 3.5 0 1 0 0-6.5a3.5 3.5 0 0 0 0 6.5zM10 10h7.5M15 10v3',
} as const

export type AdminIconName = keyof typeof drawings

/** A drawing beside words, hidden from screen readers as all are. */
export function AdminIcon({ name }: { name: AdminIconName }) {
  return <Drawing path={drawings[name]} />
}
