// What the link at the head of a row looks like: the row is what is pressed, and a name that is too long ends in "…".
export const rowLink = 'min-w-0 truncate font-semibold text-ink decoration-edge underline-offset-4 hover:underline'
