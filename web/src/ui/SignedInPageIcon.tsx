// Icons of the account pages, separate from Icon.tsx to keep the sign-in page small.
import { SvgIcon, iconPaths } from './Icon.tsx'
import type { IconProps } from './Icon.tsx'

const accountIconPaths = {
  ...iconPaths,
  person: 'M10 10a3.25 3.25 0 1 0 0-6.5a3.25 3.25 0 0 0 0 6.5zM3.5 17c.6-3.6 3-5.2 6.5-5.2s5.9 1.6 6.5 5.2',
  wallet: 'M3 6.5v9.25h14V6.5zM3 6.5l10.5-3v3M13.25 11.1h.01',
  sessions: 'M3 4h14v9.5H3zM7 16.75h6',
  applications: 'M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 14h5M14 11.5v5',
  enter: 'M12 3.5h4.25v13H12M3.5 10H12M8.5 6.5l3.5 3.5l-3.5 3.5',
  activity: 'M3.5 4.5h.01M3.5 10h.01M3.5 15.5h.01M7 4.5h9.5M7 10h9.5M7 15.5h6',
  data: 'M10 3.5v8.5M6.5 9l3.5 3.5L13.5 9M3.5 13.5v3h13v-3',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11a5.5 5.5 0 0 0 0 11zM13 13l4 4',
  more: 'M4 10a.75.75 0 1 0 1.5 0a.75.75 0 1 0-1.5 0M9.25 10a.75.75 0 1 0 1.5 0a.75.75 0 1 0-1.5 0M14.5 10a.75.75 0 1 0 1.5 0a.75.75 0 1 0-1.5 0',
  close: 'M5 5l10 10M15 5L5 15',
} as const

export type AccountPageIconName = keyof typeof accountIconPaths

export function SignedInPageIcon({ name, ...rest }: IconProps & { name: AccountPageIconName }) {
  return <SvgIcon path={accountIconPaths[name]} {...rest} />
}
