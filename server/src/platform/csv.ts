// One row of comma-separated values (RFC 4180), safe to open in a spreadsheet.

/** A spreadsheet takes a cell that begins like this for a formula, and strangers choose what their browser and application are called
 * (THREATS N4). The apostrophe makes it text; the wide forms count as the narrow ones in some languages. */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

const cell = (text: string): string => `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** @returns the row with its line end */
export const csvRow = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`
