// One row of comma-separated values (RFC 4180), safe to open in a spreadsheet (against CSV injection).

/** A spreadsheet takes a cell that begins like this for a formula, and strangers choose what their browser and application are called
 * (THREATS N4). The apostrophe makes it text; the wide forms count as the narrow ones in some languages. */
const formulaPrefix = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/** The same behind what ends a cell for a spreadsheet of a country where the comma stands before cents: there the quotation marks around a
 * cell of ours do not hold it together. */
const embeddedFormula = /([;\t][\s"]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

const escapeCsvCell = (text: string): string =>
  `"${(formulaPrefix.test(text) ? `'${text}` : text).replace(embeddedFormula, "$1'").replaceAll('"', '""')}"`

/** @returns the row with its line end */
export const formatCsvRow = (cells: readonly string[]): string => `${cells.map(escapeCsvCell).join(',')}\r\n`
