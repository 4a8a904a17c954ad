// Formats a row of comma-separated values (RFC 4180), safe for spreadsheets (CSV injection).

// Spreadsheets run such a cell as a formula, even in fullwidth characters (THREATS N4).
const formulaPrefix = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

// In locales with a decimal comma, `;` can separate cells, even within quotation marks.
const embeddedFormula = /([;\t][\s"]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

const escapeCsvCell = (text: string): string =>
  `"${(formulaPrefix.test(text) ? `'${text}` : text).replace(embeddedFormula, "$1'").replaceAll('"', '""')}"`

export const formatCsvRow = (cells: readonly string[]): string => `${cells.map(escapeCsvCell).join(',')}\r\n`
