// Erases a person, for tests.
import type { TestBrowser } from './countersign-test-server.ts'

export const requestPersonErasureForTests = (browser: TestBrowser) => browser.send('DELETE', '/api/person')

/** The row remains for a moment, without personal data. */
export function isErasedPersonDumpLine(line: string): boolean {
  if (!line.startsWith('people ')) return false
  const { display_name, picture_url, locale, status } = JSON.parse(line.slice('people '.length)) as Record<
    string,
    unknown
  >
  return display_name === null && picture_url === null && locale === null && status === 'erased'
}
