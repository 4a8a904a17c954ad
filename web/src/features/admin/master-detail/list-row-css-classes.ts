export const listRowLinkClass =
  'min-w-0 truncate font-semibold text-ink decoration-edge underline-offset-4 hover:underline'

export const listRowBadgesClass = 'flex max-w-1/2 shrink-0 items-center gap-x-2 *:truncate empty:hidden'
