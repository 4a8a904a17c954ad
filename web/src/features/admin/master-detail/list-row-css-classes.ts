// What the link at the head of a row looks like: the row is what is pressed, and a name that is too long ends in "…".
export const listRowLinkClass =
  'min-w-0 truncate font-semibold text-ink decoration-edge underline-offset-4 hover:underline'

// What stands beside that link has half of the room at most: a name is never covered by what is said of it.
export const listRowBadgesClass = 'flex max-w-1/2 shrink-0 items-center gap-x-2 *:truncate empty:hidden'
